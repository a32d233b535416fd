import type mysql from 'mysql2/promise'
import type pg from 'pg'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { postgresStore } from './postgres/store.server.ts'
import type { RecordStore } from './store.ts'

/** Where the records of a tenant live. */
export async function recordStore(databases: TenantDatabases, tenant_id: string): Promise<RecordStore> {
  const relational = await databases.relational(tenant_id)
  const pool = async () => (await databases.relational(tenant_id)).pool
  if (relational.engine === 'postgres') return postgresStore(pool as () => Promise<pg.Pool>)
  const { mysqlStore } = await import('./mysql/store.server.ts') // a worker of PostgreSQL tenants need not hold it in memory
  return mysqlStore(pool as () => Promise<mysql.Pool>, relational.database)
}
