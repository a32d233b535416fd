import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { keptSource } from '@weft/kit/testing/kept-source.ts'
import { recordStore } from '../records/store.server.ts'
import { folderJobFiles } from '../runtime/folder-job-files.server.ts'
import { placeOfJob } from '../runtime/job-files.ts'
import { openSpools } from '../runtime/spool.server.ts'
import { ended, sessionsGone } from '../testing/killed.ts'
import { aTenant } from '../testing/tenant.ts'

const database = await testDatabase()
const tenant = await aTenant(database)
const pool = openPool(database.app_url, { max: 4, level: 'system' })
const home = mkdtempSync(path.join(tmpdir(), 'weft-retention-'))
const jobFiles = folderJobFiles(home)
const store = await recordStore(tenant.databases, tenant.tenant_id)
after(async () => {
  await pool.end()
  rmSync(home, { recursive: true, force: true })
})
const worker = path.join(import.meta.dirname, '../testing/retention-worker.ts')
const now = '2026-11-20T12:00:00Z'

const { id: workflow_id } = await inScope(database.db, tenant.scope, (trx) =>
  trx
    .insertInto('workflows')
    .values({ label: 'W', class_name: 'W', source: '' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
const source_id = await keptSource(pool, workflow_id)

/** A job of so many days before, below another one, with a file and a marker. */
async function aJob(days: number, parent?: string): Promise<string> {
  const { rows } = await pool.query<{ id: string }>(
    `insert into jobs (tenant_id, project_id, workflow_id, queue_id, source_id, version, status, started_by, parent_job_id, parent_key, created_at, started_at, finished_at)
     select $1, $2, $3, $4, $5, 1, 'stopped', 'hand', $6, gen_random_uuid(), t, t, t from (select $7::timestamptz - make_interval(days => $8) as t) x returning id`,
    [...[tenant.tenant_id, tenant.project_id, workflow_id, tenant.queue_id, source_id, parent ?? null], now, days],
  )
  const { id } = rows[0]!
  await openSpools(jobFiles, id).whole('__in', async function* () {
    yield [{ n: 1 }]
  })
  return id
}

test('whenever whoever removes jobs is killed, a family is there as a whole or gone, and in the end nothing of it is left', async () => {
  const last = await aJob(1)
  const families: string[][] = []
  for (let i = 0; i < 6; i++) {
    const parent = await aJob(100)
    families.push([parent, await aJob(100, parent), await aJob(95, parent)])
  }
  const all = [last, ...families.flat()]
  await store.ensureProject(tenant.project_id)
  await store.transfer.putMarkers(tenant.project_id, {
    writers: all.map((job) => ({ job, step: 'write', attempt: 1 })),
    batches: [],
  })

  const whole = async () => {
    const { rows } = await pool.query<{ id: string; removed: boolean }>(
      `select x.id, exists (select from removed_jobs r where r.job_id = x.id) as removed from unnest($1::uuid[]) x (id)
       where exists (select from jobs j where j.id = x.id) or exists (select from removed_jobs r where r.job_id = x.id)`,
      [all],
    )
    const gone = new Set(rows.filter(({ removed }) => removed).map(({ id }) => id))
    assert.equal(rows.length, all.length)
    for (const family of families) assert.ok([0, family.length].includes(family.filter((id) => gone.has(id)).length))
    return gone.size
  }
  const outcomes = new Set<string | null>()
  for (let statements = 1; statements <= 24; statements++) {
    outcomes.add(await ended(worker, database.app_url, home, now, String(statements)))
    await sessionsGone(pool, 'retention worker')
    await whole()
  }
  outcomes.add(await ended(worker, database.app_url, home, now, '1000'))
  assert.deepEqual(outcomes, new Set(['SIGKILL', null]))
  assert.equal(await whole(), 18)
  assert.deepEqual(
    all.filter((id) => existsSync(path.join(home, 'jobs', placeOfJob(id)))),
    [last],
  )
  const { writers } = await store.transfer.markers(tenant.project_id)
  assert.deepEqual(
    writers.map(({ job }) => job),
    [last],
  )
})
