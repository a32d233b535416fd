import { defineMessages } from '@weft/kit/messages/messages.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { toast } from '@weft/kit/ui/toast.tsx'

/** What was done with causes, of rejections as of failed runs. */
export const doneTexts = defineMessages({
  assigned: {
    en: '{count, plural, one {One cause assigned} other {# causes assigned}}',
    de: '{count, plural, one {Eine Ursache zugewiesen} other {# Ursachen zugewiesen}}',
  },
  opened: {
    en: '{count, plural, one {One cause is open again} other {# causes are open again}}',
    de: '{count, plural, one {Eine Ursache ist wieder offen} other {# Ursachen sind wieder offen}}',
  },
  fixed: {
    en: '{count, plural, one {One cause is fixed} other {# causes are fixed}}',
    de: '{count, plural, one {Eine Ursache ist behoben} other {# Ursachen sind behoben}}',
  },
  ignored: {
    en: '{count, plural, one {One cause is ignored} other {# causes are ignored}}',
    de: '{count, plural, one {Eine Ursache wird ignoriert} other {# Ursachen werden ignoriert}}',
  },
})

/** Says how many causes it was done with, and has the lists below a path read again. */
export const tellDone =
  (path: '/rejection_causes' | '/failure_causes') =>
  async (said: (values: { count: number }) => string, { data }: { data: { affected: number } }) => {
    toast({ title: said({ count: data.affected }), tone: 'green' })
    await refresh(path)
  }
