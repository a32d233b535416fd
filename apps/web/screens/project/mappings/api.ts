import { useQuery } from '@tanstack/react-query'
import type { MappedStructure } from '@weft/designers/mapping/rows.ts'
import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { api, type Item } from '@weft/kit/ui/api.ts'
import { session } from '@weft/kit/ui/session.ts'

/** A mapping as its editor gets it. */
export type Mapping = {
  id: string
  label: string
  active: boolean
  version: number
  updated_at: string
  definition: MappingDefinition
  source: MappedStructure
  target: MappedStructure
  runnable: boolean
}

export const mappingKey = (id: string) => [`/mappings/${id}`, session.get().project?.id]

export const useMapping = (id: string) =>
  useQuery({
    queryKey: mappingKey(id),
    queryFn: async ({ signal }) =>
      (await api.get<Item<Mapping>>(`/mappings/${id}`, undefined, { signal, quiet: true })).data,
    staleTime: Infinity,
    refetchOnMount: 'always',
  })

/** The newest records of the source; none where the user may not see records. */
export const useSamples = (id: string) =>
  useQuery({
    queryKey: [`/mappings/${id}`, 'samples'],
    queryFn: async ({ signal }) =>
      (await api.get<Item<{ source: DataRecord[] }>>(`/mappings/${id}/samples`, { limit: 20 }, { signal, quiet: true }))
        .data.source,
    retry: false,
    staleTime: 30_000,
  })
