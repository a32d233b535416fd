import { useQuery } from '@tanstack/react-query'
import { api } from '@weft/kit/ui/api.ts'

export type Pin = { exit: string; records: Record<string, unknown>[] }

export const pinsKey = (workflow_id: string) => [`/workflows/${workflow_id}/pins`]

/** What of a workflow hands out pinned records in test runs of whoever looks, by step. */
export function usePins(workflow_id: string, isWanted: boolean): ReadonlyMap<string, Pin> {
  const { data } = useQuery({
    queryKey: pinsKey(workflow_id),
    queryFn: async ({ signal }) => (await api.get(`/workflows/${workflow_id}/pins`, {}, { signal, quiet: true })).data,
    enabled: isWanted,
    staleTime: 60_000,
  })
  return new Map((data ?? []).map(({ step, ...pin }) => [step, pin]))
}
