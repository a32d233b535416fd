import { useQueries, useQuery } from '@tanstack/react-query'
import { fieldsOfAnswer, type KnownStructure } from '@weft/designers/data-set/sources.ts'
import { questionsOf } from '@weft/designers/data-set/stages.ts'
import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { api } from '@weft/kit/ui/api.ts'
import type { DataStructure } from '../data-structures/structure.ts'

/** What a data set can read: structures and the other data sets, those it does read with their columns. */
export function useDataSetSources(
  structures: DataStructure[],
  definition: DataSetDefinition,
  id: string | undefined,
): KnownStructure[] {
  const { data: others } = useQuery({
    queryKey: ['/data_sets', { noPagination: true }],
    queryFn: ({ signal }) => api.get('/data_sets', { noPagination: true }, { signal, quiet: true }),
  })
  const read = new Set(
    questionsOf(definition).flatMap((one) => one.structures.flatMap((source) => source.data_set_id ?? [])),
  )
  const columns = useQueries({
    queries: [...read].map((data_set_id) => ({
      queryKey: [`/data_sets/${data_set_id}/columns`],
      retry: false,
      queryFn: async ({ signal }: { signal: AbortSignal }) =>
        (await api.get(`/data_sets/${data_set_id}/columns`, {}, { signal, quiet: true })).data,
    })),
  })
  const known = new Map([...read].map((data_set_id, i) => [data_set_id, columns[i]?.data ?? []]))
  return [
    ...structures,
    ...(others?.data ?? [])
      .filter((one) => one.id !== id)
      .map((one) => ({
        ...{ id: one.id, label: one.name, table_name: one.name, origin: 'data_set_id' as const },
        fields: fieldsOfAnswer(known.get(one.id) ?? columnsSaid(one.definition)),
      })),
  ]
}

/** What its columns are called; their types are asked for where it is read. */
const columnsSaid = ({ fields }: DataSetDefinition) =>
  fields.map(({ name, label = name }) => ({ name, label, type: 'text' as const, aggregated: false }))
