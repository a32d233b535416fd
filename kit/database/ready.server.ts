import { readdirSync } from 'node:fs'
import pg from 'pg'
import { verifyKey, WrongKey } from '../secrets/key-check.server.ts'
import type { Keyring } from '../secrets/keyring.server.ts'
import { migrationsFolder } from './migrate.server.ts'
import { systemSession } from './session.server.ts'
import { ignore } from '../log/ignore.server.ts'
import { codeOf } from '../errors/caught.ts'

export type DatabaseReadiness = {
  database: 'ok' | 'unreachable' | 'login_refused'
  migrations: 'ok' | 'behind' | 'unknown'
  key: 'ok' | 'wrong' | 'unknown'
}

/**
 * Signs in anew, as a connection that was opened before may go on working when nobody else could open one, and looks whether the
 * database is as new as this program and belongs to this machine's key. `more` is asked over the same connection.
 */
export async function databaseReadiness<T>(
  app_url: string,
  keys: Keyring,
  more: (client: pg.Client) => Promise<T>,
): Promise<DatabaseReadiness & { more?: T }> {
  const client = new pg.Client({
    connectionString: app_url,
    application_name: 'weft readiness',
    connectionTimeoutMillis: 3_000,
    query_timeout: 5_000,
    options: systemSession,
  })
  client.on('error', ignore('a connection is gone, which the query under way is told'))
  try {
    await client.connect()
    const { rows } = await client.query<{ name: string }>('select name from migrations')
    const ran = new Set(rows.map((row) => row.name))
    const migrations = readdirSync(migrationsFolder).every((name) => !name.endsWith('.sql') || ran.has(name))
      ? 'ok'
      : 'behind'
    const key = await verifyKey(client, keys).then(
      () => 'ok' as const,
      (error: unknown) => (error instanceof WrongKey ? ('wrong' as const) : Promise.reject(error as Error)),
    )
    return { database: 'ok', migrations, key, more: await more(client) }
  } catch (error) {
    ignore('the database is not ready, which the answer says')(error)
    const refused = ['28P01', '28000', '42501'].includes(codeOf(error))
    return { database: refused ? 'login_refused' : 'unreachable', migrations: 'unknown', key: 'unknown' }
  } finally {
    void client.end().catch(ignore('a connection that is given up could not be closed'))
  }
}
