import { sql } from 'kysely'
import type { Scoped } from '@weft/kit/database/connect.server.ts'

/** What tenants have used in some days; `storage_bytes` is the mean of the days they were measured on, summed over them. */
export type Usage = {
  runs: number
  records: number
  excluded_runs: number
  excluded_records: number
  storage_bytes: number
}

/** The usage of these tenants together, both days included. */
export async function readUsage(trx: Scoped, tenant_ids: string[], from: string, to: string): Promise<Usage> {
  if (tenant_ids.length === 0) return { runs: 0, records: 0, excluded_runs: 0, excluded_records: 0, storage_bytes: 0 }
  const { rows } = await sql<Record<keyof Usage, string | number>>`
    select coalesce(sum(runs), 0)::bigint as runs, coalesce(sum(records), 0)::bigint as records, coalesce(sum(excluded_runs), 0)::bigint as excluded_runs,
      coalesce(sum(excluded_records), 0)::bigint as excluded_records,
      (select coalesce(sum(bytes), 0)::bigint from (select avg(database_bytes + file_bytes) as bytes from storage_days where tenant_id = any(${tenant_ids}) and day between ${from} and ${to} group by tenant_id) m) as storage_bytes
    from usage_days where tenant_id = any(${tenant_ids}) and day between ${from} and ${to}`.execute(trx)
  const usage = rows[0]!
  return {
    runs: Number(usage.runs),
    records: Number(usage.records),
    excluded_runs: Number(usage.excluded_runs),
    excluded_records: Number(usage.excluded_records),
    storage_bytes: Number(usage.storage_bytes),
  }
}
