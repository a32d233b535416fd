import type { Answer, Known, ListRow } from '@weft/kit/contracts/client.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useLevel } from '../shared/level.ts'

export type KnownRole = ListRow<'/roles'>
export type Reasons = Answer<'GET', `/users/${string}/permissions`>['data']
export type Reason = Reasons['permissions'][number]

function useAsked<const P extends string>(path: P & Known<'GET', P>, enabled = true) {
  const { name, headers } = useLevel()
  return useQuery({
    queryKey: [path, name],
    queryFn: ({ signal }) => api.get<P>(path, undefined, { signal, quiet: true, headers, host: 'app' }),
    enabled,
  })
}

export const useRoles = (enabled = true) => useAsked('/roles', enabled)
/** Which permissions users of the level can have at all. */
export const usePossible = () => useAsked('/permissions')
export const useMembers = () => useAsked('/roles/members')
export const useReasons = (id: string | undefined) => useAsked(`/users/${id}/permissions`, id !== undefined)
