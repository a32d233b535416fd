import type mysql from 'mysql2/promise'
import type pg from 'pg'
import type { Relational, TenantDatabases } from '../connections/tenant-databases.server.ts'
import { postgresStore } from './postgres/store.server.ts'
import type { RecordStore } from './store.ts'

/** Where the records of a tenant live. */
export const recordStore = (databases: Pick<TenantDatabases, 'relational'>, tenant_id: string): Promise<RecordStore> =>
  storeIn(() => databases.relational(tenant_id))

/** The records in a database that is asked for anew on each use. */
export async function storeIn(place: () => Promise<Relational>): Promise<RecordStore> {
  const relational = await place()
  const pool = async () => (await place()).pool
  if (relational.engine === 'postgres') return postgresStore(pool as () => Promise<pg.Pool>)
  const { mysqlStore } = await import('./mysql/store.server.ts') // a worker of PostgreSQL tenants need not hold it in memory
  return mysqlStore(pool as () => Promise<mysql.Pool>, relational.database)
}
