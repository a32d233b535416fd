import { randomBytes } from 'node:crypto'
import path from 'node:path'
import pg from 'pg'
import { inScope, openDatabase, openPool, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { connectTo, type Relational } from '../connections/tenant-databases.server.ts'
import { projectsOf } from '../moves/copy.server.ts'
import { noteWhatUndoingDrops } from '../moves/move.server.ts'
import type { Administrator } from '../provisioning/database-servers/database-server.ts'
import { postgresServer } from '../provisioning/database-servers/postgres.server.ts'
import { storeIn } from '../records/store.server.ts'
import { bringDocumentsInto } from './documents-elsewhere.server.ts'
import { tenantOfStorage } from './manifest.ts'
import { loadRecords } from './records-elsewhere.server.ts'

/** Who makes databases on a PostgreSQL, by an address of theirs. */
export function administratorOf(url: string, { embedded }: { embedded: boolean }): Administrator {
  const { hostname: host, port, username, password } = new URL(url)
  return {
    ...{ host, port: Number(port || 5432), embedded },
    ...{ username: decodeURIComponent(username), password: decodeURIComponent(password) },
  }
}

/** What is as the start of Weft calls the server that the control database is on. */
const nameOf = ({ embedded }: Administrator) => (embedded ? 'Embedded PostgreSQL' : 'Control database')

/** Notes the server a control database is on now as a place for databases of tenants; the start says with which login. */
export async function noteServer(control: string, administrator: Administrator): Promise<void> {
  const { host, port, username, embedded } = administrator
  const client = new pg.Client({ connectionString: control })
  await client.connect()
  await client
    .query(
      `insert into database_servers (name, engine, embedded, host, port, username) values ($1, 'postgres', $2, $3, $4, $5)
        on conflict (name) do update set host = excluded.host, port = excluded.port, username = excluded.username`,
      [nameOf(administrator), embedded, host, port, username],
    )
    .finally(() => client.end())
}

/** Where an installation comes back: its control database by its owner's address, and who makes databases beside it. */
export type Target = { control: string; administrator: Administrator }
type Own = Target & { db: Database; keys: Keyring }

/**
 * Brings parts of a backup that lay on other servers into databases beside the control database. Nothing on the other servers is touched: the
 * installation that was copied may still use them.
 */
export async function bringBack(
  folder: string,
  parts: readonly string[],
  { control, administrator, keys, say }: Omit<Own, 'db'> & { say(line: string): void },
): Promise<void> {
  const pool = openPool(appUrl(control, appPassword(keys.root)), { max: 2, application: 'weft restore' })
  const own = { db: openDatabase(pool), keys, control, administrator }
  const made: string[] = []
  try {
    for (const name of parts) {
      const [, kind, tenant_id] = databasePart.exec(name) ?? []
      if (!tenant_id) continue
      say(`Bringing ${name} into the databases …`)
      await (kind === 'records' ? bringRecords : bringDocuments)(own, path.join(folder, name), tenant_id, made)
    }
  } catch (error) {
    for (const database of made)
      await postgresServer(administrator)
        .drop({ database, username: database })
        .catch(ignore('a database that was begun could not be dropped'))
    throw error
  } finally {
    await pool.end()
  }
}

const databasePart = /^(records|documents)-([0-9a-f-]{36})\.jsonl\.zst$/
/** Whether a part of a backup holds what lay on another server. */
export const wasElsewhere = (part: string) => databasePart.test(part) || tenantOfStorage(part) !== undefined

const bringRecords = (own: Own, file: string, tenant_id: string, made: string[]) =>
  intoDatabaseOf(own, { tenant_id, name: 'tenant', made }, async (place) =>
    loadRecords(file, await storeIn(async () => place), await projectsOf(own.db, tenant_id)),
  )

const bringDocuments = (own: Own, file: string, tenant_id: string, made: string[]) =>
  intoDatabaseOf(own, { tenant_id, name: 'documents', made }, ({ pool }) => bringDocumentsInto(pool as pg.Pool, file))

const kinds = {
  tenant: { prefix: 'weft_t_', engine: 'postgres', step: 'create_database' },
  documents: { prefix: 'weft_d_', engine: 'postgres_documents', step: 'initialize_documents' },
} as const

/** Makes a database with a login, says in the tenant's connection that it lies there, and opens it by that. */
async function intoDatabaseOf(
  { db, keys, administrator }: Own,
  { tenant_id, name, made }: { tenant_id: string; name: keyof typeof kinds; made: string[] },
  work: (place: Relational) => Promise<void>,
) {
  const { prefix, engine, step } = kinds[name]
  const database = `${prefix}${tenant_id.replaceAll('-', '').slice(-12)}_${randomBytes(3).toString('hex')}`
  const password = generatePassword()
  made.push(database)
  await postgresServer(administrator).create({ database, username: database, password })
  const server = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('database_servers')
      .select('id')
      .$if(administrator.embedded, (rows) => rows.where('embedded', '=', true))
      .$if(!administrator.embedded, (rows) => rows.where('name', '=', nameOf(administrator)))
      .executeTakeFirstOrThrow(),
  )
  const sealed = seal(keys, placeIn(sealedColumns.connection_password, { tenant_id, name }), password)
  const { host, port } = administrator
  const place = { engine, host, port, database, username: database, password: sealed, new_password: null }
  await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
    trx
      .updateTable('tenant_connections')
      .set({ ...place, server_id: server.id })
      .where('name', '=', name)
      .execute(),
  )
  await noteWhatUndoingDrops(db, { tenant_id, step, server_id: server.id, engine: 'postgres', database })
  const opened = await connectTo(keys, { ...place, tenant_id, name }, 2)
  await work(opened).finally(() => opened.pool.end())
}
