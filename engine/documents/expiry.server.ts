import type pg from 'pg'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'

const sixHours = 6 * 3_600_000

/** Removes what has expired from the document stores of all tenants, some times a day. */
export const startDocumentExpiry = (
  pool: pg.Pool,
  databases: Pick<TenantDatabases, 'documents'>,
  { every_ms = sixHours } = {},
) => runExclusiveInterval(pool, 'document expiry', every_ms, () => expireDocuments(pool, databases))

/** Answers how many are gone; a store that is away is asked again with the next round. */
export async function expireDocuments(pool: pg.Pool, databases: Pick<TenantDatabases, 'documents'>): Promise<number> {
  const { rows } = await pool.query<{ id: string }>('select id from tenants where initialized order by id')
  let gone = 0
  for (const { id } of rows)
    gone += await databases
      .documents(id)
      .then((store) => store.expire())
      .catch(ignoring('a document store is away: what has expired there goes with a later round', 0))
  return gone
}
