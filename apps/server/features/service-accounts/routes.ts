import { serviceAccountContract, type ServiceAccount } from '@weft/contracts/service-accounts.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { excessPermissions, maxPermissionsFor, type Subject } from '@weft/kit/define/permissions.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Forbidden } from '@weft/kit/errors/errors.ts'
import { filtersOf, metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { escapeLike, etagOf, refuseMoved } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql, type RawBuilder } from 'kysely'
import { issueServiceToken } from '../../auth/service-accounts.ts'
import type { AppContext } from '../../context.ts'
import { kindOf, memberOf } from '../../auth/level.ts'

const texts = defineMessages({
  beyondOwn: {
    en: 'A service account can never have more rights than whoever makes, changes or renews it: {rights}',
    de: 'Ein Dienstkonto kann nie mehr Rechte haben, als wer es anlegt, ändert oder erneuert: {rights}',
  },
  notHere: {
    en: 'Service accounts of this level cannot have: {rights}',
    de: 'Dienstkonten dieser Ebene können das nicht haben: {rights}',
  },
  project: {
    en: 'There is no such project in this tenant.',
    de: 'Dieses Projekt gibt es in diesem Mandanten nicht.',
  },
  noTenant: {
    en: 'Only a tenant’s service account can belong to a project.',
    de: 'Nur das Dienstkonto eines Mandanten kann zu einem Projekt gehören.',
  },
  past: { en: 'Please choose a time that is still to come.', de: 'Bitte wählen Sie einen Zeitpunkt in der Zukunft.' },
})

/** What lies in a project, so that the account of one can do something with it. */
const inProject: ReadonlySet<string> = new Set<Subject>([
  'workflows',
  'structures',
  'records',
  'insights',
  'queries',
  'connections',
  'references',
  'jobs',
  'tokens',
  'projects',
])

