import { setTimeout as sleep } from 'node:timers/promises'
import type mysql from 'mysql2/promise'
import type { Selectable } from 'kysely'
import pg from 'pg'
import { inScope, openPool, type Database } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { unseal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { ignore, ignoring } from '@weft/kit/log/ignore.server.ts'
import type { DocumentStore } from '../documents/document-store.ts'
import { ensureCollections } from '../documents/postgres/collections.server.ts'
import { postgresDocuments } from '../documents/postgres/store.server.ts'
import { queryLoginOf, queryPassword, separateQueries } from './query-login.server.ts'

const texts = defineMessages({
  missing: {
    en: 'This tenant has no database yet. Please finish setting it up.',
    de: 'Dieser Mandant hat noch keine Datenbank. Bitte schließen Sie seine Einrichtung ab.',
  },
  otherEngine: {
    en: 'The document store must be a PostgreSQL database.',
    de: 'Der Dokumentspeicher muss eine PostgreSQL-Datenbank sein.',
  },
  busy: {
    en: 'Too many databases are in use at the moment. Please try again shortly.',
    de: 'Zurzeit sind zu viele Datenbanken in Benutzung. Bitte versuchen Sie es gleich noch einmal.',
  },
})

export type Relational =
  | { engine: 'postgres'; pool: pg.Pool }
  | {
      engine: 'mysql'
      pool: mysql.Pool
      /** Its name begins the names of the databases of the tenant's projects. */ database: string
    }

export type TenantDatabases = {
  /** Where the records of a tenant live. Ask again on every use: it costs a map lookup, and an idle pool is closed. */
  relational(tenant_id: string): Promise<Relational>
  /** The tenant's document store. It may be kept: each of its verbs asks for the pool anew. */
  documents(tenant_id: string): Promise<DocumentStore>
  /** Closes what is open for a tenant, because its login changed or it is going away. */
  forget(tenant_id: string): Promise<void>
  close(): Promise<void>
}

type Open = {
  tenant_id: string
  name: string
  opened: Promise<Relational>
  relational?: Relational
  used_at: number
  /** When its row was last found unchanged, and which row that is. */ seen_at: number
  row: string
}
type Bounds = {
  pools: number
  connections: number
  idle_ms: number
  /** So long a pool is used without asking whether its row still holds. */ fresh_ms: number
}
/** Nobody uses what a connection said longer than this ago; whoever changes one waits as long before counting on it. */
export const settled_ms = 2_000

/**
 * Pools of tenants' databases, opened on first use with the tenant's own login, closed when idle, at most `pools` of them with
 * `connections` each in one process.
 */
export function openTenantDatabases(db: Database, keys: Keyring, bounds: Partial<Bounds> = {}): TenantDatabases {
  const { pools, connections, idle_ms, fresh_ms } = {
    pools: 40,
    connections: 4,
    idle_ms: 60_000,
    fresh_ms: settled_ms,
    ...bounds,
  }
  const open = new Map<string, Open>()
  const sweeper = setInterval(() => closeIdle(Date.now() - idle_ms), Math.max(idle_ms / 4, 100)).unref()

  async function get(tenant_id: string, name: string): Promise<Relational> {
    const id = `${tenant_id}/${name}`
    const known = open.get(id)
    if (known && (await stillHolds(id, known))) {
      known.used_at = Date.now()
      return known.opened
    }
    await room()
    const other = open.get(id)
    if (other) return other.opened
    const entry: Open = {
      tenant_id,
      name,
      used_at: Date.now(),
      seen_at: Date.now(),
      row: '',
      opened: connectionRow(db, tenant_id, name).then(async (row) => {
        entry.row = row?.updated_at ?? ''
        const relational = await connectTo(keys, row, connections)
        if (row) giveQueryLogin(db, keys, row, relational)
        // A store that an older version has made lacks what is new.
        if (name === 'documents') await ensureCollections(postgresPool(relational)).catch(endingIt(relational))
        return relational
      }),
    }
    open.set(id, entry)
    try {
      entry.relational = await entry.opened
    } catch (error) {
      open.delete(id)
      throw error
    }
    return entry.relational
  }

  /** Databases move and passwords change while processes run: the row is looked at again every so often, and a pool of an older one is closed once its work is done. */
  async function stillHolds(id: string, entry: Open): Promise<boolean> {
    if (Date.now() - entry.seen_at < fresh_ms) return true
    entry.seen_at = Date.now()
    await entry.opened.catch(heardElsewhere)
    const row = await connectionRow(db, entry.tenant_id, entry.name).catch(
      ignoring('whether a tenant’s database has moved is looked up later', undefined),
    )
    if (!row || row.updated_at === entry.row) return true
    if (open.get(id) === entry) void drop(id, entry)
    return false
  }

  /** Waits until one more pool may be opened, closing the one longest unused where it can. */
  async function room() {
    for (let tries = 0; open.size >= pools; tries++) {
      // Somebody who was just handed a pool is about to use it.
      const idle = [...open]
        .filter(([, entry]) => isIdle(entry) && entry.used_at < Date.now() - 200)
        .sort((a, b) => a[1].used_at - b[1].used_at)[0]
      if (idle) return drop(...idle)
      if (tries >= 200) throw new Unavailable('DATABASES_BUSY', texts.busy())
      await sleep(50)
    }
  }

  async function drop(id: string, entry: Open) {
    open.delete(id)
    const relational = await entry.opened.catch(heardElsewhere)
    await relational?.pool.end().catch(ignore('a pool of a tenant’s database could not be closed'))
  }

  function closeIdle(unusedSince: number) {
    for (const [id, entry] of open) if (entry.used_at < unusedSince && isIdle(entry)) void drop(id, entry)
  }

  return {
    relational: (tenant_id) => get(tenant_id, 'tenant'),
    async documents(tenant_id) {
      await get(tenant_id, 'documents')
      return postgresDocuments(async () => postgresPool(await get(tenant_id, 'documents')))
    },
    async forget(tenant_id) {
      await Promise.all([...open].filter(([, entry]) => entry.tenant_id === tenant_id).map((found) => drop(...found)))
    },
    async close() {
      clearInterval(sweeper)
      await Promise.all([...open].map((found) => drop(...found)))
    },
  }
}

function postgresPool(relational: Relational): pg.Pool {
  if (relational.engine !== 'postgres') throw new Unavailable('DOCUMENT_ENGINE', texts.otherEngine())
  return relational.pool
}

const endingIt =
  ({ pool }: Relational) =>
  async (error: unknown): Promise<never> => {
    await pool.end().catch(ignore('a pool of a tenant’s database could not be closed'))
    throw error
  }

function isIdle({ relational }: Open) {
  if (!relational) return false
  if (relational.engine === 'postgres')
    return relational.pool.totalCount === relational.pool.idleCount && relational.pool.waitingCount === 0
  const pool = relational.pool.pool as unknown as {
    _allConnections: { length: number }
    _freeConnections: { length: number }
  }
  return pool._allConnections.length === pool._freeConnections.length
}

type ConnectionRow = Selectable<Tables['tenant_connections']>
type LoginRow = Pick<
  ConnectionRow,
  'tenant_id' | 'name' | 'engine' | 'host' | 'port' | 'database' | 'username' | 'password' | 'new_password'
>
const connectionRow = (db: Database, tenant_id: string, name: string): Promise<ConnectionRow | undefined> =>
  inScope(db, { level: 'tenant', tenant_id }, (trx) =>
    trx.selectFrom('tenant_connections').selectAll().where('name', '=', name).executeTakeFirst(),
  )

/** Users' queries have a login of their own in a database that lies on a server registered here. */
function giveQueryLogin(
  db: Database,
  keys: Keyring,
  { server_id, database }: ConnectionRow,
  { engine, pool }: Relational,
) {
  if (!server_id) return
  const login = { username: queryLoginOf(database, engine), password: queryPassword(keys, database) }
  separateQueries(pool, {
    ...login,
    async create() {
      const { reachServer } = await import('../provisioning/database-servers/server.server.ts')
      await (await reachServer(db, keys, server_id)).createQueryLogin({ ...login, database })
    },
  })
}

/** The password of a connection. One that is being changed holds as soon as the server takes it, whoever has not noted that yet. */
export async function passwordOf(keys: Keyring, row: LoginRow): Promise<string> {
  const stored = row.password ? unseal(keys, placeIn(sealedColumns.connection_password, row), row.password) : ''
  if (!row.new_password) return stored
  const fresh = unseal(keys, placeIn(sealedColumns.connection_new_password, row), row.new_password)
  const { tryLogin } = await import('./try-login.server.ts')
  return tryLogin(row.engine, { ...row, password: fresh }).then(
    () => fresh,
    () => stored,
  )
}

/** A bulk import, an index over millions of records or the way to another server is one statement. What somebody waits for is shorter by itself. */
const longestStatement_ms = 6 * 3_600_000

/** A pool for what a row says; not kept anywhere. */
export async function connectTo(keys: Keyring, row: LoginRow | undefined, connections: number): Promise<Relational> {
  if (!row || row.engine === 'mongodb') throw new Unavailable('NO_TENANT_DATABASE', texts.missing())
  const password = await passwordOf(keys, row)
  if (row.engine === 'mysql') {
    const { openMysqlPool } = await import('./mysql-pool.server.ts') // a worker of PostgreSQL tenants need not hold it in memory
    return { engine: 'mysql', pool: openMysqlPool({ ...row, password }, { connections }), database: row.database }
  }
  const url = new URL(`postgres://${row.host}:${row.port}`)
  url.username = encodeURIComponent(row.username)
  url.password = encodeURIComponent(password)
  url.pathname = `/${encodeURIComponent(row.database)}`
  return {
    engine: 'postgres',
    pool: openPool(url.href, { max: connections, connect_ms: 60_000, statement_ms: longestStatement_ms }),
  }
}
