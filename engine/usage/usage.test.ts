import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { keptSource } from '@weft/kit/testing/kept-source.ts'
import { folderFileStore } from '../file-store/folder-file-store.server.ts'
import { aTenant } from '../testing/tenant.ts'
import { addUpUsage } from './meter.server.ts'
import { readUsage } from './read.server.ts'
import { measureStorage } from './storage.server.ts'

const database = await testDatabase()
const [tenant, other] = [await aTenant(database), await aTenant(database)]
const pool = openPool(database.app_url, { max: 4, level: 'system' })
const home = mkdtempSync(path.join(tmpdir(), 'weft-usage-'))
after(async () => {
  await pool.end()
  rmSync(home, { recursive: true, force: true })
})

async function aWorkflow(of: typeof tenant, exclude_from_billing = false) {
  const name = `W${crypto.randomUUID().slice(0, 8)}`
  return (
    await inScope(database.db, of.scope, (trx) =>
      trx
        .insertInto('workflows')
        .values({ label: name, class_name: name, source: 'weft: 1', exclude_from_billing })
        .returning('id')
        .executeTakeFirstOrThrow(),
    )
  ).id
}
const [billed, excluded, foreign] = [await aWorkflow(tenant), await aWorkflow(tenant, true), await aWorkflow(other)]

type Run = { of?: typeof tenant; workflow?: string; began?: boolean; parent?: string }
async function begin({ of = tenant, workflow = billed, began = true, parent }: Run = {}) {
  const { rows } = await pool.query<{ id: string }>(
    `insert into jobs (tenant_id, project_id, workflow_id, queue_id, source_id, version, started_by, status, started_at, parent_job_id, parent_key)
     values ($1, $2, $3, $4, $7, 1, 'hand', $5, case when $5::text = 'working' then now() end, $6::uuid, $6::uuid::text) returning id`,
    [
      ...[of.tenant_id, of.project_id, workflow, of.queue_id, began ? 'working' : 'pending', parent ?? null],
      await keptSource(pool, workflow),
    ],
  )
  return rows[0]!.id
}
const end = (ids: string[], records: number, { status = 'stopped', at = '2026-10-05T23:59:59Z' } = {}) =>
  pool.query('update jobs set status = $2, queued_at = null, records_out = $3, finished_at = $4 where id = any($1)', [
    ids,
    status,
    records,
    at,
  ])
const days = async (of: typeof tenant) =>
  await inScope(database.db, { level: 'tenant', tenant_id: of.tenant_id }, (trx) =>
    trx
      .selectFrom('usage_days')
      .select(['day', 'runs', 'records', 'excluded_runs', 'excluded_records'])
      .orderBy('day')
      .execute(),
  )

test('runs and records of ended jobs are added up by day, those of excluded workflows apart, and each once', async () => {
  const [ok, failed, late] = [await begin(), await begin(), await begin()]
  const child = await begin({ parent: ok })
  await end([ok], 1_200)
  await end([failed], 30, { status: 'error' })
  await end([late], 5, { at: '2026-10-06T00:00:00Z' })
  await end([child], 300)
  await end([await begin({ began: false })], 0, { status: 'aborted' }) // cancelled before it began
  await end([await begin({ workflow: excluded }), await begin({ workflow: excluded })], 70)
  await end([await begin({ of: other, workflow: foreign })], 9)
  await begin() // still under way
  await Promise.all([addUpUsage(pool), addUpUsage(pool), addUpUsage(pool)])
  assert.equal(await addUpUsage(pool), 0)
  assert.deepEqual(await days(tenant), [
    { day: '2026-10-05', runs: 2, records: 1_530, excluded_runs: 2, excluded_records: 140 },
    { day: '2026-10-06', runs: 1, records: 5, excluded_runs: 0, excluded_records: 0 },
  ])
  assert.deepEqual(await days(other), [
    { day: '2026-10-05', runs: 1, records: 9, excluded_runs: 0, excluded_records: 0 },
  ])
})

