import { Readable } from 'node:stream'
import type pg from 'pg'
import yazl from 'yazl'
import type { Storage } from '../storage/storage.ts'
import { everySoOften } from './in-turn.server.ts'

export type Retention = { log_days: number; archive_months: number }

const kinds = ['job_logs', 'mail_logs'] as const
type Kind = (typeof kinds)[number]
const folder = 'archives/logs'
const rowsAtOnce = 2_000
const fourTimesADay = 6 * 3_600_000

/** Moves old log lines into archives and removes old archives; each time there was something to do, a row of `retention_runs` says what. */
export const startArchivist = (pool: pg.Pool, filesOf: FilesOf, retention: () => Promise<Retention>, { every_ms = fourTimesADay } = {}) =>
  everySoOften(pool, 'archive', every_ms, async () => archiveLogs(pool, filesOf, await retention()))

type FilesOf = (tenant_id: string) => Storage

type Done = Record<Kind, number> & { archives_written: number; archives_removed: number }

/**
 * One round: every day of a tenant that lies further back than `log_days` becomes a ZIP file of JSON lines in his storage, and its rows go.
 * Killed between the two, the same file is written once more from the same rows. The pool's connections are the engine's own.
 */
export async function archiveLogs(pool: pg.Pool, filesOf: FilesOf, { log_days, archive_months }: Retention, now = new Date()): Promise<Done> {
  const started_at = now.toISOString()
  const done: Done = { job_logs: 0, mail_logs: 0, archives_written: 0, archives_removed: 0 }
  let error: string | undefined
  // One tenant's storage may be away; the others' logs are archived all the same.
  const trying = (work: Promise<void>) => work.catch((failure: Error) => void (error ??= failure.message))
  for (const kind of kinds) {
    for (const { tenant_id, day } of await oldDays(pool, kind, log_days, now))
      await trying(archiveDay(pool, filesOf(tenant_id), kind, tenant_id, day).then((count) => {
        done[kind] += count
        done.archives_written++
      }))
  }
  const { rows } = await pool.query<{ id: string }>('select id from tenants')
  for (const { id } of rows)
    await trying(removeArchives(filesOf(id), archive_months, now).then((count) => {
      done.archives_removed += count
    }))
  if (error !== undefined || Object.values(done).some((count) => count > 0))
    await pool.query('insert into retention_runs (started_at, finished_at, job_logs, mail_logs, archives_written, archives_removed, error) values ($1, now(), $2, $3, $4, $5, $6)', [
      started_at, done.job_logs, done.mail_logs, done.archives_written, done.archives_removed, error ?? null,
    ])
  return done
}

/** Whole days in UTC before the first that is kept. */
async function oldDays(pool: pg.Pool, kind: Kind, days: number, now: Date) {
  const { rows } = await pool.query<{ tenant_id: string; day: string }>(
    `select distinct tenant_id, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD') as day from ${kind}
     where created_at < date_trunc('day', $1::timestamptz, 'UTC') - make_interval(days => $2) order by day, tenant_id`,
    [now.toISOString(), days],
  )
  return rows
}

async function archiveDay(pool: pg.Pool, storage: Storage, kind: Kind, tenant_id: string, day: string): Promise<number> {
  const client = await pool.connect()
  const stop = new AbortController()
  const writing = stop.signal
  try {
    await client.query('begin isolation level repeatable read')
    await client.query(`declare lines cursor for select * from ${kind} where tenant_id = $1 and created_at >= $2::timestamptz and created_at < $2::timestamptz + interval '1 day' order by created_at, id`, [tenant_id, `${day}T00:00:00Z`])
    let count = 0
    async function* lines() {
      while (!writing.aborted) {
        const { rows } = await client.query(`fetch ${rowsAtOnce} from lines`)
        if (rows.length === 0) return
        count += rows.length
        yield rows.map((row) => `${JSON.stringify(row)}\n`).join('')
      }
    }
    await storage.write(`${folder}/${kind.replace('_', '-')}-${day}.zip`, zipped(`${kind}-${day}.jsonl`, lines()))
    await client.query(`delete from ${kind} where tenant_id = $1 and created_at >= $2::timestamptz and created_at < $2::timestamptz + interval '1 day'`, [tenant_id, `${day}T00:00:00Z`])
    await client.query('commit')
    return count
  } catch (error) {
    // The archive reads on by itself; nothing may be asked of the connection once it is somebody else's.
    stop.abort()
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}

function zipped(name: string, lines: AsyncIterable<string>): Readable {
  const zip = new yazl.ZipFile()
  const rows = Readable.from(lines, { objectMode: false })
  const out = zip.outputStream as Readable
  rows.on('error', (error) => out.destroy(error))
  zip.addReadStream(rows, name)
  zip.end()
  return out
}

async function removeArchives(storage: Storage, months: number, now: Date): Promise<number> {
  const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, now.getUTCDate())).toISOString().slice(0, 10)
  let removed = 0
  if (!(await storage.has(folder))) return removed
  for (const { path, name } of await storage.folder(folder)) {
    const day = /-(\d{4}-\d{2}-\d{2})\.zip$/.exec(name)?.[1]
    if (day === undefined || day >= oldest) continue
    await storage.remove(path)
    removed++
  }
  return removed
}
