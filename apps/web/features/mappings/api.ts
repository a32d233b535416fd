import { useQuery } from '@tanstack/react-query'
import type { Answer } from '@weft/kit/contracts/client.ts'
import type { SampleOrigin } from '@weft/kit/define/sample-origin.ts'
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

/** Records that come into a mapping, and where they are from; an error where the user may not see records. */
export const useSamples = (id: string, from?: SampleOrigin) =>
  useQuery({
    queryKey: [`/mappings/${id}`, 'samples', from],
    queryFn: async ({ signal }) =>
      (await api.get(`/mappings/${id}/samples`, { limit: 20, ...(from && { from }) }, { signal, quiet: true })).data,
    retry: false,
    staleTime: 30_000,
  })
