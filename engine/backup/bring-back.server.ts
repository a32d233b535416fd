import { randomBytes } from 'node:crypto'
import path from 'node:path'
import type pg from 'pg'
import { inScope, openDatabase, openPool, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
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

/** The superuser of the installation's own PostgreSQL, by its address. */
export function administratorOf(cluster: string): Administrator {
  const { hostname: host, port, username, password } = new URL(cluster)
  return { host, port: Number(port), username, password, embedded: true }
}

type Own = { db: Database; keys: Keyring; /** The superuser's address of the own PostgreSQL. */ cluster: string }

/**
 * Brings parts of a backup that lay on other servers into databases of the installation's own PostgreSQL. Nothing on the other servers is
 * touched: the installation that was copied may still use them.
 */
export async function bringBack(
  folder: string,
  parts: readonly string[],
  { cluster, keys, say }: Omit<Own, 'db'> & { say(line: string): void },
): Promise<void> {
  const pool = openPool(appUrl(databaseUrl(cluster, 'weft'), appPassword(keys.root)), {
    max: 2,
    application: 'weft restore',
  })
  const own = { db: openDatabase(pool), keys, cluster }
  try {
    for (const name of parts) {
      const [, kind, tenant_id] = databasePart.exec(name) ?? []
      if (!tenant_id) continue
      say(`Bringing ${name} into the databases …`)
      await (kind === 'records' ? bringRecords : bringDocuments)(own, path.join(folder, name), tenant_id)
    }
  } finally {
    await pool.end()
  }
}

const databasePart = /^(records|documents)-([0-9a-f-]{36})\.jsonl\.zst$/
/** Whether a part of a backup holds what lay on another server. */
export const wasElsewhere = (part: string) => databasePart.test(part) || tenantOfStorage(part) !== undefined

const bringRecords = (own: Own, file: string, tenant_id: string) =>
  intoDatabaseOf(own, { tenant_id, name: 'tenant' }, async (place) =>
    loadRecords(file, await storeIn(async () => place), await projectsOf(own.db, tenant_id)),
  )

const bringDocuments = (own: Own, file: string, tenant_id: string) =>
  intoDatabaseOf(own, { tenant_id, name: 'documents' }, ({ pool }) => bringDocumentsInto(pool as pg.Pool, file))

const kinds = {
  tenant: { prefix: 'weft_t_', engine: 'postgres', step: 'create_database' },
  documents: { prefix: 'weft_d_', engine: 'postgres_documents', step: 'initialize_documents' },
} as const

/** Makes a database with a login, says in the tenant's connection that it lies there, and opens it by that. */
async function intoDatabaseOf(
  { db, keys, cluster }: Own,
  { tenant_id, name }: { tenant_id: string; name: keyof typeof kinds },
  work: (place: Relational) => Promise<void>,
) {
  const { prefix, engine, step } = kinds[name]
  const administrator = administratorOf(cluster)
  const database = `${prefix}${tenant_id.replaceAll('-', '').slice(-12)}_${randomBytes(3).toString('hex')}`
  const password = generatePassword()
  await postgresServer(administrator).create({ database, username: database, password })
  const server = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('database_servers').select('id').where('embedded', '=', true).executeTakeFirstOrThrow(),
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
