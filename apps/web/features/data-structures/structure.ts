import { useQuery } from '@tanstack/react-query'
import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'
import { useOptionalPathParam } from '@weft/kit/ui/address.ts'
import { api, ApiError } from '@weft/kit/ui/api.ts'
import { assignToField } from '@weft/kit/ui/submit.ts'
import { useStructurePlace } from './place.ts'

type OwnStructure = ListRow<'/data_structures'>
type Origin = 'taken_from' | 'taken_version'
/** One of a project, or of the library, which does not say where it was taken over from. */
export type DataStructure = Omit<OwnStructure, Origin> & Partial<Pick<OwnStructure, Origin>>
export type StandardQuery = DataStructure['queries'][number]
export type StructurePlan = Answer<'POST', '/data_structures/plan'>['data']
export type Finding = StructurePlan['losses'][number]

export const useStructureId = () => useOptionalPathParam('id')

export function useStructure(id: string | undefined) {
  const place = useStructurePlace()
  const path = `${place.path}/${id!}` as const
  return useQuery({
    queryKey: [path, place.options],
    enabled: id !== undefined,
    queryFn: async ({ signal }): Promise<DataStructure> =>
      (await api.get(path, {}, { ...place.options, signal, quiet: true })).data,
  })
}

/** Every structure of the project, or of the library, by name. */
export function useStructures() {
  const { path, options } = useStructurePlace()
  return useQuery({
    queryKey: [path, 'all', options],
    queryFn: async ({ signal }): Promise<DataStructure[]> =>
      (await api.get(path, { noPagination: true, sort: 'label' }, { ...options, signal })).data,
  })
}

/** How many records each structure holds; those of the library have no table. */
export function useCounts() {
  const { isLibrary } = useStructurePlace()
  return useQuery({
    queryKey: ['/data_structures/counts'],
    enabled: !isLibrary,
    queryFn: async ({ signal }) => (await api.get('/data_structures/counts', {}, { signal, quiet: true })).data,
  })
}

/** The sentences of a refused request by their field; one without a field stands under ''. */
export function complaintsOf(error: unknown): Record<string, string[]> {
  return error instanceof ApiError ? assignToField('')(error) : { '': [String(error)] }
}
