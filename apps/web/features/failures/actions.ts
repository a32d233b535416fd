import { api } from '@weft/kit/ui/api.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { doneTexts, tellDone } from '../rejections/told.ts'

const done = tellDone('/failure_causes')

/** What is done with causes of failures as a whole. */
export function useFailureActions() {
  const t = useTexts(doneTexts)
  return {
    assign: async (ids: string[], user_id: string | null) =>
      done(t.assigned, await api.post('/failure_causes/assign', { ids, user_id })),
    reopen: async (ids: string[]) => done(t.opened, await api.post('/failure_causes/reopen', { ids })),
    fix: async (ids: string[]) => done(t.fixed, await api.post('/failure_causes/fix', { ids })),
    ignore: async (ids: string[], reason: string) =>
      done(t.ignored, await api.post('/failure_causes/ignore', { ids, reason })),
  }
}
