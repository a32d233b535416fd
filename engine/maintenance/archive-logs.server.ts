import { Readable } from 'node:stream'
import type pg from 'pg'
import { inTransaction } from '@weft/kit/database/transaction.server.ts'
import yazl from 'yazl'
import type { Storage } from '../storage/storage.ts'
import type { MailArchive } from '../mail/archive.server.ts'
import { runExclusiveInterval } from '../scheduler/exclusive-interval.server.ts'

export type Retention = { log_days: number; mail_days: number; audit_days: number; archive_months: number }

/**
 * What is archived: a tenant's lines in its own storage; the provider's, and the audit log of all, in the provider's,
 * where no tenant gets at them.
 */
const logs = [
  { table: 'job_logs', at: 'created_at', days: 'log_days', whose: 'tenants' },
  { table: 'mail_logs', at: 'created_at', days: 'mail_days', whose: 'tenants' },
  { table: 'mail_logs', at: 'created_at', days: 'mail_days', whose: 'provider' },
  { table: 'audit_logs', at: 'at', days: 'audit_days', whose: 'all' },
] as const
type Log = (typeof logs)[number]
const belonging = {
  tenants: 'tenant_id = $1::uuid',
  provider: 'tenant_id is null and $1::uuid is null',
  all: '$1::uuid is null',
}
const owner = { tenants: 'l.tenant_id', provider: 'null::uuid', all: 'null::uuid' }

/** Where archives lie in a storage. */
export const archiveFolder = 'archives/logs'
const rowsAtOnce = 2_000
const fourTimesADay = 6 * 3_600_000
const day_ms = 86_400_000

/** Moves old log lines into archives and removes old archives; each time there was something to do, a row of `retention_runs` says what. */
export const startLogArchiving = (
  pool: pg.Pool,
  places: Places,
  retention: () => Promise<Retention>,
  { every_ms = fourTimesADay } = {},
) => runExclusiveInterval(pool, 'archive', every_ms, async () => archiveLogs(pool, places, await retention()))

type Places = {
  /** The files of a tenant, or without one the provider's own. */
  filesOf(tenant_id: string | null): Storage
  /** Where what mails say may lie already. */ mails: Pick<MailArchive, 'whole' | 'forget'>
}

type Done = Record<Log['table'], number> & { archives_written: number; archives_removed: number }

/**
 * One round: every day that lies further back than its log is kept, or than the tenant's own limit, becomes a ZIP file of JSON lines, and its
 * rows go. Killed between the two, the same file is written once more from the same rows. The pool's connections are the engine's own.
 */
export async function archiveLogs(pool: pg.Pool, places: Places, keep: Retention, now = new Date()): Promise<Done> {
  const started_at = now.toISOString()
  const done: Done = { job_logs: 0, mail_logs: 0, audit_logs: 0, archives_written: 0, archives_removed: 0 }
  let error: string | undefined
  // One tenant's storage may be away; the others' logs are archived all the same.
  const trying = (work: Promise<void>) => work.catch((failure: Error) => void (error ??= failure.message))
  for (const log of logs) {
    for (const { tenant_id, day } of await oldDays(pool, log, keep[log.days], now))
      await trying(
        archiveDay(pool, places, log, tenant_id, day).then((count) => {
          done[log.table] += count
          done.archives_written++
        }),
      )
  }
  const { rows } = await pool.query<{ id: string }>('select id from tenants')
  for (const id of [null, ...rows.map((row) => row.id)])
    await trying(
      removeArchives(places.filesOf(id), keep.archive_months, now).then((count) => {
        done.archives_removed += count
      }),
    )
  if (error !== undefined || Object.values(done).some((count) => count > 0))
    await pool.query(
      'insert into retention_runs (started_at, finished_at, job_logs, mail_logs, audit_logs, archives_written, archives_removed, error) values ($1, now(), $2, $3, $4, $5, $6, $7)',
      [
        started_at,
        done.job_logs,
        done.mail_logs,
        done.audit_logs,
        done.archives_written,
        done.archives_removed,
        error ?? null,
      ],
    )
  return done
}

