import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useLevel } from '../shared/level.ts'

export type ListedAccount = ListRow<'/service_accounts'>
export type Account = Answer<'GET', `/service_accounts/${string}`>['data']
export type Token = Account['tokens'][number]

/** How the calls of a level are sent: for the provider, the selected partner or the selected tenant. */
export function useLevelOptions() {
  const { headers } = useLevel()
  return { headers, host: 'app', quiet: true } as const
}

export function useAccounts() {
  const { name } = useLevel()
  const options = useLevelOptions()
  return useQuery({
    queryKey: ['/service_accounts', name],
    queryFn: ({ signal }) => api.get('/service_accounts', { noPagination: true }, { ...options, signal }),
  })
}

export function useAccount(id: string | undefined) {
  const { name } = useLevel()
  const options = useLevelOptions()
  return useQuery({
    queryKey: ['/service_accounts', name, id],
    queryFn: ({ signal }) => api.get(`/service_accounts/${id!}`, {}, { ...options, signal }),
    enabled: id !== undefined,
  })
}

/** The projects an account can belong to; only a tenant has some. */
export function useProjects() {
  const { kind, name } = useLevel()
  return useQuery({
    queryKey: ['/projects', 'service accounts', name],
    queryFn: ({ signal }) => api.get('/projects', { noPagination: true }, { signal, quiet: true }),
    enabled: kind === 'client',
  })
}
