import { isReadyMade, rolesOf, type UserKind } from '@weft/kit/define/permissions.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useMemo } from 'react'
import { useRoles } from '../roles/api.ts'
import { useLevel } from '../shared/level.ts'

/** The names of the roles a user can be given; `own` says how the company's own ones are called. */
export type RoleChoices = { names: string[]; own: Record<string, string> }

/** The ready-made roles for a kind of user, the own ones of the level one works on, and the one the user has. */
export function useRoleChoices(kind: UserKind, now?: { role: string; role_name?: string | null }): RoleChoices {
  const may = useMay()
  const level = useLevel()
  const { data } = useRoles(may('users.view') && level.kind === kind)
  return useMemo(() => {
    const made = (level.kind === kind ? (data?.data ?? []) : [])
      .filter((role) => !role.ready_made)
      .map((role) => [role.name, role.display_name] as const)
    const own = Object.fromEntries([
      ...(now && !isReadyMade(now.role) ? [[now.role, now.role_name ?? now.role] as const] : []),
      ...made,
    ])
    return { names: [...rolesOf[kind], ...Object.keys(own)], own }
  }, [data, kind, level.kind, now?.role, now?.role_name])
}
