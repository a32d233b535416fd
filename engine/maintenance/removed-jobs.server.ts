import { finalInSql } from '@weft/kit/define/job-status.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { log } from '@weft/kit/log/log.server.ts'
import type pg from 'pg'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import { operationsZone } from '../data-sets/operations.server.ts'
import { recordStore } from '../records/store.server.ts'
import type { JobFiles } from '../runtime/job-files.ts'

type Deps = { pool: pg.Pool; jobFiles: JobFiles; databases: Pick<TenantDatabases, 'relational'> }
type Removed = { job_id: string; project_id: string }

const tidiedAtOnce = 500
const foldedAtOnce = 5_000

/** Removes the files of jobs that are gone and their markers in the tenants' databases. A tenant whose database cannot be reached is tidied later. */
export async function tidyRemovedJobs(deps: Deps): Promise<void> {
  const { rows } = await deps.pool.query<{ tenant_id: string; is_there: boolean }>(
    `select r.tenant_id, exists (select from tenants t where t.id = r.tenant_id) as is_there
     from (select distinct tenant_id from removed_jobs where not is_tidied) r`,
  )
  for (const { tenant_id, is_there } of rows)
    try {
      while ((await tidySome(deps, tenant_id, is_there)) === tidiedAtOnce);
    } catch (error) {
      log.warn({ err: error, tenant_id }, 'what removed jobs have left behind could not be tidied up')
    }
}

async function tidySome({ pool, jobFiles, databases }: Deps, tenant_id: string, is_there: boolean): Promise<number> {
  const { rows } = await pool.query<Removed>(
    `select job_id, project_id from removed_jobs where tenant_id = $1 and not is_tidied limit ${tidiedAtOnce}`,
    [tenant_id],
  )
  if (is_there) await forgetMarkers(databases, tenant_id, rows)
  await jobFiles.removeJobs(rows.map(({ job_id }) => job_id))
  await pool.query('update removed_jobs set is_tidied = true where job_id = any($1::uuid[])', [
    rows.map(({ job_id }) => job_id),
  ])
  return rows.length
}

async function forgetMarkers(databases: Deps['databases'], tenant_id: string, removed: readonly Removed[]) {
  const store = await recordStore(databases, tenant_id).catch((error: unknown) => {
    if (error instanceof WeftError && error.code === 'NO_TENANT_DATABASE') return undefined
    throw error
  })
  if (!store) return
  for (const [project_id, some] of Map.groupBy(removed, (one) => one.project_id))
    await store.forgetMarkers(
      project_id,
      some.map(({ job_id }) => job_id),
    )
}

/** Adds up by day what single runs are not asked of any more: exactly once, in the statement that removes them. */
export async function foldRemovedJobs(pool: pg.Pool, now: Date): Promise<void> {
  for (;;) {
    const { rows } = await pool.query<{ folded: number }>(
      `with old as (
         delete from removed_jobs where job_id in (
           select job_id from removed_jobs where is_tidied and kept_until < $1 order by kept_until limit ${foldedAtOnce}) returning *
       ), added as (
         insert into run_days as d (workflow_id, day, status, tenant_id, project_id, runs, records_in, records_out, records_rejected, seconds)
         select o.workflow_id, (o.finished_at at time zone '${operationsZone}')::date, o.status, o.tenant_id, o.project_id, count(*), sum(o.records_in), sum(o.records_out),
           sum(o.records_rejected), sum(extract(epoch from o.finished_at - coalesce(o.started_at, o.created_at)))
         from old o join workflows w on w.id = o.workflow_id
         where not o.is_test and o.finished_at is not null and o.status in ${finalInSql} group by 1, 2, 3, 4, 5
         on conflict (workflow_id, day, status) do update set runs = d.runs + excluded.runs, records_in = d.records_in + excluded.records_in,
           records_out = d.records_out + excluded.records_out, records_rejected = d.records_rejected + excluded.records_rejected, seconds = d.seconds + excluded.seconds
       )
       select count(*)::int as folded from old`,
      [now.toISOString()],
    )
    if (rows[0]!.folded < foldedAtOnce) return
  }
}
