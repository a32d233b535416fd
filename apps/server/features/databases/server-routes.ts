import { databaseServerContract } from '@weft/contracts/database-servers.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import type { Administrator } from '@weft/engine/provisioning/database-servers/database-server.ts'
import { lookAtServer } from '@weft/engine/provisioning/database-servers/health.server.ts'
import { serverAt } from '@weft/engine/provisioning/database-servers/server.server.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { seal, unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'

const own = defineMessages({
  inUse: {
    en: 'This server holds {count, plural, one {# database} other {# databases}}. Move them to another server first.',
    de: 'Auf diesem Server {count, plural, one {liegt # Datenbank} other {liegen # Datenbanken}}. Verschieben Sie diese zuerst auf einen anderen Server.',
  },
  kept: {
    en: 'A database left behind by a move still lies on this server. Drop it first, or wait until its days are over.',
    de: 'Auf diesem Server liegt noch eine Datenbank, die nach einem Umzug aufbewahrt wird. Löschen Sie diese zuerst, oder warten Sie, bis die Frist abgelaufen ist.',
  },
  embedded: {
    en: 'The built-in server belongs to the installation.',
    de: 'Der eingebaute Server gehört zur Installation.',
  },
})
const passwordPlace = (id: string) => placeIn(sealedColumns.server_password, { id })

/** The servers on which tenants' databases are created, with their health. The administrator's password goes in and never comes out. */
export const databaseServerRoutes =
  ({ db, key }: AppContext<'db' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, databaseServerContract)

    // How many tenants a server carries is known across all of them.
    const seen = (id: string) => inScope(db, systemScope, (trx) => row(trx, id))

    on('GET /database_servers', () =>
      inScope(db, systemScope, async (trx) => {
        const data = await rows(trx)
        return { data, meta: { page: 1, perPage: Math.max(1, data.length), total: data.length, lastPage: 1 } }
      }),
    )

    on('GET /database_servers/:id', async ({ params }) => ({ data: await seen(params.id) }))

    on('POST /database_servers', async ({ scope, body: { password, ...entry } }, reply) => {
      const id = randomUUID()
      await inScope(db, scope, (trx) =>
        trx
          .insertInto('database_servers')
          .values({ ...entry, id, password: seal(key, passwordPlace(id), password) })
          .execute(),
      )
      await lookAtServer(db, key, id)
      return reply.code(201).send({ data: await seen(id) })
    })

    for (const method of ['PUT', 'POST'] as const)
      on(`${method} /database_servers/:id`, async ({ scope, params, body: { password, ...entry } }) => {
        await inScope(db, scope, async (trx) => {
          const set = { ...entry, ...(password && { password: seal(key, passwordPlace(params.id), password) }) }
          if (Object.keys(set).length > 0)
            await trx.updateTable('database_servers').set(set).where('id', '=', params.id).execute()
        })
        const { host, port } = await seen(params.id)
        // Whoever has a database there finds it where the server is now.
        if (entry.host !== undefined || entry.port !== undefined)
          await inScope(db, systemScope, (trx) =>
            trx.updateTable('tenant_connections').set({ host, port }).where('server_id', '=', params.id).execute(),
          )
        await lookAtServer(db, key, params.id)
        return { data: await seen(params.id) }
      })

    on('DELETE /database_servers/:id', async ({ scope, params }, reply) => {
      const { databases, embedded } = await seen(params.id)
      if (embedded) throw new Conflict('SERVER_EMBEDDED', own.embedded())
      if (databases > 0) throw new Conflict('SERVER_IN_USE', own.inUse({ count: databases }))
      await inScope(db, scope, (trx) => trx.deleteFrom('database_servers').where('id', '=', params.id).execute()).catch(
        (error: Error & { code?: string }) => {
          throw error.code === '23503' ? new Conflict('SERVER_IN_USE', own.kept(), { cause: error }) : error
        },
      )
      return reply.code(204).send(null)
    })

    on('POST /database_servers/test', async ({ scope, body: { id, password, ...at }, language }) => {
      const stored =
        id === undefined
          ? undefined
          : await inScope(db, scope, (trx) =>
              trx.selectFrom('database_servers').select('password').where('id', '=', id).executeTakeFirst(),
            )
      const secret =
        password || (id !== undefined && stored?.password ? unseal(key, passwordPlace(id), stored.password) : '')
      return { data: await tried({ ...at, password: secret, embedded: false }, language) }
    })

    on('POST /database_servers/:id/test', async ({ scope, params, language }) => {
      const found = await inScope(db, scope, (trx) =>
        trx.selectFrom('database_servers').selectAll().where('id', '=', params.id).executeTakeFirst(),
      )
      if (!found) throw notFound()
      const data = await tried(
        { ...found, password: found.password ? unseal(key, passwordPlace(found.id), found.password) : '' },
        language,
      )
      await lookAtServer(db, key, params.id)
      return { data }
    })
  }

async function tried(at: Administrator & { engine: string }, language: Language) {
  const began = performance.now()
  const found = await serverAt(at)
    .then((server) => server.version())
    .then(
      (version) => ({ ok: true, version, message: null, detail: null }),
      (error: Error & { cause?: Error }) => ({
        ok: false,
        version: null,
        message: say(texts.databaseNotOpened(), language),
        detail: (error.cause ?? error).message,
      }),
    )
  return { ...found, milliseconds: Math.round(performance.now() - began) }
}

async function rows(trx: Scoped, id?: string) {
  const { rows: found } = await sql<ServerRow>`
    select s.id, s.name, s.engine, s.host, s.port, s.username, s.embedded, s.active, s.created_at, s.updated_at,
      h.reachable, h.version, h.latency_ms, h.bytes, h.connections, h.connections_most, h.separates_users, h.checked_at, h.detail,
      (select count(*)::int from tenant_connections c where c.server_id = s.id) as databases,
      (select count(distinct c.tenant_id)::int from tenant_connections c where c.server_id = s.id) as tenants
    from database_servers s left join database_server_health h on h.server_id = s.id
    where ${id ?? null}::uuid is null or s.id = ${id ?? null}::uuid order by s.embedded desc, s.name`.execute(trx)
  return found.map(
    ({
      reachable,
      version,
      latency_ms,
      bytes,
      connections,
      connections_most,
      separates_users,
      checked_at,
      detail,
      ...entry
    }) => ({
      ...entry,
      password: { set: true },
      health:
        checked_at === null
          ? null
          : {
              reachable: reachable!,
              version,
              latency_ms,
              bytes: bytes === null ? null : Number(bytes),
              connections,
              connections_most,
              separates_users,
              checked_at,
              detail,
            },
    }),
  )
}

type ServerRow = {
  id: string
  name: string
  engine: string
  host: string
  port: number
  username: string
  embedded: boolean
  active: boolean
  created_at: string
  updated_at: string
  reachable: boolean | null
  version: string | null
  latency_ms: number | null
  bytes: string | null
  connections: number | null
  connections_most: number | null
  separates_users: boolean | null
  checked_at: string | null
  detail: string | null
  databases: number
  tenants: number
}

async function row(trx: Scoped, id: string) {
  const [found] = await rows(trx, id)
  if (!found) throw notFound()
  return found
}
