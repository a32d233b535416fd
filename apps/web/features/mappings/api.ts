import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'
import { session } from '@weft/kit/ui/session.ts'

/** A mapping as its editor gets it. */
export type Mapping = Answer<'GET', `/mappings/${string}`>['data']

export const mappingKey = (id: string) => [`/mappings/${id}`, session.get().project?.id]

export const useMapping = (id: string) =>
  useQuery({
    queryKey: mappingKey(id),
    queryFn: async ({ signal }) => (await api.get(`/mappings/${id}`, undefined, { signal, quiet: true })).data,
    staleTime: Infinity,
    refetchOnMount: 'always',
  })

/** The newest records of the source; none where the user may not see records. */
export const useSamples = (id: string) =>
  useQuery({
    queryKey: [`/mappings/${id}`, 'samples'],
    queryFn: async ({ signal }) =>
      (await api.get(`/mappings/${id}/samples`, { limit: 20 }, { signal, quiet: true })).data.source,
    retry: false,
    staleTime: 30_000,
  })
