import type { routeWhitelist } from '@weft/catalogue/resources/route-whitelist/route-whitelist.ts'
import { routeWhitelistContract } from '@weft/contracts/route-whitelists.ts'
import { inScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { escapeLike, etagOf, refuseMoved } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { routePatterns, isAllowed, type RouteAllowlist } from '../../auth/rights.ts'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  noAddress: {
    en: 'At least one address is needed before this can be active.',
    de: 'Vor dem Aktivieren wird mindestens eine Adresse benötigt.',
  },
  noRoute: { en: 'There is no such route.', de: 'Eine solche Route gibt es nicht.' },
  userNeeded: {
    en: 'User is required: name at least one, or make the entry public.',
    de: 'Benutzer ist ein Pflichtfeld: Nennen Sie mindestens einen, oder machen Sie den Eintrag öffentlich.',
  },
  noUser: { en: 'Some of these users do not exist.', de: 'Einige dieser Benutzer gibt es nicht.' },
  lockOut: {
    en: 'With this you could no longer call {route} from your address ({address}). Please confirm that you want this.',
    de: 'Damit könnten Sie {route} von Ihrer Adresse ({address}) aus nicht mehr aufrufen. Bitte bestätigen Sie, dass Sie das möchten.',
  },
})

type Entry = z.output<typeof routeWhitelist.draft>