/** Whole days in UTC before the first that is kept. What even the strictest tenant keeps is found by its time and never looked at. */
async function oldDays(pool: pg.Pool, { table, at, whose }: Log, days: number, now: Date) {
  const before = (days: string) =>
    `l.${at} < date_trunc('day', $1::timestamptz, 'UTC') - make_interval(days => ${days})`
  const limit = `(t.settings -> 'limits' ->> 'log_days')::int`
  const old =
    whose === 'tenants'
      ? `join tenants t on t.id = l.tenant_id where ${before(`(select least($2::int, min(${limit})) from tenants t)`)} and ${before(`least($2::int, ${limit})`)}`
      : `where ${before('$2::int')}${whose === 'provider' ? ' and l.tenant_id is null' : ''}`
  const { rows } = await pool.query<{ tenant_id: string | null; day: string }>(
    `select distinct ${owner[whose]} as tenant_id, to_char(l.${at} at time zone 'UTC', 'YYYY-MM-DD') as day from ${table} l ${old} order by day, tenant_id`,
    [now.toISOString(), days],
  )
  return rows
}

async function archiveDay(
  pool: pg.Pool,
  { filesOf, mails }: Places,
  { table, at, whose }: Log,
  tenant_id: string | null,
  day: string,
): Promise<number> {
  const storage = filesOf(tenant_id)
  const mailsOf = table === 'mail_logs' ? tenant_id : null
  const stop = new AbortController()
  const writing = stop.signal
  const work = async (client: pg.PoolClient) => {
    await client.query(
      `declare lines cursor for select * from ${table} where ${belonging[whose]} and ${at} >= $2::timestamptz and ${at} < $2::timestamptz + interval '1 day' order by ${at}, id`,
      [tenant_id, `${day}T00:00:00Z`],
    )
    let count = 0
    async function* lines() {
      while (!writing.aborted) {
        const { rows } = await client.query(`fetch ${rowsAtOnce} from lines`)
        if (rows.length === 0) return
        count += rows.length
        const whole = mailsOf === null ? rows : await mails.whole(mailsOf, rows as ArchivedRow[])
        yield whole.map((row: object) => `${JSON.stringify(row)}\n`).join('')
      }
    }
    await storage.write(
      `${archiveFolder}/${table.replace('_', '-')}-${day}.zip`,
      zipped(`${table}-${day}.jsonl`, lines()),
    )
    await client.query(
      `delete from ${table} where ${belonging[whose]} and ${at} >= $2::timestamptz and ${at} < $2::timestamptz + interval '1 day'`,
      [tenant_id, `${day}T00:00:00Z`],
    )
    return count
  }
  // Where writing fails the archive reads on by itself; nothing may be asked of the connection once it is somebody else's.
  const count = await inTransaction(
    pool,
    (client) => work(client).finally(() => stop.abort()),
    'set transaction isolation level repeatable read',
  )
  // With all that lay there before: the process may have ended here after an earlier day, and a project may be gone with its rows.
  if (mailsOf !== null) await mails.forget(mailsOf, new Date(Date.parse(day) + day_ms).toISOString())
  return count
}

type ArchivedRow = Parameters<MailArchive['whole']>[1][number]

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
  const oldest = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - months, now.getUTCDate()))
    .toISOString()
    .slice(0, 10)
  let removed = 0
  if (!(await storage.has(archiveFolder))) return removed
  for (const { path, name } of await storage.folder(archiveFolder)) {
    const day = /-(\d{4}-\d{2}-\d{2})\.zip$/.exec(name)?.[1]
    if (day === undefined || day >= oldest) continue
    await storage.remove(path)
    removed++
  }
  return removed
}
