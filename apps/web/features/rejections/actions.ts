import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'

const texts = defineMessages({
  assigned: {
    en: '{count, plural, one {One cause assigned} other {# causes assigned}}',
    de: '{count, plural, one {Eine Ursache zugewiesen} other {# Ursachen zugewiesen}}',
  },
  opened: {
    en: '{count, plural, one {One cause is open again} other {# causes are open again}}',
    de: '{count, plural, one {Eine Ursache ist wieder offen} other {# Ursachen sind wieder offen}}',
  },
  ignored: {
    en: '{count, plural, one {One cause is ignored} other {# causes are ignored}}',
    de: '{count, plural, one {Eine Ursache wird ignoriert} other {# Ursachen werden ignoriert}}',
  },
})

export type Ignoring = { reason: string; until: string | null; above: number | null }

/** What is done with causes as a whole. */
export function useCauseActions() {
  const t = useTexts(texts)
  const done = async (said: (values: { count: number }) => string, { data }: { data: { affected: number } }) => {
    toast({ title: said({ count: data.affected }), tone: 'green' })
    await refresh('/rejection_causes')
  }
  return {
    assign: async (ids: string[], user_id: string | null) =>
      done(t.assigned, await api.post('/rejection_causes/assign', { ids, user_id })),
    reopen: async (ids: string[]) => done(t.opened, await api.post('/rejection_causes/reopen', { ids })),
    ignore: async (ids: string[], ignoring: Ignoring) =>
      done(t.ignored, await api.post('/rejection_causes/ignore', { ids, ...ignoring })),
  }
}
