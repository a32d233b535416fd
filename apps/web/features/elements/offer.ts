import { queryOptions } from '@tanstack/react-query'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'

/** What a project may not use of the house's catalogue, and what plugins add to it. */
export type ToldOffer = Answer<'GET', '/workflow_elements/offer'>['data']

export const offerOfProject = (project: string | undefined) =>
  queryOptions({
    queryKey: ['/workflow_elements/offer', project],
    queryFn: async ({ signal }) => (await api.get('/workflow_elements/offer', {}, { signal, quiet: true })).data,
    staleTime: 30_000,
    retry: false,
  })
