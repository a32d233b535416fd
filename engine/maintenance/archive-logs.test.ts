import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { keptSourceIn } from '@weft/kit/testing/kept-source.ts'
import { promisify } from 'node:util'
import pg from 'pg'
import yauzl from 'yauzl'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { archiveMails, openMailArchive } from '../mail/archive.server.ts'
import { localStorage } from '../storage/local.server.ts'
import { aTenant } from '../testing/tenant.ts'
import { archiveLogs } from './archive-logs.server.ts'

const database = await testDatabase()
const [tenant, other, strict] = [await aTenant(database), await aTenant(database), await aTenant(database)]
const pool = openPool(database.app_url, { max: 4, level: 'system' })
const home = mkdtempSync(path.join(tmpdir(), 'weft-archive-'))
after(async () => {
  await pool.end()
  rmSync(home, { recursive: true, force: true })
})

const now = new Date('2026-11-21T03:00:00Z')
const filesIn = (folder: string) => ({
  filesOf: (tenant_id: string | null) => localStorage(folder, tenant_id ?? 'provider'),
  mails: openMailArchive(tenant.databases),
})
const keep = { log_days: 30, mail_days: 30, audit_days: 365, archive_months: 12 }
async function logs(of: typeof tenant, times: string[]) {
  await inScope(database.db, of.scope, async (trx) => {
    const workflow = await trx
      .insertInto('workflows')
      .values({ label: crypto.randomUUID(), class_name: `W${crypto.randomUUID().slice(0, 8)}`, source: 'weft: 1' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const job = await trx
      .insertInto('jobs')
      .values({
        workflow_id: workflow.id,
        queue_id: of.queue_id,
        source_id: await keptSourceIn(trx, workflow.id),
        version: 1,
        started_by: 'hand',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('job_logs')
      .values(
        times.map((created_at) => ({
          job_id: job.id,
          attempt: 1,
          level: 'info' as const,
          message: JSON.stringify({ en: `at ${created_at}`, de: '' }),
          created_at,
        })),
      )
      .execute()
  })
}
const left = (of: typeof tenant) =>
  inScope(database.db, of.scope, (trx) =>
    trx.selectFrom('job_logs').select('created_at').orderBy('created_at').execute(),
  ).then((rows) => rows.map((row) => row.created_at))
const files = async (of: typeof tenant) =>
  (await localStorage(home, of.tenant_id).has('archives/logs'))
    ? (await localStorage(home, of.tenant_id).folder('archives/logs')).map(({ name }) => name)
    : []

/** The lines of the one file in an archive. */
async function linesOf(of: typeof tenant, name: string): Promise<Record<string, unknown>[]> {
  const bytes = Buffer.concat(
    (await (await localStorage(home, of.tenant_id).read(`archives/logs/${name}`)).toArray()) as Buffer[],
  )
  const zip = await promisify(
    yauzl.fromBuffer as (
      bytes: Buffer,
      options: object,
      done: (error: Error | null, zip: yauzl.ZipFile) => void,
    ) => void,
  )(bytes, { lazyEntries: true })
  const entry = await new Promise<yauzl.Entry>((found) => {
    zip.once('entry', found)
    zip.readEntry()
  })
  const stream = await promisify(
    zip.openReadStream.bind(zip) as (
      entry: yauzl.Entry,
      done: (error: Error | null, stream: NodeJS.ReadableStream) => void,
    ) => void,
  )(entry)
  return Buffer.concat((await (stream as import('node:stream').Readable).toArray()) as Buffer[])
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('each old day of a tenant becomes an archive in its own storage, and what is young stays', async () => {
  await logs(tenant, [
    '2026-10-20T08:00:00.000Z',
    '2026-10-20T09:00:00.000Z',
    '2026-10-21T23:59:59.000Z',
    '2026-10-22T00:00:00.000Z',
    '2026-11-21T02:00:00.000Z',
  ])
  await logs(other, ['2026-10-20T10:00:00.000Z'])
  assert.deepEqual(await archiveLogs(pool, filesIn(home), keep, now), {
    job_logs: 4,
    mail_logs: 0,
    audit_logs: 0,
    archives_written: 3,
    archives_removed: 0,
  })
  assert.deepEqual(await files(tenant), ['job-logs-2026-10-20.zip', 'job-logs-2026-10-21.zip'])
  assert.deepEqual(await files(other), ['job-logs-2026-10-20.zip'])
  assert.deepEqual(
    (await linesOf(tenant, 'job-logs-2026-10-20.zip')).map((line) => [
      line['tenant_id'],
      (line['message'] as { en: string }).en,
    ]),
    [
      [tenant.tenant_id, 'at 2026-10-20T08:00:00.000Z'],
      [tenant.tenant_id, 'at 2026-10-20T09:00:00.000Z'],
    ],
  )
  assert.deepEqual(await left(tenant), ['2026-10-22T00:00:00.000Z', '2026-11-21T02:00:00.000Z'])
})

test('mails are archived the same way, and the round reports what it did; one without work reports nothing', async () => {
  await inScope(database.db, tenant.scope, (trx) =>
    trx
      .insertInto('mail_logs')
      .values({ title: 'Hello', recipient: 'ada@example.test', created_at: '2026-09-01T12:00:00Z' })
      .execute(),
  )
  await archiveLogs(pool, filesIn(home), keep, now)
  await archiveLogs(pool, filesIn(home), keep, now)
  const { rows } = await pool.query(
    'select job_logs, mail_logs, archives_written, archives_removed, error from retention_runs order by started_at, finished_at',
  )
  assert.deepEqual(rows, [
    { job_logs: 4, mail_logs: 0, archives_written: 3, archives_removed: 0, error: null },
    { job_logs: 0, mail_logs: 1, archives_written: 1, archives_removed: 0, error: null },
  ])
  assert.deepEqual(
    (await linesOf(tenant, 'mail-logs-2026-09-01.zip')).map((line) => line['title']),
    ['Hello'],
  )
})

test('archives go after their months, and no other file does', async () => {
  const storage = localStorage(home, tenant.tenant_id)
  const { Readable } = await import('node:stream')
  for (const name of ['job-logs-2025-11-20.zip', 'job-logs-2025-11-21.zip', 'mine.zip'])
    await storage.write(`archives/logs/${name}`, Readable.from(['x']))
  assert.equal((await archiveLogs(pool, filesIn(home), keep, now)).archives_removed, 1)
  assert.deepEqual(await files(tenant), [
    'job-logs-2025-11-21.zip',
    'job-logs-2026-10-20.zip',
    'job-logs-2026-10-21.zip',
    'mail-logs-2026-09-01.zip',
    'mine.zip',
  ])
})

test('a disk that cannot be written to loses nothing and is reported', async () => {
  await logs(tenant, ['2026-10-01T08:00:00.000Z'])
  const broken = path.join(home, 'broken')
  const { writeFileSync } = await import('node:fs')
  writeFileSync(broken, 'a file, where a folder is needed')
  const done = await archiveLogs(pool, filesIn(broken), keep, now)
  assert.equal(done.job_logs, 0)
  assert.equal((await left(tenant))[0], '2026-10-01T08:00:00.000Z')
  assert.ok((await pool.query('select error from retention_runs order by finished_at desc limit 1')).rows[0].error)
})

test('the audit log and the provider’s own mails are archived where no tenant gets at them, each after its own days', async () => {
  const owner = new pg.Client({ connectionString: database.owner_url })
  await owner.connect()
  await owner.query(`select set_config('weft.level', 'system', false)`)
  for (const at of ['2025-11-20T10:00:00Z', '2025-11-20T11:00:00Z', '2025-11-21T10:00:00Z', '2026-11-20T10:00:00Z'])
    await owner.query(`insert into audit_logs (at, action, entity, tenant_id) values ($1, 'update', 'workflows', $2)`, [
      at,
      tenant.tenant_id,
    ])
  await owner.query(
    `insert into mail_logs (tenant_id, title, recipient, created_at) values (null, 'Your code', 'ada@example.test', '2026-09-01T12:00:00Z')`,
  )
  await owner.end()
  const before = await pool.query(`select count(*)::int as n from audit_logs where at < '2026-01-01'`)
  const done = await archiveLogs(pool, filesIn(home), { ...keep, archive_months: 24 }, now)
  // The line the full disk has kept is archived now, too.
  assert.deepEqual(
    [before.rows[0].n, done],
    [3, { job_logs: 1, mail_logs: 1, audit_logs: 2, archives_written: 3, archives_removed: 0 }],
  )
  const provider = localStorage(home, 'provider')
  assert.deepEqual(
    (await provider.folder('archives/logs')).map(({ name }) => name),
    ['audit-logs-2025-11-20.zip', 'mail-logs-2026-09-01.zip'],
  )
  const { rows } = await pool.query(`select at from audit_logs where at < now() order by at limit 1`)
  assert.equal(rows[0].at, '2025-11-21T10:00:00.000Z')
  assert.equal((await archiveLogs(pool, filesIn(home), { ...keep, archive_months: 12 }, now)).archives_removed, 1)
})

test('no setting removes an entry of the audit log that is younger than a month', async () => {
  const young = new Date(Date.now() - 10 * 86_400_000).toISOString()
  const owner = new pg.Client({ connectionString: database.owner_url })
  await owner.connect()
  await owner.query(`select set_config('weft.level', 'system', false)`)
  await owner.query(`insert into audit_logs (at, action, entity) values ($1, 'update', 'settings')`, [young])
  await owner.end()
  assert.equal((await pool.query('delete from audit_logs where at = $1', [young])).rowCount, 0)
})

test('a tenant whose limit is shorter keeps its lines no longer than that', async () => {
  await inScope(database.db, { level: 'provider' }, (trx) =>
    trx
      .updateTable('tenants')
      .set({ settings: JSON.stringify({ limits: { log_days: 7 } }) })
      .where('id', '=', strict.tenant_id)
      .execute(),
  )
  const times = ['2026-11-10T08:00:00.000Z', '2026-11-20T08:00:00.000Z']
  await logs(strict, times)
  await logs(other, times)
  await archiveLogs(pool, filesIn(home), keep, now)
  assert.deepEqual([await left(strict), await left(other)], [times.slice(1), times])
})

test('an old mail comes into the archive whole, wherever what it says lay, and nothing of it stays behind', async () => {
  const said = { body: 'All of it, '.repeat(60), html: '<p>All of it</p>' }
  await inScope(database.db, tenant.scope, (trx) =>
    trx
      .insertInto('mail_logs')
      .values({ ...said, title: 'Old', recipient: 'anna@shop.example', created_at: '2026-09-07T10:00:00Z' })
      .execute(),
  )
  assert.equal(await archiveMails(pool, tenant.databases, now), 1)
  const store = await tenant.databases.documents(tenant.tenant_id)
  assert.equal(await store.count('mail_archive', {}), 1)
  await archiveLogs(pool, filesIn(home), keep, now)
  const [line] = await linesOf(tenant, 'mail-logs-2026-09-07.zip')
  assert.deepEqual([line!['title'], line!['body'], line!['html']], ['Old', said.body, said.html])
  assert.equal(await store.count('mail_archive', {}), 0)
})
