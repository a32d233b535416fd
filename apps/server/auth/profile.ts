import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { permissionsOf, type Role } from '@weft/kit/define/permissions.ts'

const blankAvatar = '/avatar-blank.svg'

/** The user as the session knows him. */
export async function profileOf(trx: Scoped, id: string) {
  const user = await trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  const language = await trx.selectFrom('languages').selectAll().where('short', '=', user.language).executeTakeFirstOrThrow()
  const name = [user.first_name, user.last_name].filter(Boolean).join(' ') || user.email
  return {
    id: user.id,
    uuid: user.id,
    kind: user.kind,
    role: user.role,
    permissions: permissionsOf(user.role as Role),
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
export async function levelOf(trx: Scoped, user: { kind: string; partner_id: string | null; tenant_id: string | null }) {
  if (user.kind === 'partner') {
    const partner = await trx.selectFrom('partners').select(['id', 'name', 'short', 'language', 'api_token', 'active']).where('id', '=', user.partner_id!).executeTakeFirstOrThrow()
    return { ...partner, uuid: partner.id, tenantable_type: 'partner', tenantable: { id: partner.id, name: partner.name, api_token: partner.api_token } }
  }
  if (user.kind === 'client') {
    const tenant = await trx.selectFrom('tenants').select(['id', 'name', 'short', 'language', 'api_token', 'active', 'partner_id']).where('id', '=', user.tenant_id!).executeTakeFirstOrThrow()
    return { ...tenant, uuid: tenant.id, tenantable_type: 'client', tenantable: { id: tenant.id, name: tenant.name, api_token: tenant.api_token } }
  }
  return undefined
}