/** Lists of where routes may be called from: the provider's, which hold for all, and those of a tenant, for whoever works in it. */
export const routeWhitelistRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, routeWhitelistContract)

    let routes: { exact: string[]; all: Set<string> } | undefined
    const known = () => (routes ??= routesOf(app.routeUrls()))

    on('GET /route_whitelists/routes', () => ({ data: [...known().all].sort() }))

    for (const place of [
      { at: '/route_whitelists', one: '/route_whitelists/:id', entry: 'id', of: undefined },
      { at: '/clients/:id/whitelist', one: '/clients/:id/whitelist/:entry_id', entry: 'entry_id', of: 'id' },
    ] as const) {
      const tenantOf = (params: Partial<Record<string, string>>) => (place.of ? params[place.of]! : null)
      const idOf = (params: Partial<Record<string, string>>) => params[place.entry]!
      const inPlace = <T>(
        scope: Scope,
        params: Partial<Record<string, string>>,
        work: (trx: Scoped, tenant_id: string | null) => Promise<T>,
      ) => reach(db, scope, tenantOf(params), work)

      on(`GET ${place.at}`, ({ scope, params, query }) =>
        inPlace(scope, params, async (trx, tenant_id) => {
          const term = `%${escapeLike(query.searchTerm ?? query.title ?? '')}%`
          const matching = of(trx, tenant_id).where((eb) =>
            eb.or([eb('route', 'ilike', term), eb('description', 'ilike', term)]),
          )
          const { limit, offset } = toLimitOffset(query)
          const data = await matching.selectAll().orderBy('route').orderBy('id').limit(limit).offset(offset).execute()
          const { total } = await matching
            .select((eb) => eb.fn.countAll<number>().as('total'))
            .executeTakeFirstOrThrow()
          return { data, meta: metaOf(query, Number(total)) }
        }),
      )

      on(`GET ${place.one}`, async ({ scope, params }, reply) => {
        const data = await inPlace(scope, params, async (trx, tenant_id) =>
          of(trx, tenant_id).selectAll().where('id', '=', idOf(params)).executeTakeFirst(),
        )
        if (!data) throw notFound()
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

      on(`POST ${place.at}`, async (request, reply) => {
        const { confirmed, ...entry } = request.body
        const data = await inPlace(request.scope, request.params, async (trx, tenant_id) => {
          await refuseWrong(trx, entry, known().all)
          const row = await trx
            .insertInto('route_whitelists')
            .values({ ...stored(entry), tenant_id } as never)
            .returningAll()
            .executeTakeFirstOrThrow()
          if (!confirmed) await refuseLockOut(trx, tenant_id, [row.route], request)
          return row
        })
        return reply.header('etag', etagOf(data)).code(201).send({ data })
      })

      on(`PUT ${place.one}`, async (request, reply) => {
        const { confirmed, ...body } = request.body
        const data = await inPlace(request.scope, request.params, async (trx, tenant_id) => {
          const before = await of(trx, tenant_id)
            .selectAll()
            .where('id', '=', idOf(request.params))
            .forUpdate()
            .executeTakeFirst()
          if (!before) throw notFound()
          refuseMoved(request.headers['if-match'], before)
          await refuseWrong(trx, { ...(before as unknown as Entry), ...body } as Entry, known().all)
          if (Object.keys(body).length === 0) return before
          const row = await trx
            .updateTable('route_whitelists')
            .set(stored(body) as never)
            .where('id', '=', before.id)
            .returningAll()
            .executeTakeFirstOrThrow()
          if (!confirmed) await refuseLockOut(trx, tenant_id, [before.route, row.route], request)
          return row
        })
        return reply.header('etag', etagOf(data)).code(200).send({ data })
      })

      on(`DELETE ${place.one}`, async (request, reply) => {
        await inPlace(request.scope, request.params, async (trx, tenant_id) => {
          const before = await of(trx, tenant_id)
            .select(['id', 'route'])
            .where('id', '=', idOf(request.params))
            .executeTakeFirst()
          if (!before) throw notFound()
          await trx.deleteFrom('route_whitelists').where('id', '=', before.id).execute()
          if (!request.query.confirmed) await refuseLockOut(trx, tenant_id, [before.route], request)
        })
        return reply.code(204).send(null)
      })
    }
  }

/** Every documented path without its host, and the `…/*` that mean several. */
function routesOf(addresses: string[]) {
  const exact = [
    ...new Set(addresses.filter((address) => address.startsWith('/api/')).map((address) => routePatterns(address)[0]!)),
  ]
  return { exact, all: new Set(exact.flatMap((route) => routePatterns(route))) }
}

/** Works on the provider's lists, or on those of a tenant that the caller has below them. */
async function reach<T>(
  db: AppContext['db'],
  scope: Scope,
  tenant_id: string | null,
  work: (trx: Scoped, tenant_id: string | null) => Promise<T>,
): Promise<T> {
  if (tenant_id === null) return inScope(db, scope, (trx) => work(trx, null))
  const below = await inScope(db, scope, (trx) =>
    trx.selectFrom('tenants').select('id').where('id', '=', tenant_id).executeTakeFirst(),
  )
  if (!below) throw notFound()
  return inScope(db, { level: 'tenant', tenant_id, user_id: scope.user_id }, (trx) => work(trx, tenant_id))
}

const of = (trx: Scoped, tenant_id: string | null) =>
  trx.selectFrom('route_whitelists').where('tenant_id', 'is not distinct from', tenant_id)

const stored = (entry: object) =>
  Object.fromEntries(
    Object.entries(entry).map(([key, value]) => [key, Array.isArray(value) ? JSON.stringify(value) : value]),
  )

async function refuseWrong(trx: Scoped, entry: Entry, routes: ReadonlySet<string>) {
  if (!routes.has(entry.route)) throw invalidField('route', texts.noRoute())
  if (entry.active && entry.addresses.length === 0) throw invalidField('addresses', texts.noAddress())
  if (entry.active && !entry.public && entry.users.length === 0) throw invalidField('users', texts.userNeeded())
  if (entry.users.length === 0) return
  const found = await trx.selectFrom('users').select('id').where('id', 'in', entry.users).execute()
  if (found.length < new Set(entry.users).size) throw invalidField('users', texts.noUser())
}

/** Throwing takes the change back with its transaction. */
async function refuseLockOut(trx: Scoped, tenant_id: string | null, routes: string[], { ip, user }: FastifyRequest) {
  for (const route of new Set(routes)) {
    const gates = (await of(trx, tenant_id)
      .select(['addresses', 'public', 'users'])
      .where('route', '=', route)
      .where('active', '=', true)
      .execute()) as unknown as RouteAllowlist[]
    if (gates.length > 0 && !isAllowed(gates, { address: ip, user_id: user.id }))
      throw new Conflict('LOCKS_YOU_OUT', texts.lockOut({ route, address: ip }))
  }
}