/** Accounts of programs: of the provider, a partner, a tenant or one project, with tokens in place of a password. */
export const serviceAccountRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, serviceAccountContract)

    on('GET /service_accounts', ({ scope, query }) => inScope(db, scope, (trx) => listAccounts(trx, scope, query)))

    on('GET /service_accounts/self', async ({ user }) => {
      if (!user.service_account) throw notFound()
      const { id, email: name, kind, partner_id, tenant_id, permissions, session_id } = user
      const { project_id } = user.service_account
      const { expires_at } = await inScope(db, { level: 'system' }, (trx) =>
        trx
          .selectFrom('service_account_tokens')
          .select('expires_at')
          .where('id', '=', session_id)
          .executeTakeFirstOrThrow(),
      )
      const level = project_id
        ? 'project'
        : ({ admin: 'provider', partner: 'partner', client: 'tenant' } as const)[kind]
      return {
        data: { id, name, level, partner_id, tenant_id, project_id, permissions: [...permissions].sort(), expires_at },
      }
    })

    on('GET /service_accounts/:id', async ({ scope, params }, reply) => {
      const data = await inScope(db, scope, (trx) => readAccount(trx, scope, params.id))
      return reply.header('etag', etagOf(data)).code(200).send({ data })
    })

    on('POST /service_accounts', async ({ scope, user, body }, reply) => {
      const { expires_at, permissions, addresses, ...entry } = body
      refuseExcess(user, scope, body)
      const data = await inScope(db, scope, async (trx) => {
        if (entry.project_id) await refuseForeignProject(trx, scope, entry.project_id)
        const { id } = await trx
          .insertInto('service_accounts')
          .values({
            ...entry,
            ...ownerOf(scope),
            permissions: JSON.stringify(permissions),
            addresses: JSON.stringify(addresses),
            created_by: scope.user_id ?? null,
          })
          .returning('id')
          .executeTakeFirstOrThrow()
        return { token: await issue(trx, scope, id, expires_at), account: await readAccount(trx, scope, id) }
      })
      return reply.header('etag', etagOf(data.account)).code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /service_accounts/:id`, async ({ scope, user, params, body, headers }, reply) => {
        const data = await inScope(db, scope, async (trx) => {
          const before = await lockAccount(trx, scope, params.id)
          refuseMoved(headers['if-match'], before)
          refuseExcess(user, scope, before)
          if (body.permissions) refuseExcess(user, scope, { ...before, permissions: body.permissions })
          const { permissions, addresses, ...plain } = body
          const set = {
            ...plain,
            ...(permissions && { permissions: JSON.stringify(permissions) }),
            ...(addresses && { addresses: JSON.stringify(addresses) }),
          }
          if (Object.keys(set).length > 0)
            await trx.updateTable('service_accounts').set(set).where('id', '=', before.id).execute()
          return readAccount(trx, scope, before.id)
        })
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('DELETE /service_accounts/:id', async ({ scope, params }, reply) => {
      await inScope(db, scope, async (trx) => {
        const { id } = await lockAccount(trx, scope, params.id)
        await trx.deleteFrom('service_accounts').where('id', '=', id).execute()
      })
      return reply.code(204).send(null)
    })

    on('POST /service_accounts/:id/tokens', async ({ scope, user, params, body }, reply) => {
      const data = await inScope(db, scope, async (trx) => {
        const account = await lockAccount(trx, scope, params.id)
        // Whoever holds its token can do what it can.
        refuseExcess(user, scope, account)
        if (body.overlap_hours !== null) await endAfter(trx, account.id, body.overlap_hours)
        const token = await issue(trx, scope, account.id, body.expires_at)
        return { token, account: await readAccount(trx, scope, account.id) }
      })
      return reply.code(201).send({ data })
    })

    on('POST /service_accounts/:id/tokens/:token_id/revoke', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        const { id } = await lockAccount(trx, scope, params.id)
        const { numUpdatedRows } = await trx
          .updateTable('service_account_tokens')
          .set({ revoked_at: sql`coalesce(revoked_at, now())` })
          .where('id', '=', params.token_id)
          .where('service_account_id', '=', id)
          .executeTakeFirstOrThrow()
        if (numUpdatedRows === 0n) throw notFound()
        return { data: await readAccount(trx, scope, id) }
      }),
    )
  }

const ownerOf = (scope: Scope) => {
  const { partner_id, tenant_id } = memberOf(scope)
  return { partner_id, tenant_id }
}

type Granted = { permissions: readonly string[]; project_id: string | null }

/** Neither more than whoever asks, nor more than an account of this level can do anything with. */
function refuseExcess(user: Caller, scope: Scope, { permissions, project_id }: Granted) {
  const most = maxPermissionsFor(kindOf(scope))
  const possible = new Set([...most].filter((one) => !project_id || inProject.has(one.split('.')[0]!)))
  const impossible = excessPermissions(permissions, possible)
  if (impossible.length > 0) throw invalidField('permissions', texts.notHere({ rights: impossible.join(', ') }))
  const beyond = excessPermissions(permissions, user.permissions)
  if (beyond.length > 0) throw new Forbidden('BEYOND_OWN_RIGHTS', texts.beyondOwn({ rights: beyond.join(', ') }))
}

async function refuseForeignProject(trx: Scoped, scope: Scope, project_id: string) {
  if (scope.level !== 'tenant') throw invalidField('project_id', texts.noTenant())
  const found = await trx.selectFrom('projects').select('id').where('id', '=', project_id).executeTakeFirst()
  if (!found) throw invalidField('project_id', texts.project())
}

async function issue(trx: Scoped, scope: Scope, service_account_id: string, expires_at: string | null) {
  if (expires_at && new Date(expires_at) <= new Date()) throw invalidField('expires_at', texts.past())
  const { token, ...kept } = issueServiceToken()
  await trx
    .insertInto('service_account_tokens')
    .values({ service_account_id, ...ownerOf(scope), ...kept, expires_at })
    .execute()
  return token
}

/** The tokens there are end after so many hours, unless they do before. */
const endAfter = (trx: Scoped, service_account_id: string, hours: number) =>
  trx
    .updateTable('service_account_tokens')
    .set({ expires_at: sql<string>`least(expires_at, now() + make_interval(hours => ${hours}))` })
    .where('service_account_id', '=', service_account_id)
    .where('revoked_at', 'is', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', sql<string>`now()`)]))
    .execute()

/** The condition that an account is the level's own: the provider's scope shows those below as well. */
function ofLevel(scope: Scope): RawBuilder<boolean> {
  const { partner_id, tenant_id } = memberOf(scope)
  return sql`a.partner_id is not distinct from ${partner_id}::uuid and a.tenant_id is not distinct from ${tenant_id}::uuid`
}

const accounts = sql`
  select a.id, a.project_id, a.name, a.description, a.permissions, a.addresses, a.active, a.created_by, a.created_at, a.updated_at,
    p.name as project_name, nullif(trim(concat(u.first_name, ' ', u.last_name)), '') as created_by_name, t.*
  from service_accounts a
  left join projects p on p.id = a.project_id
  left join users u on u.id = a.created_by
  cross join lateral (
    select max(i.last_used_at) as last_used_at, (array_agg(i.last_used_address order by i.last_used_at desc nulls last))[1] as last_used_address,
      count(*) filter (where i.revoked_at is null and (i.expires_at is null or i.expires_at > now()))::int as active_tokens,
      min(i.expires_at) filter (where i.revoked_at is null and i.expires_at > now()) as expires_at
    from service_account_tokens i where i.service_account_id = a.id) t`

async function listAccounts(trx: Scoped, scope: Scope, query: ListQuery) {
  const { active, project_id } = filtersOf(query)
  const term = query.searchTerm ?? query.title
  const conditions = [
    ofLevel(scope),
    ...(active ? [sql`a.active = ${active === 'true'}`] : []),
    ...(project_id ? [sql`a.project_id = ${project_id}::uuid`] : []),
    ...(term ? [sql`(a.name ilike ${`%${escapeLike(term)}%`} or a.description ilike ${`%${escapeLike(term)}%`})`] : []),
  ]
  const where = sql.join(conditions, sql` and `)
  const { limit, offset } = toLimitOffset(query)
  const { rows } = await sql<ServiceAccount>`
    ${accounts} where ${where} order by lower(a.name), a.id limit ${limit} offset ${offset}`.execute(trx)
  const counted = await sql<{ n: number }>`select count(*)::int as n from service_accounts a where ${where}`.execute(
    trx,
  )
  return { data: rows, meta: metaOf(query, counted.rows[0]!.n) }
}

async function readAccount(trx: Scoped, scope: Scope, id: string) {
  const { rows } = await sql<ServiceAccount>`${accounts} where ${ofLevel(scope)} and a.id = ${id}`.execute(trx)
  const [account] = rows
  if (!account) throw notFound()
  const tokens = await trx
    .selectFrom('service_account_tokens')
    .select(['id', 'beginning', 'expires_at', 'revoked_at', 'last_used_at', 'last_used_address', 'created_at'])
    .select(
      sql<string>`case when revoked_at is not null then 'revoked' when expires_at <= now() then 'expired' else 'active' end`.as(
        'state',
      ),
    )
    .where('service_account_id', '=', id)
    .orderBy('created_at', 'desc')
    .limit(100)
    .execute()
  return { ...account, tokens }
}

async function lockAccount(trx: Scoped, scope: Scope, id: string) {
  const { rows } = await sql<{ id: string; project_id: string | null; permissions: string[]; updated_at: string }>`
    select a.id, a.project_id, a.permissions, a.updated_at from service_accounts a
    where ${ofLevel(scope)} and a.id = ${id} for update`.execute(trx)
  if (!rows[0]) throw notFound()
  return rows[0]
}
