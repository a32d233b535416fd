import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { excessPermissions, isReadyMade, readyMade, rolesOf, type UserKind } from '@weft/kit/define/permissions.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { Forbidden } from '@weft/kit/errors/errors.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { permissionsFor } from './rights.ts'

const texts = defineMessages({
  wrongRole: { en: 'This role does not exist at this level.', de: 'Diese Rolle gibt es auf dieser Ebene nicht.' },
  stronger: {
    en: 'You cannot give, change or take away rights that you do not have yourself: {rights}',
    de: 'Sie können keine Rechte vergeben, ändern oder entziehen, die Sie selbst nicht haben: {rights}',
  },
})

/** Whose users these are: a partner's, a tenant's, or nobody's but the provider's. */
export type Member = { kind: UserKind; partner_id: string | null; tenant_id: string | null }

/**
 * What a role of that level allows; refused when there is no such role. An own role stays as it is until the transaction ends, so
 * that it is not deleted while it is being given.
 */
export async function permissionsOfRole(
  trx: Scoped,
  { kind, partner_id, tenant_id }: Member,
  role: string,
): Promise<ReadonlySet<string>> {
  if (isReadyMade(role)) {
    if (!rolesOf[kind].includes(role)) throw invalidField('role', texts.wrongRole())
    return readyMade(role)
  }
  const own = await trx
    .selectFrom('roles')
    .select(['id', 'updated_at', 'permissions'])
    .where('name', '=', role)
    .where('partner_id', 'is not distinct from', partner_id)
    .where('tenant_id', 'is not distinct from', tenant_id)
    .forKeyShare()
    .executeTakeFirst()
  if (!own) throw invalidField('role', texts.wrongRole())
  return permissionsFor(kind, role, own as { id: string; updated_at: string; permissions: string[] })
}

/**
 * Nobody reaches beyond their own rights among their equals: neither with a role they make or give, nor by changing
 * somebody who has more. Below their own level they administer whatever that level can have.
 */
export function refuseStronger(caller: Caller, kind: UserKind, permissions: Iterable<string>) {
  const more = caller.kind === kind ? excessPermissions(permissions, caller.permissions) : []
  if (more.length > 0) throw new Forbidden('BEYOND_OWN_RIGHTS', texts.stronger({ rights: more.sort().join(', ') }))
}
