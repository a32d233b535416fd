import { readdir, rm, rmdir, stat } from 'node:fs/promises'
import path from 'node:path'
import type pg from 'pg'
import { ifMissing, unlessEmpty } from '@weft/kit/errors/if-missing.ts'
import { folderOfJob } from '../runtime/spool.server.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'

/** A folder nobody knows is left alone so long: a job's input is written before the job is accepted. */
const unknownFor = 6 * 3_600_000
const everyHour = 3_600_000
const idsAtOnce = 500

/** Removes the files of jobs that ended longer ago than they are kept. `keep_days` is asked each time. */
export const startCleanup = (
  pool: pg.Pool,
  home: string,
  keep_days: () => Promise<number>,
  { every_ms = everyHour } = {},
) => runExclusiveInterval(pool, 'tidy', every_ms, async () => cleanUpJobFiles(pool, home, await keep_days()))

/** Removes what nothing may go on with any more. Answers the jobs whose files are gone. */
export async function cleanUpJobFiles(
  pool: pg.Pool,
  home: string,
  keep_days: number,
  now = new Date(),
): Promise<string[]> {
  const gone: string[] = []
  const root = path.join(home, 'jobs')
  for (const part of await folders(root)) {
    const done: string[] = []
    const ids = (await folders(path.join(root, part))).filter((name) => /^[0-9a-f-]{36}$/.test(name))
    for (let i = 0; i < ids.length; i += idsAtOnce) {
      const some = ids.slice(i, i + idsAtOnce)
      const { known, over } = await agesOf(pool, some, keep_days, now)
      for (const id of some)
        if (over.has(id) || (!known.has(id) && (await age(folderOfJob(home, id), now)) > unknownFor)) done.push(id)
    }
    for (const id of done) await rm(folderOfJob(home, id), { recursive: true, force: true })
    gone.push(...done)
    await rmdir(path.join(root, part)).catch(unlessEmpty)
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

const folders = async (folder: string) =>
  (await readdir(folder, { withFileTypes: true }).catch(ifMissing([]))).flatMap((entry) =>
    entry.isDirectory() ? [entry.name] : [],
  )
const age = async (folder: string, now: Date) =>
  now.getTime() - ((await stat(folder).catch(ifMissing(undefined)))?.mtimeMs ?? now.getTime())
