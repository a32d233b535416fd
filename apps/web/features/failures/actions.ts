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
  fixed: {
    en: '{count, plural, one {One cause is fixed} other {# causes are fixed}}',
    de: '{count, plural, one {Eine Ursache ist behoben} other {# Ursachen sind behoben}}',
  },
  ignored: {
    en: '{count, plural, one {One cause is ignored} other {# causes are ignored}}',
    de: '{count, plural, one {Eine Ursache wird ignoriert} other {# Ursachen werden ignoriert}}',
  },
})

/** What is done with causes of failures as a whole. */
export function useFailureActions() {
  const t = useTexts(texts)
  const done = async (said: (values: { count: number }) => string, { data }: { data: { affected: number } }) => {
    toast({ title: said({ count: data.affected }), tone: 'green' })
    await refresh('/failure_causes')
  }
  return {
    assign: async (ids: string[], user_id: string | null) =>
      done(t.assigned, await api.post('/failure_causes/assign', { ids, user_id })),
    reopen: async (ids: string[]) => done(t.opened, await api.post('/failure_causes/reopen', { ids })),
    fix: async (ids: string[]) => done(t.fixed, await api.post('/failure_causes/fix', { ids })),
    ignore: async (ids: string[], reason: string) =>
      done(t.ignored, await api.post('/failure_causes/ignore', { ids, reason })),
  }
}
