import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { isReadyMade, type UserKind } from '@weft/kit/define/permissions.ts'
import { permissionsFor } from './rights.ts'

const blankAvatar = '/avatar-blank.svg'

/** The user as the session knows them. */
export async function profileOf(trx: Scoped, id: string) {
  const user = await trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const language = await trx
    .selectFrom('languages')
    .select(['id', 'label', 'short'])
    .where('short', '=', user.language)
    .executeTakeFirstOrThrow()
  const role = isReadyMade(user.role) ? undefined : await ownRoleOf(trx, user)
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email
  return {
    id: user.id,
    uuid: user.id,
    kind: user.kind,
    role: user.role,
    // Ready-made roles have a name in each language; an own one has one of its own.
    ...(role && { role_name: role.display_name }),
    permissions: [...permissionsFor(user.kind as UserKind, user.role, role ?? null)].sort(),
    core_data: { firstname: user.first_name, lastname: user.last_name },
    name,
    surname: user.last_name,
    email: user.email,
    username: user.username,
    job: user.job,
    phone: user.phone,
    profile_picture: user.profile_picture ?? blankAvatar,
    language,
    language_id: language.id,
  }
}

/** The tenant or partner a session belongs to, in the shape the sign-in answer speaks of. */
export async function levelOf(
  trx: Scoped,
  user: { kind: string; partner_id: string | null; tenant_id: string | null },
) {
  if (user.kind === 'partner') {
    const partner = await trx
      .selectFrom('partners')
      .select(['id', 'name', 'short', 'language', 'api_token', 'active'])
      .where('id', '=', user.partner_id!)
      .executeTakeFirstOrThrow()
    return {
      ...partner,
      uuid: partner.id,
      tenantable_type: 'partner',
      tenantable: { id: partner.id, name: partner.name, api_token: partner.api_token },
    }
  }
  if (user.kind === 'client') {
    const tenant = await trx
      .selectFrom('tenants')
      .select(['id', 'name', 'short', 'language', 'api_token', 'active', 'partner_id'])
      .where('id', '=', user.tenant_id!)
      .executeTakeFirstOrThrow()
    return {
      ...tenant,
      uuid: tenant.id,
      tenantable_type: 'client',
      tenantable: { id: tenant.id, name: tenant.name, api_token: tenant.api_token },
    }
  }
  return undefined
}

type Member = { role: string; partner_id: string | null; tenant_id: string | null }

/** The role a user's company has made for them. */
const ownRoleOf = (trx: Scoped, { role, partner_id, tenant_id }: Member) =>
  trx
    .selectFrom('roles')
    .select(['id', 'display_name', 'updated_at', 'permissions'])
    .where('name', '=', role)
    .where('partner_id', 'is not distinct from', partner_id)
    .where('tenant_id', 'is not distinct from', tenant_id)
    .executeTakeFirst() as Promise<
    { id: string; display_name: string; updated_at: string; permissions: string[] } | undefined
  >
