import { performance } from 'node:perf_hooks'
import type { Kysely } from 'kysely'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { reachServer } from './server.server.ts'

/** Looks at every registered server, all at once, and notes what each said of itself. */
export async function lookAtServers(db: Kysely<Tables>, key: Keyring): Promise<void> {
  const servers = await inScope(db, systemScope, (trx) => trx.selectFrom('database_servers').select('id').execute())
  await Promise.all(servers.map(({ id }) => lookAtServer(db, key, id)))
}

export async function lookAtServer(db: Kysely<Tables>, key: Keyring, server_id: string): Promise<void> {
  const server = await reachServer(db, key, server_id)
  const began = performance.now()
  const found = await server.health().then(
    (health) => ({ reachable: true, ...health, latency_ms: Math.round(performance.now() - began), detail: null }),
    (error: Error & { cause?: Error }) => ({
      reachable: false,
      version: null,
      bytes: null,
      connections: null,
      connections_most: null,
      separates_users: null,
      latency_ms: null,
      detail: (error.cause ?? error).message,
    }),
  )
  const row = { ...found, checked_at: new Date().toISOString() }
  // One that was removed meanwhile needs no health.
  await inScope(db, systemScope, (trx) =>
    trx
      .insertInto('database_server_health')
      .values({ server_id, ...row })
      .onConflict((conflict) => conflict.column('server_id').doUpdateSet(row))
      .execute(),
  ).catch(ignore('the health of a database server was not kept'))
}

/** Looks at once and then every minute. */
export function watchServers(db: Kysely<Tables>, key: Keyring, { every_ms = 60_000 } = {}): { stop(): Promise<void> } {
  let looking: Promise<void> = Promise.resolve()
  const look = () =>
    (looking = lookAtServers(db, key).catch(ignore('database servers are looked at again in a minute')))
  void look()
  const timer = setInterval(look, every_ms).unref()
  return {
    async stop() {
      clearInterval(timer)
      await looking
    },
  }
}
