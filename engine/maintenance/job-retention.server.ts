import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type pg from 'pg'
import type { TenantDatabases } from '../connections/tenant-databases.server.ts'
import type { JobFiles } from '../runtime/job-files.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'
import {
  familiesSql,
  headsAtOnce,
  headsSql,
  removeSql,
  rulesAt,
  workflowsSql,
  type JobRetention,
} from './job-families.ts'
import { foldRemovedJobs, tidyRemovedJobs } from './removed-jobs.server.ts'

const everyHour = 3_600_000
/** A transaction removes so many jobs, or one family that is larger. */
const jobsAtOnce = 2_000

type Deps = { pool: pg.Pool; jobFiles: JobFiles; databases: Pick<TenantDatabases, 'relational'> }

/** Removes jobs that are kept no longer, and what they left elsewhere. How long that is, is asked each time. */
export const startJobRetention = (deps: Deps, keep: () => Promise<JobRetention>) =>
  runExclusiveInterval(deps.pool, 'job retention', everyHour, async () => keepJobs(deps, await keep(), new Date()))

/** One round; a row of `retention_runs` says how many jobs went. What an earlier round left behind when it was killed goes with it. */
export async function keepJobs(deps: Deps, keep: JobRetention, now: Date): Promise<number> {
  const { pool } = deps
  const jobs = await removeOldJobs(pool, keep, now)
  await tidyRemovedJobs(deps)
  await foldRemovedJobs(pool, now)
  if (jobs > 0)
    await pool.query('insert into retention_runs (started_at, finished_at, jobs) values ($1, now(), $2)', [
      now.toISOString(),
      jobs,
    ])
  return jobs
}

/** Removes every family of jobs that is old and needed by nobody, each as a whole. Answers how many jobs. */
export async function removeOldJobs(pool: pg.Pool, keep: JobRetention, now: Date): Promise<number> {
  const rules = rulesAt(keep, now)
  const { rows: workflows } = await pool.query<{ id: string }>(workflowsSql, rules)
  let removed = 0
  for (const { id } of workflows)
    for await (const heads of oldHeads(pool, rules, id)) {
      const { rows: families } = await pool.query<Family>(familiesSql, [...rules, heads])
      for (const some of inParts(families)) removed += await remove(pool, rules, some)
    }
  return removed
}

type Rules = ReturnType<typeof rulesAt>
type Family = { head: string; ids: string[] }

async function* oldHeads(pool: pg.Pool, rules: Rules, workflow: string): AsyncGenerator<string[]> {
  let last = { created_at: '-infinity', id: '00000000-0000-0000-0000-000000000000' }
  for (;;) {
    const { rows } = await pool.query<typeof last>(headsSql, [...rules, workflow, last.created_at, last.id])
    if (rows.length > 0) yield rows.map(({ id }) => id)
    if (rows.length < headsAtOnce) return
    last = rows.at(-1)!
  }
}

function* inParts(families: readonly Family[]): Generator<Family[]> {
  let part: Family[] = []
  let size = 0
  for (const family of families) {
    part.push(family)
    size += family.ids.length
    if (size < jobsAtOnce) continue
    yield part
    part = []
    size = 0
  }
  if (part.length > 0) yield part
}

/** Who wants to run one of them again meanwhile comes before and keeps them, or finds them gone. */
async function remove(pool: pg.Pool, rules: Rules, families: readonly Family[]): Promise<number> {
  const ids = families.flatMap((family) => family.ids)
  const heads = families.map(({ head }) => head)
  const { jobs, sources } = await inTransaction(pool, async (client) => {
    await client.query('select from jobs where id = any($1::uuid[]) order by id for update', [ids])
    const { rows } = await client.query<{ jobs: number; sources: string[] }>(removeSql, [...rules, heads, ids])
    return rows[0]!
  })
  await pool
    .query(
      `delete from workflow_sources s where s.id = any($1::uuid[]) and not exists (select from jobs j where j.source_id = s.id)`,
      [sources],
    )
    .catch(ignore('a job that runs the same text was accepted meanwhile'))
  return jobs
}
