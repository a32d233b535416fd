import { z } from 'zod'
import { refuse, type ValueType } from '@weft/kit/define/value.ts'
import type { Message } from '@weft/kit/messages/messages.ts'

/** What a check does with its finding: say it, or let only good values through. */
export const checkOptions = z.strictObject({ on_wrong: z.enum(['answer', 'reject']).default('answer') })
export const checkLabels = {
  on_wrong: {
    label: { en: 'Result', de: 'Ergebnis' },
    options: {
      answer: { en: 'Yes or no', de: 'Ja oder nein' },
      reject: {
        en: 'The value; reject the record if it is wrong',
        de: 'Der Wert; den Datensatz ablehnen, wenn er falsch ist',
      },
    },
  },
}
type Options = z.output<typeof checkOptions>

export const checkGives = ({ on_wrong }: Options): ValueType => (on_wrong === 'answer' ? 'boolean' : 'text')

export const checked =
  (isRight: (text: string) => boolean, wrong: (value: string) => Message) =>
  ({ on_wrong }: Options) =>
  (text: string) => {
    const right = isRight(text)
    if (on_wrong === 'answer') return right
    return right ? text : refuse(wrong(text))
  }
