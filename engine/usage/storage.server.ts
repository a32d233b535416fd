import type pg from 'pg'
import type { Relational, TenantDatabases } from '../connections/tenant-databases.server.ts'
import { sizeOfDatabase } from '../documents/postgres/store.server.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'
import type { FileStore } from '../file-store/file-store.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'

const everyHour = 3_600_000

/** Measures once a day, by UTC, what each tenant's databases and files take up. One whose database is away is tried again an hour later. */
export const startStorageMeter = (
  pool: pg.Pool,
  fileStore: Pick<FileStore, 'bytes'>,
  databases: TenantDatabases,
  { every_ms = everyHour } = {},
) => runExclusiveInterval(pool, 'storage usage', every_ms, () => measureStorage(pool, fileStore, databases))

/** Measures the tenants that have not been measured that day. Answers how many were. */
export async function measureStorage(
  pool: pg.Pool,
  fileStore: Pick<FileStore, 'bytes'>,
  databases: TenantDatabases,
  now = new Date(),
): Promise<number> {
  const day = now.toISOString().slice(0, 10)
  const { rows } = await pool.query<{ id: string }>(
    `select t.id from tenants t where t.initialized and not exists (select from storage_days s where s.tenant_id = t.id and s.day = $1) order by t.id`,
    [day],
  )
  let measured = 0
  for (const { id } of rows) {
    const database_bytes = await databaseBytes(databases, id).catch(
      ignoring('a tenant’s database is away: it is measured an hour later', undefined),
    )
    if (database_bytes === undefined) continue
    const file_bytes = await fileStore
      .bytes(id)
      .catch(ignoring('a tenant’s files cannot be read: they are measured an hour later', undefined))
    if (file_bytes === undefined) continue
    await pool.query(
      `insert into storage_days (tenant_id, day, database_bytes, file_bytes) values ($1, $2, $3, $4) on conflict (tenant_id, day) do nothing`,
      [id, day, database_bytes, file_bytes],
    )
    measured++
  }
  return measured
}

/** What the tenant's own tables and their indexes take up, those of the documents included; not what an empty database does. */
async function databaseBytes(databases: TenantDatabases, tenant_id: string): Promise<number> {
  const sizes = new Map<string, number>()
  const records = await sizeOf(await databases.relational(tenant_id))
  const documents = await (await databases.documents(tenant_id)).size()
  for (const { place, bytes } of [records, documents]) sizes.set(place, bytes)
  return [...sizes.values()].reduce((sum, bytes) => sum + bytes, 0)
}

/** Records and documents may share a database, which counts once. */
async function sizeOf(relational: Relational): Promise<{ place: string; bytes: number }> {
  if (relational.engine === 'postgres') {
    const { rows } = await relational.pool.query<{ place: string; bytes: number }>(sizeOfDatabase)
    return rows[0]!
  }
  // Each project has a database of its own, named after the tenant's.
  const [rows] = await relational.pool.query(
    `select concat(@@hostname, @@port, database()) as place, coalesce(sum(data_length + index_length), 0) as bytes from information_schema.tables where table_schema = database() or left(table_schema, char_length(database()) + 3) = concat(database(), '_p_')`,
  )
  const { place, bytes } = (rows as { place: string; bytes: string | number }[])[0]!
  return { place, bytes: Number(bytes) }
}
