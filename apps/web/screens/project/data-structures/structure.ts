import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { api, ApiError, type Item, type List } from '@weft/kit/ui/api.ts'
import { assignToField } from '@weft/kit/ui/submit.ts'
import { useStructurePlace } from './place.ts'

export type StandardQuery = { name: string; description: string; sql: string }
export type DataStructure = {
  id: string
  class_name: string
  table_name: string
  label: string
  description: string
  version: number
  published: boolean
  locked: boolean
  data_versioning: boolean
  structural_versioning: boolean
  structure_check: boolean
  on_empty_import: 'keep' | 'clear' | 'fail'
  content_identifier: string
  fields: StructureField[]
  queries: StandardQuery[]
  /** Of the library, in the version it had then. */
  taken_from?: string | null
  taken_version?: number | null
  created_at: string
  updated_at: string
}
export type Finding = { field: string; count: number; samples: string[]; text: string }
export type StructurePlan = {
  rows: number
  changes: { kind: string; field: string | null; statement: string; rows: number; text: string }[]
  losses: Finding[]
  obstacles: Finding[]
  dependents: { kind: string; id: string; label: string }[]
}
export type Counts = Record<string, { total: number; about: boolean }>

export const useStructureId = () => (useParams({ strict: false }) as { id?: string }).id

export function useStructure(id: string | undefined) {
  const place = useStructurePlace()
  const path = `${place.path}/${id}`
  return useQuery({
    queryKey: [path, place.options],
    enabled: id !== undefined,
    queryFn: async ({ signal }) =>
      (await api.get<Item<DataStructure>>(path, {}, { ...place.options, signal, quiet: true })).data,
  })
}

/** Every structure of the project, or of the library, by name. */
export function useStructures() {
  const { path, options } = useStructurePlace()
  return useQuery({
    queryKey: [path, 'all', options],
    queryFn: async ({ signal }) =>
      (await api.get<List<DataStructure>>(path, { noPagination: true, sort: 'label' }, { ...options, signal })).data,
  })
}

/** How many records each structure holds; those of the library have no table. */
export function useCounts() {
  const { isLibrary } = useStructurePlace()
  return useQuery({
    queryKey: ['/data_structures/counts'],
    enabled: !isLibrary,
    queryFn: async ({ signal }) =>
      (await api.get<Item<Counts>>('/data_structures/counts', {}, { signal, quiet: true })).data,
  })
}

/** The sentences of a refused request by their field; one without a field stands under ''. */
export function complaintsOf(error: unknown): Record<string, string[]> {
  return error instanceof ApiError ? assignToField('')(error) : { '': [String(error)] }
}
