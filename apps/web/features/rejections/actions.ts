import { api } from '@weft/kit/ui/api.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { doneTexts, tellDone } from './told.ts'

const done = tellDone('/rejection_causes')

export type Ignoring = { reason: string; until: string | null; above: number | null }

/** What is done with causes as a whole. */
export function useCauseActions() {
  const t = useTexts(doneTexts)
  return {
    assign: async (ids: string[], user_id: string | null) =>
      done(t.assigned, await api.post('/rejection_causes/assign', { ids, user_id })),
    reopen: async (ids: string[]) => done(t.opened, await api.post('/rejection_causes/reopen', { ids })),
    ignore: async (ids: string[], ignoring: Ignoring) =>
      done(t.ignored, await api.post('/rejection_causes/ignore', { ids, ...ignoring })),
  }
}
