import { useQueries } from '@tanstack/react-query'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useSession } from '@weft/kit/ui/session.ts'

const lists = ['/data_structures', '/mappings', '/dynamic_models', '/data_sets', '/workflows'] as const

/** Names of everything a step may point to, by id. */
export function useNames(): ReadonlyMap<string, string> {
  const project = useSession((session) => session.project?.id)
  return useQueries({
    queries: lists.map((path) => ({
      queryKey: [path, { noPagination: true }, project],
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.get(path, { noPagination: true }, { signal, quiet: true })).data.map(
          (row) => [row.id, nameOf(row)] as const,
        ),
      staleTime: 60_000,
      retry: false,
    })),
    combine: (answers) => new Map(answers.flatMap((answer) => answer.data ?? [])),
  })
}

const nameOf = (row: ListRow<(typeof lists)[number]>) =>
  'label' in row ? row.label : 'name' in row ? row.name : row.model_name
