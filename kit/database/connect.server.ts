import { Kysely, PostgresDialect, sql, type RawBuilder, type SqlBool, type Transaction } from 'kysely'
import pg from 'pg'
import { parseJson } from '../define/parse-json.ts'
import { beforeCommit, currentRequest } from './request-context.server.ts'
import { applicationName, sessionLimits, systemSession } from './session.server.ts'
import type { Tables } from './tables.ts'
import { ignore } from '../log/ignore.server.ts'
import { PostgresClient } from '../network/postgres-client.server.ts'

// Rows are JSON everywhere: times are ISO 8601 text, decimals text, and numbers numbers as long as they are exact.
const types = new pg.TypeOverrides()
types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text: string) => new Date(text).toISOString())
types.setTypeParser(pg.types.builtins.DATE, (text: string) => text)
types.setTypeParser(pg.types.builtins.JSON, parseJson)
types.setTypeParser(pg.types.builtins.JSONB, parseJson)
types.setTypeParser(pg.types.builtins.INT8, (text: string) => {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : text
})

export type Database = Kysely<Tables>
export type Scoped = Transaction<Tables>

type Nobody = { partner_id?: undefined; tenant_id?: undefined; project_id?: undefined; user_id?: string | undefined }
export type ProviderScope = Nobody & { level: 'provider' }
export type PartnerScope = Omit<Nobody, 'partner_id'> & { level: 'partner'; partner_id: string }
export type TenantScope = Omit<Nobody, 'tenant_id' | 'project_id'> & {
  level: 'tenant'
  tenant_id: string
  project_id?: string | undefined
}
export type ProjectScope = TenantScope & { project_id: string }
/**
 * Who is asking, and with it the database role that asks: its policies are what a query sees. Every query of the control database runs in a
 * transaction that has said so; row-level security does the rest.
 * `system` is the engine's own work across tenants (claiming jobs, looking up a session) and reaches only what it is opened to.
 */
export type Scope = (Nobody & { level: 'system' }) | ProviderScope | PartnerScope | TenantScope

type Opening = {
  max?: number
  application?: string
  level?: 'system'
  /** So long somebody waits for a connection, a new one or a free one of the pool. */
  connect_ms?: number
  /** So long the database works on one statement; a pool for long work says here how long that is. */
  statement_ms?: number
}

/**
 * `level: 'system'` opens connections that have said for good that they are the engine's own: single statements across tenants
 * (claiming, journalling, accepting) then need no transaction around them. Never for anything a caller may shape.
 */
export function openPool(
  url: string,
  { max = 10, application = 'weft', level, connect_ms = 30_000, statement_ms = 120_000 }: Opening = {},
) {
  const pool = new pg.Pool({
    Client: PostgresClient,
    connectionString: url,
    max,
    types,
    application_name: applicationName(application),
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: connect_ms,
    statement_timeout: statement_ms,
    keepAlive: true,
    options: level ? `${sessionLimits} ${systemSession}` : sessionLimits,
  })
  pool.on('error', ignore('an idle connection is gone, and replaced on the next use'))
  pool.on('connect', (client) => client.on('error', ignore('a connection is gone, which the query under way is told')))
  return pool
}

export const openDatabase = (pool: pg.Pool): Database => new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })

/** The role whose policies the scope is under; a tenant in one of its projects has its own. */
const roleOf = ({ level, project_id }: Scope) => (level === 'tenant' && project_id ? 'weft_project' : `weft_${level}`)

const scopes = new WeakMap<Scoped, Scope>()

/**
 * Says in a query whose rows of a project's table it reads, beside row-level security, which decides. What a policy compares with is computed
 * for each row that no index has chosen (about 1 µs, migration 0219); said here it is compared once.
 */
export function ownRows(trx: Scoped, table: string): RawBuilder<SqlBool> {
  const { tenant_id, project_id } = scopes.get(trx) ?? {}
  const said = Object.entries({ tenant_id, project_id }).flatMap(([column, id]) =>
    id === undefined ? [] : [sql<SqlBool>`${sql.ref(`${table}.${column}`)} = ${id}::uuid`],
  )
  return said.length > 0 ? sql<SqlBool>`(${sql.join(said, sql` and `)})` : sql<SqlBool>`true`
}

/** Runs `work` in one transaction that sees only what the scope may see. */
export function inScope<T>(db: Database, scope: Scope, work: (trx: Scoped) => Promise<T>): Promise<T> {
  return db.transaction().execute(async (trx) => {
    await sql`select set_config('weft.level', ${scope.level}, true), set_config('weft.partner', ${scope.partner_id ?? ''}, true),
      set_config('weft.tenant', ${scope.tenant_id ?? ''}, true), set_config('weft.project', ${scope.project_id ?? ''}, true),
      set_config('weft.user', ${scope.user_id ?? ''}, true), set_config('weft.request', ${currentRequest()}, true),
      set_config('role', ${roleOf(scope)}, true)`.execute(trx)
    scopes.set(trx, scope)
    const answer = await work(trx)
    if (scope.level === 'tenant') await beforeCommit()?.(trx)
    return answer
  })
}

export const systemScope: Scope = { level: 'system' }
