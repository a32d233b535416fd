import { useQuery } from '@tanstack/react-query'
import { api } from '@weft/kit/ui/api.ts'
import { contentOf, type Draft } from './use-drafts.ts'

/** What publishing the draft of a data structure does to its table; of other things there is nothing to tell. */
export function useTablePlan(id: string, draft: Draft | undefined) {
  const structure = contentOf(draft, 'data_structure')
  const { data, error } = useQuery({
    queryKey: [`/data_structures/${id}/plan`, draft?.revision],
    enabled: structure !== undefined && !draft?.problems.some(({ level }) => level === 'error'),
    gcTime: 0,
    retry: false,
    queryFn: async ({ signal }) => {
      const { class_name, table_name, fields } = structure!
      const wanted = { class_name, table_name, fields }
      return (await api.post(`/data_structures/${id}/plan`, wanted, { signal, quiet: true, timeout: false })).data
    },
  })
  return {
    plan: data,
    planError: error,
    /** Publishing needs no plan, or one without obstacles. */
    isPlanned: structure === undefined || data?.obstacles.length === 0,
    accept_losses: (data?.losses.length ?? 0) > 0,
  }
}
