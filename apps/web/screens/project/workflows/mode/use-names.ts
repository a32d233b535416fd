import { useQueries } from '@tanstack/react-query'
import { api, type List } from '@weft/kit/ui/api.ts'
import { useSession } from '@weft/kit/ui/session.ts'

type Named = { id: string } & Record<string, unknown>
const lists = [
  ['data_structures', 'label'],
  ['mappings', 'label'],
  ['dynamic_models', 'model_name'],
  ['data_sets', 'name'],
  ['workflows', 'label'],
] as const

/** Names of everything a step may point to, by id. */
export function useNames(): ReadonlyMap<string, string> {
  const project = useSession((session) => session.project?.id)
  return useQueries({
    queries: lists.map(([path, by]) => ({
      queryKey: [`/${path}`, { noPagination: true }, project],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.get<List<Named>>(`/${path}`, { noPagination: true }, { signal, quiet: true })).data.map(
          (row) => [row.id, String(row[by] ?? '')] as const,
        ),
      staleTime: 60_000,
      retry: false,
    })),
    combine: (answers) => new Map(answers.flatMap((answer) => answer.data ?? [])),
  })
}
