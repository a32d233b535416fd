import type { Answer } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useQuery } from '@tanstack/react-query'

export type Agent = Answer<'GET', '/agents'>['data']['agents'][number]
/** As it is shown once. */
export type Issued = { agent: Agent; code: string; expires_at: string }

export const useAgents = (isWanted = true) =>
  useQuery({
    enabled: isWanted,
    queryKey: ['/agents'],
    queryFn: ({ signal }) => api.get('/agents', {}, { signal, quiet: true }),
    refetchInterval: 10_000,
  })
