import { user as userResource } from '@weft/catalogue/resources/user/user.ts'
import { roleContract, type KnownRole } from '@weft/contracts/roles.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import {
  actions,
  basePermissions,
  excessPermissions,
  isReadyMade,
  maxPermissionsFor,
  permissions,
  readyMade,
  rolesOf,
  subjects,
  type Permission,
  type UserKind,
} from '@weft/kit/define/permissions.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { metaOf } from '@weft/kit/http/list-query.ts'
import { etagOf, refuseMoved } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { kindOf, memberOf } from '../../auth/level.ts'
import { permissionsFor } from '../../auth/rights.ts'
import { refuseStronger } from '../../auth/role-rules.ts'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  notHere: {
    en: 'Users of this level cannot have: {rights}',
    de: 'Benutzer dieser Ebene können das nicht haben: {rights}',
  },
})

/** The roles of a level: the ready-made ones, which nobody changes, and its own. */
export const roleRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, roleContract)

    on('GET /permissions', ({ scope }) => ({
      data: {
        subjects,
        actions: [...actions],
        possible: permissions.filter((permission) => maxPermissionsFor(kindOf(scope)).has(permission)),
        basePermissions,
      },
    }))

    on('GET /roles', async ({ scope, query, language }) => {
      const all = await inScope(db, scope, (trx) => rolesAt(trx, scope, language))
      const term = (query.searchTerm ?? query.title ?? '').toLowerCase()
      const data = all.filter((one) =>
        [one.display_name, one.name, one.description].some((text) => text.toLowerCase().includes(term)),
      )
      return { data, meta: metaOf({ ...query, noPagination: true }, data.length) }
    })

    on('GET /roles/members', ({ scope }) =>
      inScope(db, scope, async (trx) => {
        const query = ofLevel(
          trx
            .selectFrom('users')
            .select(['id', 'email', 'role', 'active', sql<string>`trim(concat(first_name, ' ', last_name))`.as('name')])
            .orderBy('last_name')
            .limit(1_000),
          scope,
        )
        return { data: await query.execute() }
      }),
    )

    on('GET /roles/:id', async ({ scope, params, language }, reply) => {
      const found = (await inScope(db, scope, (trx) => rolesAt(trx, scope, language))).find(
        ({ id }) => id === params.id,
      )
      if (!found) throw notFound()
      return reply
        .header('etag', etagOf({ updated_at: found.updated_at! }))
        .code(200)
        .send({ data: found })
    })

    on('POST /roles', async ({ scope, user, body }, reply) => {
      const kind = kindOf(scope)
      refuseImpossible(kind, body.permissions)
      refuseStronger(user, kind, body.permissions)
      const { partner_id, tenant_id } = memberOf(scope)
      const data = await inScope(db, scope, (trx) =>
        trx
          .insertInto('roles')
          .values({ ...body, partner_id, tenant_id, permissions: JSON.stringify(body.permissions) })
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
      return reply.header('etag', etagOf(data)).code(201).send({ data })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /roles/:id`, async ({ scope, user, params, body, headers }, reply) => {
        const kind = kindOf(scope)
        const data = await inScope(db, scope, async (trx) => {
          const before = await ownRole(trx, scope, params.id)
          refuseMoved(headers['if-match'], before)
          refuseImpossible(kind, body.permissions ?? [])
          refuseStronger(user, kind, [...(before.permissions as string[]), ...(body.permissions ?? [])])
          const set = { ...body, ...(body.permissions && { permissions: JSON.stringify(body.permissions) }) }
          return Object.keys(set).length === 0
            ? before
            : trx
                .updateTable('roles')
                .set(set as never)
                .where('id', '=', before.id)
                .returningAll()
                .executeTakeFirstOrThrow()
        })
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

    on('DELETE /roles/:id', async ({ scope, user, params }, reply) => {
      await inScope(db, scope, async (trx) => {
        const before = await ownRole(trx, scope, params.id)
        refuseStronger(user, kindOf(scope), before.permissions as string[])
        await trx.deleteFrom('roles').where('id', '=', before.id).execute()
      })
      return reply.code(204).send(null)
    })

    on('GET /users/:id/permissions', async ({ scope, params, language }) => ({
      data: await inScope(db, scope, (trx) => reasonsFor(trx, scope, params.id, language)),
    }))
  }

/** Who belongs to the level itself: the provider's scope shows those below as well. */
const ofLevel = <T>(query: T, scope: Scope): T => {
  const { partner_id, tenant_id } = memberOf(scope)
  return (
    query as unknown as {
      where: (c: string, o: string, v: unknown) => { where: (c: string, o: string, v: unknown) => T }
    }
  )
    .where('partner_id', 'is not distinct from', partner_id)
    .where('tenant_id', 'is not distinct from', tenant_id)
}

async function ownRole(trx: Scoped, scope: Scope, id: string) {
  const found = await ofLevel(
    trx.selectFrom('roles').selectAll().where('id', '=', id).forUpdate(),
    scope,
  ).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

function refuseImpossible(kind: UserKind, wanted: readonly string[]) {
  const rights = excessPermissions(wanted, new Set<string>([...maxPermissionsFor(kind), ...basePermissions]))
  if (rights.length > 0) throw invalidField('permissions', texts.notHere({ rights: rights.join(', ') }))
}

const readyMadeNames = userResource.labels.fields.role as { options: Record<string, Record<Language, string>> }

async function rolesAt(trx: Scoped, scope: Scope, language: Language): Promise<KnownRole[]> {
  const kind = kindOf(scope)
  const own = await ofLevel(trx.selectFrom('roles').selectAll().orderBy('display_name'), scope).execute()
  const counted = await ofLevel(
    trx
      .selectFrom('users')
      .select((eb) => ['role', eb.fn.countAll<number>().as('n')])
      .groupBy('role'),
    scope,
  ).execute()
  const users = (name: string) => Number(counted.find((row) => row.role === name)?.n ?? 0)
  const given = rolesOf[kind].map((name) => ({
    id: name,
    name,
    display_name: readyMadeNames.options[name]![language],
    description: '',
    ready_made: true,
    permissions: [...readyMade(name)].sort(),
    users: users(name),
    created_at: null,
    updated_at: null,
  }))
  return [
    ...given,
    ...own.map((row) => ({
      id: row.id,
      name: row.name,
      display_name: row.display_name,
      description: row.description,
      ready_made: false,
      permissions: (row.permissions as Permission[]).toSorted(),
      users: users(row.name),
      created_at: row.created_at,
      updated_at: row.updated_at,
    })),
  ]
}

/** Each permission of the level with the verdict and where it comes from: everybody, the user's role, or which roles would have it. */
async function reasonsFor(trx: Scoped, scope: Scope, id: string, language: Language) {
  const kind = kindOf(scope)
  const user = await ofLevel(
    trx
      .selectFrom('users')
      .select(['id', 'email', 'role', 'active', sql<string>`trim(concat(first_name, ' ', last_name))`.as('name')])
      .where('id', '=', id),
    scope,
  ).executeTakeFirst()
  if (!user) throw notFound()
  const all = await rolesAt(trx, scope, language)
  const role = all.find(({ name }) => name === user.role)
  const has = permissionsFor(
    kind,
    user.role,
    isReadyMade(user.role) || !role
      ? null
      : { id: role.id, updated_at: role.updated_at!, permissions: role.permissions },
  )
  const possible = maxPermissionsFor(kind)
  const reasons = permissions.map((permission) => ({
    permission,
    granted: Boolean(user.active) && has.has(permission),
    because: !user.active
      ? 'deactivated'
      : (basePermissions as string[]).includes(permission)
        ? 'always'
        : has.has(permission)
          ? 'role'
          : possible.has(permission)
            ? 'role_lacks'
            : 'level_lacks',
    roles: all.filter((one) => one.permissions.includes(permission)).map(({ display_name }) => display_name),
  }))
  return { user, role: role ?? null, permissions: reasons }
}
