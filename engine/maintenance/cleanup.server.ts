import type pg from 'pg'
import type { JobFiles } from '../runtime/job-files.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'

/** What belongs to a job nobody knows is left alone so long: a job's input is written before the job is accepted. */
const unknownFor = 6 * 3_600_000
const everyHour = 3_600_000
const idsAtOnce = 500

/** Removes the files of jobs that ended longer ago than they are kept. `keep_days` is asked each time. */
export const startCleanup = (
  pool: pg.Pool,
  jobFiles: JobFiles,
  keep_days: () => Promise<number>,
  { every_ms = everyHour } = {},
) => runExclusiveInterval(pool, 'tidy', every_ms, async () => cleanUpJobFiles(pool, jobFiles, await keep_days()))

/** Removes what nothing may go on with any more. Answers the jobs whose files are gone. */
export async function cleanUpJobFiles(
  pool: pg.Pool,
  jobFiles: JobFiles,
  keep_days: number,
  now = new Date(),
): Promise<string[]> {
  const gone: string[] = []
  for await (const ids of jobFiles.jobs())
    for (let i = 0; i < ids.length; i += idsAtOnce) {
      const some = ids.slice(i, i + idsAtOnce)
      const { known, over } = await agesOf(pool, some, keep_days, now)
      const done: string[] = []
      for (const id of some)
        if (over.has(id) || (!known.has(id) && (await age(jobFiles, id, now)) > unknownFor)) done.push(id)
      await jobFiles.removeJobs(done)
      gone.push(...done)
    }
  return gone
}

/** Which of these jobs exist, and which of them are over for good: they and all that run them once more. Those are marked first. */
async function agesOf(pool: pg.Pool, ids: string[], keep_days: number, now: Date) {
  const { rows } = await pool.query<{ id: string; over: boolean }>(
    `with recursive family as (
       select id as root, id from jobs where id = any($1)
       union select f.root, j.id from jobs j join family f on j.retry_of = f.id
     ), ages as (
       select f.root, bool_and(coalesce(j.finished_at < $2::timestamptz - make_interval(days => $3), false)) as over from family f join jobs j on j.id = f.id group by f.root
     ), marked as (
       update jobs set files_removed_at = $2 from ages where jobs.id = ages.root and ages.over
     )
     select root as id, over from ages`,
    [ids, now.toISOString(), keep_days],
  )
  return { known: new Set(rows.map((row) => row.id)), over: new Set(rows.flatMap((row) => (row.over ? [row.id] : []))) }
}

const age = async (jobFiles: JobFiles, id: string, now: Date) =>
  now.getTime() - ((await jobFiles.changedAt(id)) ?? now).getTime()
