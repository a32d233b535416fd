import { defineMessages } from '@weft/kit/messages/messages.ts'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import type { Drafts } from './use-drafts.ts'

const texts = defineMessages({
  title: { en: 'Make this version your draft?', de: 'Diese Fassung zu Ihrem Entwurf machen?' },
  text: {
    en: '“{message}” of {when} becomes your draft. What is live stays as it is until you publish.',
    de: '„{message}“ vom {when} wird Ihr Entwurf. Was live ist, bleibt, bis Sie veröffentlichen.',
  },
  replaces: { en: 'The draft you have is replaced.', de: 'Ihr jetziger Entwurf wird ersetzt.' },
  action: { en: 'Make it my draft', de: 'Zu meinem Entwurf machen' },
  done: { en: 'It is your draft now', de: 'Sie ist jetzt Ihr Entwurf' },
})

type Version = { message: string; created_at: string }

/**
 * The way back to an earlier version: once that is confirmed, `make` makes it one's own draft. Answers whether it has become one.
 */
export function useDraftVersion() {
  const t = useTexts(texts)
  const formats = useFormats()
  return async (drafts: Drafts, { message, created_at }: Version, make: () => Promise<unknown>): Promise<boolean> => {
    const text = t.text({ message, when: formats.dateTime(created_at) })
    const question = { title: t.title(), text: drafts.own ? `${text} ${t.replaces()}` : text, action: t.action() }
    if (!(await confirm({ ...question, danger: drafts.own !== undefined }))) return false
    await make()
    toast({ title: t.done(), tone: 'green' })
    return true
  }
}
