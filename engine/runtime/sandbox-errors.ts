import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, quotedTexts } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  slow: {
    en: 'The code took longer than {seconds} s for one batch and was stopped. Look for a loop that never ends.',
    de: 'Der Code brauchte länger als {seconds} s für einen Stapel und wurde angehalten. Suchen Sie nach einer Schleife, die nie endet.',
  },
  hungry: {
    en: 'The code needed more than {megabytes} MB of memory and was stopped.',
    de: 'Der Code benötigte mehr als {megabytes} MB Arbeitsspeicher und wurde angehalten.',
  },
})

export const codeTooSlow = (timeout_ms: number) =>
  new Invalid('CODE_TIMEOUT', texts.slow({ seconds: timeout_ms / 1000 }))

export const codeTooHungry = (megabytes: number) => new Invalid('CODE_MEMORY', texts.hungry({ megabytes }))

/** What the process said of its program; `megabytes` is what it was allowed. */
export function codeFailed({ message, stack }: { message: string; stack?: string }, megabytes: number) {
  if (/memory limit|disposed|out of memory|Array buffer allocation/i.test(message)) return codeTooHungry(megabytes)
  const [, file = '', line] = /([\w./-]+[.][jt]s):(\d+)/.exec(stack ?? '') ?? []
  const where = file === 'code.ts' ? '' : `${file}, `
  const reason = quotedTexts(
    line ? `${message} (${where}line ${line})` : message,
    line ? `${message} (${where}Zeile ${line})` : message,
  )
  return new Invalid('CODE_FAILED', {
    text: { en: `The code failed: ${reason.text.en}`, de: `Der Code ist fehlgeschlagen: ${reason.text.de}` },
    values: {},
  })
}
