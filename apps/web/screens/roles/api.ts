import { api, type Item, type List } from '@weft/kit/ui/api.ts'
import { useQuery } from '@tanstack/react-query'
import { useLevel } from '../shared/level.ts'

export type KnownRole = {
  id: string
  name: string
  display_name: string
  description: string
  ready_made: boolean
  permissions: string[]
  users: number
  updated_at: string | null
}
export type Member = { id: string; name: string; email: string; role: string; active: boolean }
type Because = 'role' | 'always' | 'role_lacks' | 'level_lacks' | 'deactivated'
export type Reason = { permission: string; granted: boolean; because: Because; roles: string[] }
export type Reasons = { user: Member; role: KnownRole | null; permissions: Reason[] }

function useAsked<T>(path: string, enabled = true) {
  const { name, headers } = useLevel()
  return useQuery({
    queryKey: [path, name],
    queryFn: ({ signal }) => api.get<T>(path, {}, { signal, quiet: true, headers, host: 'app' }),
    enabled,
  })
}

export const useRoles = (enabled = true) => useAsked<List<KnownRole>>('/roles', enabled)
/** Which permissions users of the level can have at all. */
export const usePossible = () => useAsked<Item<{ possible: string[]; always: string[] }>>('/permissions')
export const useMembers = () => useAsked<Item<Member[]>>('/roles/members')
export const useReasons = (id: string | undefined) =>
  useAsked<Item<Reasons>>(`/users/${id}/permissions`, id !== undefined)
