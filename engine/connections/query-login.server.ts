import { createHash, createHmac } from 'node:crypto'
import type mysql from 'mysql2/promise'
import pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { PostgresClient } from '@weft/kit/network/postgres-client.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'

/** The login that users' own SQL runs with: it reads one tenant's database, and has no rights over the sessions of the tenant's own login. */
export type QueryLogin = {
  username: string
  password: string
  /** Makes it on its server, or gives it this password. */ create(): Promise<void>
}

/** So many bytes may a login's name have: PostgreSQL cuts it, MySQL refuses it; MariaDB would take more. */
const mostNameBytes = { postgres: 63, mysql: 32 }

/** One for each database; the name is known to whoever drops the database. */
export function queryLoginOf(database: string, engine: 'postgres' | 'mysql'): string {
  const name = `${database}_reader`
  const most = mostNameBytes[engine]
  return Buffer.byteLength(name) <= most
    ? name
    : `weft_${createHash('sha256')
        .update(database)
        .digest('hex')
        .slice(0, Math.min(32, most - 12))}_reader`
}

/** Derived and kept nowhere: every machine with the key knows it. */
export const queryPassword = (keys: Keyring, database: string) =>
  createHmac('sha256', keys.root).update(`reader of ${database}`).digest('base64url')

type Pool = pg.Pool | mysql.Pool
const logins = new WeakMap<Pool, QueryLogin & { ready: Set<string> }>()

/** Says which login users' own SQL has beside those of a pool. */
export const separateQueries = (pool: Pool, login: QueryLogin) => void logins.set(pool, { ...login, ready: new Set() })

/** The login of users' own SQL beside a pool; none where the server is not registered here. */
export const queryLoginBeside = (pool: Pool): QueryLogin | undefined => logins.get(pool)

/**
 * How a user's own query connects: by the login made for it, which is made and let into the project's schema where it was not yet. A
 * database on a server that is not registered here has only the tenant's own login.
 */
export async function queryOptions(pool: pg.Pool, schema: string): Promise<pg.ClientConfig> {
  const login = logins.get(pool)
  if (!login) return pool.options
  const url = new URL(pool.options.connectionString!)
  url.username = encodeURIComponent(login.username)
  url.password = encodeURIComponent(login.password)
  const options = { ...pool.options, connectionString: url.href }
  if (login.ready.has(schema)) return options
  const isIn = await letIn(pool, login.username, schema).catch(async (error: { code?: string }) => {
    if (error.code !== undefinedObject) throw error
    await login.create()
    return letIn(pool, login.username, schema)
  })
  await tryLogin(options).catch(async (error: { code?: string }) => {
    if (!wrongPassword.includes(error.code ?? '')) throw error
    await login.create() // the server came back from a copy, or the installation has a new root
  })
  if (isIn) login.ready.add(schema)
  return options
}

const undefinedObject = '42704'
const wrongPassword = ['28P01', '28000']

/** Lets it read a project's tables and those to come. Only the first time anything is changed; answers whether there is a schema yet. */
async function letIn(pool: pg.Pool, login: string, schema: string): Promise<boolean> {
  const { rows } = await pool.query<{ database: string; known: boolean; ready: boolean }>(
    `select current_database() as database, to_regnamespace($2) is not null as known, has_database_privilege($1, current_database(), 'connect')
      and case when to_regnamespace($2) is null then true else has_schema_privilege($1, to_regnamespace($2)::oid, 'usage') end as ready`,
    [login, schema],
  )
  const { database, known, ready } = rows[0]!
  if (ready) return known
  const [role, within, name] = [login, schema, database].map(pg.escapeIdentifier) as [string, string, string]
  await inTransaction(pool, async (client) => {
    await client.query("select pg_advisory_xact_lock(hashtext('weft query login'))") // two at once would change the same rights
    await client.query(`grant connect on database ${name} to ${role}`)
    if (known)
      await client.query(
        `grant usage on schema ${within} to ${role}; grant select on all tables in schema ${within} to ${role}; alter default privileges in schema ${within} grant select on tables to ${role}`,
      )
  })
  return known
}

async function tryLogin(options: pg.ClientConfig) {
  const client = new PostgresClient(options)
  client.on('error', ignore('a connection is gone, which whoever tries a login is told'))
  try {
    await client.connect()
  } finally {
    await client.end()
  }
}
