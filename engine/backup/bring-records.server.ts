import { randomBytes } from 'node:crypto'
import { inScope, openDatabase, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { appPassword, appUrl } from '@weft/kit/database/migrate.server.ts'
import { databaseUrl } from '@weft/kit/database/prepare.server.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { seal } from '@weft/kit/secrets/seal.server.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import { connectTo } from '../connections/tenant-databases.server.ts'
import { projectsOf } from '../moves/copy.server.ts'
import { noteWhatUndoingDrops } from '../moves/move.server.ts'
import type { Administrator } from '../provisioning/database-servers/database-server.ts'
import { postgresServer } from '../provisioning/database-servers/postgres.server.ts'
import { storeIn } from '../records/store.server.ts'
import { loadRecords } from './records-elsewhere.server.ts'

/** The superuser of the installation's own PostgreSQL, by its address. */
export function administratorOf(cluster: string): Administrator {
  const { hostname: host, port, username, password } = new URL(cluster)
  return { host, port: Number(port), username, password, embedded: true }
}

/**
 * Brings the records of a tenant that lay on another server into a database of the installation's own PostgreSQL, whose superuser's
 * address `cluster` is. Nothing on the other server is touched: the installation that was copied may still use it.
 */
export async function bringRecords({
  file,
  tenant_id,
  cluster,
  keys,
}: {
  file: string
  tenant_id: string
  cluster: string
  keys: Keyring
}): Promise<void> {
  const administrator = administratorOf(cluster)
  const database = `weft_t_${tenant_id.replaceAll('-', '').slice(-12)}_${randomBytes(3).toString('hex')}`
  const own = generatePassword()
  await postgresServer(administrator).create({ database, username: database, password: own })
  const pool = openPool(appUrl(databaseUrl(cluster, 'weft'), appPassword(keys.root)), {
    max: 2,
    application: 'weft restore',
  })
  const db = openDatabase(pool)
  try {
    const server = await inScope(db, systemScope, (trx) =>
      trx.selectFrom('database_servers').select('id').where('embedded', '=', true).executeTakeFirstOrThrow(),
    )
    const sealed = seal(keys, placeIn(sealedColumns.connection_password, { tenant_id, name: 'tenant' }), own)
    const { host, port } = administrator
    const place = { host, port, database, username: database, password: sealed, new_password: null }
    await inScope(db, { level: 'tenant', tenant_id }, (trx) =>
      trx
        .updateTable('tenant_connections')
        .set({ ...place, engine: 'postgres', server_id: server.id })
        .where('name', '=', 'tenant')
        .execute(),
    )
    await noteWhatUndoingDrops(db, {
      ...{ tenant_id, target_server_id: server.id, target_engine: 'postgres', target_database: database },
    })
    const opened = await connectTo(keys, { ...place, tenant_id, name: 'tenant', engine: 'postgres' }, 2)
    try {
      await loadRecords(file, await storeIn(async () => opened), await projectsOf(db, tenant_id))
    } finally {
      await opened.pool.end()
    }
  } finally {
    await pool.end()
  }
}
