import type { DataRecord } from '@weft/kit/define/record.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { ensureCollections } from '../documents/collections.server.ts'

/** Records that a step hands out in test runs of one user, instead of asking for them. */
export type Pin = { step: string; exit: string; records: DataRecord[] }
type Whose = { tenant_id: string; project_id: string; workflow_id: string; user_id: string }

/** A pin that nobody has set anew is let go after so many days. */
const days = 30

/** Pins lie in the tenant's document store, beside the records that runs have kept. */
export function openPins(databases: Pick<TenantDatabases, 'documents'>) {
  async function poolOf(tenant_id: string) {
    const store = await databases.documents(tenant_id)
    await ensureCollections(store)
    if (store.engine !== 'postgres') throw new Error('documents lie in PostgreSQL')
    return store.pool
  }
  const own = `project_id = $1 and document ->> 'workflow_id' = $2 and document ->> 'user_id' = $3`
  const placeOf = ({ project_id, workflow_id, user_id }: Whose) => [project_id, workflow_id, user_id]

  return {
    async list(whose: Whose): Promise<Pin[]> {
      const { rows } = await (
        await poolOf(whose.tenant_id)
      ).query<{ document: { step: string; exit: string; records: string } }>(
        `select document from pinned_data where ${own} and expires_at > now() order by created_at, id`,
        placeOf(whose),
      )
      return rows.map(({ document: { step, exit, records } }) => ({
        ...{ step, exit },
        records: parseJson(records) as DataRecord[],
      }))
    },
    async set(whose: Whose, { step, exit, records }: Pin): Promise<void> {
      const pool = await poolOf(whose.tenant_id)
      const { workflow_id, user_id } = whose
      // As text: JSONB would give the fields of a record another order.
      const document = { workflow_id, user_id, step, exit, records: JSON.stringify(records) }
      await pool.query(
        `with gone as (delete from pinned_data where ${own} and document ->> 'step' = $4)
         insert into pinned_data (project_id, expires_at, document) values ($1, now() + make_interval(days => $5), $6)`,
        [...placeOf(whose), step, days, JSON.stringify(document)],
      )
    },
    async remove(whose: Whose, step: string): Promise<void> {
      await (
        await poolOf(whose.tenant_id)
      ).query(`delete from pinned_data where (${own} and document ->> 'step' = $4) or expires_at < now()`, [
        ...placeOf(whose),
        step,
      ])
    },
  }
}
