import { emailOutside } from '@weft/kit/define/workspace.ts'
import { user as resource } from '@weft/catalogue/resources/user/user.ts'
import { userContract, type UserChanges } from '@weft/contracts/users.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { inScope, systemScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { escapeLike, etagOf, refuseMoved } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql, type ExpressionBuilder } from 'kysely'
import { permissionsOfRole, refuseStronger, type Member } from '../../auth/role-rules.ts'
import { invite } from '../../auth/password-links.ts'
import { refuseWeakPassword } from '../../auth/password-rules.ts'
import { endSessions } from '../../auth/sessions.ts'
import type { AppContext } from '../../context.ts'
import { furtherDomains } from '../tenants/workspace.ts'

const own = defineMessages({
  notYourself: {
    en: 'You cannot deactivate or delete yourself.',
    de: 'Sie können sich nicht selbst deaktivieren oder löschen.',
  },
  notYourRole: { en: 'You cannot change your own role.', de: 'Sie können Ihre eigene Rolle nicht ändern.' },
})

/**
 * Users below the caller: the provider's staff, a partner's, a tenant's. Whose a user is, is decided once, when the
 * user is made.
 */
export const userRoutes =
  (context: AppContext<'db' | 'mailer' | 'security'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, userContract)
    const { db } = context

    on('GET /users', ({ scope, query }) => inScope(db, scope, (trx) => listUsers(trx, query)))

    on('GET /users/:id', async ({ scope, params }, reply) => {
      const data = await readUser(db, scope, params.id)
      return reply.header('etag', etagOf(data)).code(200).send({ data })
    })

    on('POST /users', async ({ scope, body, user }, reply) => {
      const { password: given, password_confirmation: _, send_welcome_email, ...entry } = body
      const password = given || undefined
      const place = await placeOf(db, scope, entry)
      await refuseAddress(db, entry.email, [place.workspace, ...(await domainsOf(db, place))])
      if (password !== undefined)
        await refuseWeakPassword(context, 'password', password, [entry.email, entry.first_name, entry.last_name])
      const password_hash = password === undefined ? null : await hashPassword(password)
      const { workspace: __, ...belongs } = place
      const { id } = await inScope(db, scope, async (trx) => {
        refuseStronger(user, place.kind, await permissionsOfRole(trx, place, entry.role))
        return trx
          .insertInto('users')
          .values({ ...entry, ...belongs, password_hash })
          .returning('id')
          .executeTakeFirstOrThrow()
      })
      const meta = send_welcome_email ? await invite(context, { ...entry, id }) : undefined
      const data = await readUser(db, scope, id)
      return reply
        .header('etag', etagOf(data))
        .code(201)
        .send({ data, ...(meta && { meta }) })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /users/:id`, async ({ scope, params, body, headers, user }, reply) => {
        await changeUser(context, scope, user, params.id, body, headers['if-match'])
        const data = await readUser(db, scope, params.id)
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    // Of all there is to a user each section answers its own part: the contract leaves out the rest.
    for (const section of ['information', 'access_data', 'profile'] as const) {
      on(`GET /users/:id/${section}`, async ({ scope, params }) => ({ data: await readUser(db, scope, params.id) }))
      on(`PUT /users/:id/${section}`, async ({ scope, params, body, user }) => {
        await changeUser(context, scope, user, params.id, body)
        return { data: await readUser(db, scope, params.id) }
      })
    }

    on('DELETE /users/:id', async ({ scope, params, user }, reply) => {
      if (params.id === user.id) throw new Conflict('NOT_YOURSELF', own.notYourself())
      await inScope(db, scope, async (trx) => {
        const found = await trx
          .selectFrom('users')
          .select(['kind', 'partner_id', 'tenant_id', 'role'])
          .where('id', '=', params.id)
          .forUpdate()
          .executeTakeFirst()
        if (!found) throw notFound()
        refuseStronger(user, found.kind as Member['kind'], await permissionsOfRole(trx, found as Member, found.role))
        await trx.deleteFrom('users').where('id', '=', params.id).execute()
      })
      return reply.code(204).send(null)
    })
  }

const columns = [
  'salutation',
  'title',
  'first_name',
  'last_name',
  'email',
  'role',
  'language',
  'username',
  'job',
  'company',
  'phone',
  'active',
  'id',
  'kind',
  'partner_id',
  'tenant_id',
  'workspace',
  'profile_picture',
  'last_sign_in_at',
  'invited_at',
  'ip_check_active',
  'created_at',
  'updated_at',
] as const
/** Invited, active, throttled, locked or deactivated: what keeps them from signing in comes first. */
const userState = sql<'invited' | 'active' | 'throttled' | 'locked' | 'deactivated'>`case
  when not u.active then 'deactivated' when u.locked_at is not null then 'locked' when weft_throttled_until(u.email) is not null then 'throttled'
  when u.password_hash is null then 'invited' else 'active' end`
const userRows = (trx: Scoped) =>
  trx
    .selectFrom('users as u')
    .leftJoin('tenants as t', 't.id', 'u.tenant_id')
    .leftJoin('partners as p', 'p.id', 'u.partner_id')
    .leftJoin('roles as r', (join) =>
      join
        .onRef('r.name', '=', 'u.role')
        .on(
          sql<boolean>`r.tenant_id is not distinct from u.tenant_id and r.partner_id is not distinct from u.partner_id`,
        ),
    )
    .select(columns.map((name) => `u.${name}` as const))
    .select([
      'u.id as uuid',
      sql<string>`trim(concat(u.first_name, ' ', u.last_name))`.as('name'),
      sql<string | null>`coalesce(t.name, p.name)`.as('belongs_to'),
      'r.display_name as role_name',
      userState.as('state'),
    ])

async function listUsers(
  trx: Scoped,
  query: ListQuery & { partner_id?: string | undefined; tenant_id?: string | undefined },
) {
  const term = query.searchTerm ?? query.title
  const wanted = {
    ...filtersOf(query),
    ...(query.partner_id && { partner_id: query.partner_id }),
    ...(query.tenant_id && { tenant_id: query.tenant_id }),
  }
  const filters = Object.entries(wanted).filter(([name]) =>
    ['kind', 'role', 'active', 'tenant_id', 'partner_id', 'language'].includes(name),
  )
  const matching = (eb: ExpressionBuilder<any, any>) =>
    eb.and([
      ...(term ? [eb.or(resource.list.search.map((name) => eb(`u.${name}`, 'ilike', `%${escapeLike(term)}%`)))] : []),
      ...filters.map(([name, value]) => eb(sql<string>`${sql.ref(`u.${name}`)}::text`, '=', value)),
    ])
  const [, down, sorted] =
    /^(-?)(first_name|last_name|email|role|language|active|created_at|updated_at|last_sign_in_at|name|belongs_to)$/.exec(
      query.sort ?? '',
    ) ?? []
  const { limit, offset } = toLimitOffset(query)
  const order =
    sorted === undefined || sorted === 'name'
      ? sql.ref('u.last_name')
      : sorted === 'belongs_to'
        ? sql.ref('belongs_to')
        : sql.ref(`u.${sorted}`)
  const data = await userRows(trx)
    .where(matching)
    .orderBy(order, down ? 'desc' : 'asc')
    .orderBy('u.id')
    .limit(limit)
    .offset(offset)
    .execute()
  const { total } = await trx
    .selectFrom('users as u')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where(matching)
    .executeTakeFirstOrThrow()
  return { data, meta: metaOf(query, Number(total)) }
}

async function readUser(db: Database, scope: Scope, id: string) {
  const found = await inScope(db, scope, (trx) => userRows(trx).where('u.id', '=', id).executeTakeFirst())
  if (!found) throw notFound()
  return found
}

type Place = {
  kind: 'admin' | 'partner' | 'client'
  partner_id: string | null
  tenant_id: string | null
  workspace: string
}

/** Where a new user belongs: the caller's own level, or the partner or tenant below it that was named. */
async function placeOf(
  db: Database,
  scope: Scope,
  { partner_id, tenant_id }: { partner_id?: string | null | undefined; tenant_id?: string | null | undefined },
): Promise<Place> {
  const tenant = tenant_id ?? scope.tenant_id
  const partner = partner_id ?? scope.partner_id
  return inScope(db, scope, async (trx) => {
    if (tenant) {
      const row = await trx.selectFrom('tenants').select('workspace').where('id', '=', tenant).executeTakeFirst()
      if (!row) throw notFound()
      return { kind: 'client', tenant_id: tenant, partner_id: null, ...row }
    }
    if (partner) {
      const row = await trx.selectFrom('partners').select('workspace').where('id', '=', partner).executeTakeFirst()
      if (!row) throw notFound()
      return { kind: 'partner', partner_id: partner, tenant_id: null, ...row }
    }
    const setting = await trx
      .selectFrom('settings')
      .select('value')
      .where('key', '=', 'admin_workspace')
      .executeTakeFirst()
    return { kind: 'admin', partner_id: null, tenant_id: null, workspace: String(setting?.value ?? '') }
  })
}

/** Where an account has further workspace domains, an address may belong to any of them. */
const domainsOf = async (
  db: Database,
  { tenant_id, partner_id }: { tenant_id: string | null; partner_id: string | null },
) => (tenant_id || partner_id ? furtherDomains(db, (tenant_id ?? partner_id)!) : [])

async function refuseAddress(db: Database, email: string, domains: string[], mine?: string) {
  if (!domains.includes(email.split('@')[1]!)) throw invalidField('email', emailOutside({ domain: domains[0]! }))
  const known = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('users')
      .select('id')
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
      .executeTakeFirst(),
  )
  if (known && known.id !== mine) throw invalidField('email', texts.emailTaken({ email }))
}

async function changeUser(
  context: AppContext<'db' | 'security'>,
  scope: Scope,
  caller: Caller,
  id: string,
  { password, password_confirmation: _, ...body }: UserChanges,
  ifMatch?: string,
) {
  const { db } = context
  const before = await readUser(db, scope, id)
  refuseMoved(ifMatch, before)
  const member = before as typeof before & Member
  const { email, role, workspace } = member
  if (id === caller.id && body.active === false) throw new Conflict('NOT_YOURSELF', own.notYourself())
  if (id === caller.id && body.role !== undefined && body.role !== role)
    throw new Conflict('NOT_YOUR_ROLE', own.notYourRole())
  if (body.email !== undefined && body.email !== email)
    await refuseAddress(
      db,
      body.email,
      [workspace, (await placeOf(db, scope, member)).workspace, ...(await domainsOf(db, member))],
      id,
    )
  if (password !== undefined)
    await refuseWeakPassword(context, 'password', password, [body.email ?? email, body.first_name, body.last_name])
  const set = { ...body, ...(password !== undefined && { password_hash: await hashPassword(password) }) }
  await inScope(db, scope, async (trx) => {
    for (const one of new Set([role, body.role ?? role]))
      refuseStronger(caller, member.kind, await permissionsOfRole(trx, member, one))
    if (Object.keys(set).length > 0) await trx.updateTable('users').set(set).where('id', '=', id).execute()
  })
  if (password !== undefined || body.active === false)
    await inScope(db, systemScope, (trx) => endSessions(trx, id, caller.session_id))
}