test('what is said of an ended job later, and an end that is rolled back, count nothing', async () => {
  const [again, lost] = [await begin({ of: other, workflow: foreign }), await begin({ of: other, workflow: foreign })]
  await end([again], 1)
  await pool.query(`update jobs set return_values = '{"seen":true}' where id = $1`, [again])
  const client = await pool.connect()
  await client.query('begin')
  await client.query(
    `update jobs set status = 'stopped', queued_at = null, finished_at = '2026-10-05T10:00:00Z', records_out = 1000 where id = $1`,
    [lost],
  )
  await client.query('rollback')
  client.release()
  await addUpUsage(pool)
  assert.deepEqual(await days(other), [
    { day: '2026-10-05', runs: 2, records: 10, excluded_runs: 0, excluded_records: 0 },
  ])
})

test('a workflow that is deleted takes its jobs along, though not what they used', async () => {
  const workflow = await aWorkflow(other)
  await end([await begin({ of: other, workflow })], 40, { at: '2026-10-07T10:00:00Z' })
  await pool.query('delete from workflows where id = $1', [workflow])
  await addUpUsage(pool)
  assert.deepEqual((await days(other)).at(-1), {
    day: '2026-10-07',
    runs: 1,
    records: 40,
    excluded_runs: 0,
    excluded_records: 0,
  })
})

test('databases and files are measured once a day, and the usage of some days says their mean', async () => {
  mkdirSync(path.join(home, 'storage', tenant.tenant_id, 'in'), { recursive: true })
  writeFileSync(path.join(home, 'storage', tenant.tenant_id, 'in', 'orders.csv'), 'x'.repeat(5_000))
  const measure = (day: string) => measureStorage(pool, folderFileStore(home), tenant.databases, new Date(day))
  assert.equal(await measure('2026-10-05T01:00:00Z'), 2)
  assert.equal(await measure('2026-10-05T20:00:00Z'), 0)
  const { pool: records } = (await tenant.databases.relational(tenant.tenant_id)) as { pool: import('pg').Pool }
  await records.query(`create table things as select i, repeat('x', 1000) as text from generate_series(1, 1000) i`)
  await measure('2026-10-06T01:00:00Z')
  const { rows } = await pool.query<{ day: string; database_bytes: number; file_bytes: number }>(
    'select day, database_bytes, file_bytes from storage_days where tenant_id = $1 order by day',
    [tenant.tenant_id],
  )
  assert.deepEqual(
    rows.map(({ day, file_bytes }) => [day, file_bytes]),
    [
      ['2026-10-05', 5_000],
      ['2026-10-06', 5_000],
    ],
  )
  const [before, after] = rows.map(({ database_bytes }) => database_bytes) as [number, number]
  assert.ok(after - before > 1_000_000, `${before} and ${after} bytes`)
  const usage = await inScope(database.db, { level: 'system' }, (trx) =>
    readUsage(trx, [tenant.tenant_id], '2026-10-01', '2026-10-31'),
  )
  assert.deepEqual(usage, {
    runs: 3,
    records: 1_535,
    excluded_runs: 2,
    excluded_records: 140,
    storage_bytes: 5_000 + (before + after) / 2,
  })
})

test('a partner sees the usage of its tenants, and nobody else’s', async () => {
  const seen = (partner_id: string) =>
    inScope(database.db, { level: 'partner', partner_id }, (trx) =>
      trx.selectFrom('usage_days').select('tenant_id').distinct().execute(),
    )
  assert.deepEqual(await seen(tenant.partner_id), [{ tenant_id: tenant.tenant_id }])
  await assert.rejects(
    inScope(database.db, { level: 'tenant', tenant_id: tenant.tenant_id }, (trx) =>
      trx
        .insertInto('usage_days')
        .values({ tenant_id: tenant.tenant_id, project_id: tenant.project_id, day: '2026-12-01' })
        .execute(),
    ),
    /permission denied for table usage_days/,
  )
})
