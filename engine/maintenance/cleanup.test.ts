import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync, utimesSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { folderJobFiles } from '../runtime/folder-job-files.server.ts'
import { placeOfJob } from '../runtime/job-files.ts'
import { openSpools } from '../runtime/spool.server.ts'
import { openEnqueuer, type JobRequest } from '../queue/enqueue.server.ts'
import { requeueJob } from '../queue/requeue.server.ts'
import { startCleanup, cleanUpJobFiles } from './cleanup.server.ts'

const database = await testDatabase()
const tenant = await aTenant(database)
const pool = openPool(database.app_url, { max: 4, level: 'system' })
const enqueuer = openEnqueuer(pool)
const home = mkdtempSync(path.join(tmpdir(), 'weft-tidy-'))
const jobFiles = folderJobFiles(home)
const parts = { db: database.db, pool, enqueuer, jobFiles }
const { id: workflow_id } = await inScope(database.db, tenant.scope, (trx) =>
  trx
    .insertInto('workflows')
    .values({ label: 'W', class_name: 'W', source: 'weft: 1\nlabel: W\nsteps: []\n' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)
after(async () => {
  await pool.end()
  rmSync(home, { recursive: true, force: true })
})

/** A job with a spooled file, over for so many days; undefined: not over. */
async function aJob(days: number | undefined, more: Partial<JobRequest> = {}, status = 'error'): Promise<string> {
  const { id } = await enqueuer.enqueue({
    tenant_id: tenant.tenant_id,
    project_id: tenant.project_id,
    workflow_id,
    started_by: 'hand',
    ...more,
  })
  await openSpools(jobFiles, id).whole('__in', async function* () {
    yield [{ n: 1 }]
  })
  if (days !== undefined)
    await pool.query(
      `update jobs set status = $2, queued_at = null, finished_at = now() - make_interval(days => $3) where id = $1`,
      [id, status, days],
    )
  return id
}
const isThere = (id: string) => existsSync(path.join(home, 'jobs', placeOfJob(id)))

test('files go when their job is over for longer than they are kept, and stay before', async () => {
  const [old, young, open] = [await aJob(15), await aJob(13), await aJob(undefined)]
  assert.deepEqual(await cleanUpJobFiles(pool, jobFiles, 14), [old])
  assert.deepEqual([old, young, open].map(isThere), [false, true, true])
  assert.deepEqual((await cleanUpJobFiles(pool, jobFiles, 7)).length, 1)
  assert.deepEqual([young, open].map(isThere), [false, true])
})

test('files stay as long as a job that goes on with theirs is young or not over', async () => {
  const first = await aJob(40)
  const second = await aJob(30, { retry_of: first, origin_id: first, retry_mode: 'from_failed' })
  const third = await aJob(2, { retry_of: second, origin_id: first, retry_mode: 'from_failed' })
  assert.deepEqual(await cleanUpJobFiles(pool, jobFiles, 14), [])
  await pool.query(`update jobs set finished_at = now() - interval '20 days' where id = $1`, [third])
  assert.deepEqual((await cleanUpJobFiles(pool, jobFiles, 14)).toSorted(), [first, second, third].toSorted())
})

test('what would need the files is refused from then on, what does not need them is not', async () => {
  const spooled = await aJob(20)
  await pool.query(`update jobs set payload = $2 where id = $1`, [
    spooled,
    JSON.stringify({ spool: '__in', job_id: spooled }),
  ])
  const short = await aJob(20, { payload: { record: { n: 1 } } })
  await cleanUpJobFiles(pool, jobFiles, 14)
  await assert.rejects(requeueJob(parts, tenant.scope, spooled, { mode: 'from_start', version: 'original' }), {
    code: 'JOB_FILES_GONE',
  })
  await assert.rejects(requeueJob(parts, tenant.scope, spooled, { mode: 'from_failed', version: 'original' }), {
    code: 'JOB_FILES_GONE',
  })
  await assert.rejects(requeueJob(parts, tenant.scope, short, { mode: 'from_failed', version: 'original' }), {
    code: 'JOB_FILES_GONE',
  })
  assert.equal(
    (await requeueJob(parts, tenant.scope, short, { mode: 'from_start', version: 'original' })).status,
    'pending',
  )
})

test('a folder no job knows goes once it is old: it may have been written for a job that is being accepted', async () => {
  const id = crypto.randomUUID()
  await openSpools(jobFiles, id).whole('__in', async function* () {
    yield [{ n: 1 }]
  })
  assert.deepEqual(await cleanUpJobFiles(pool, jobFiles, 14), [])
  const old = new Date(Date.now() - 7 * 3_600_000)
  utimesSync(path.join(home, 'jobs', placeOfJob(id)), old, old)
  assert.deepEqual(await cleanUpJobFiles(pool, jobFiles, 14), [id])
})

test('it is done again and again, with the days as they are set then', async () => {
  let days = 30
  const id = await aJob(20)
  const cleanup = startCleanup(pool, jobFiles, async () => days, { every_ms: 50 })
  try {
    await sleep(300)
    assert.equal(isThere(id), true)
    days = 10
    for (const until = Date.now() + 20_000; isThere(id) && Date.now() < until;) await sleep(20)
    assert.equal(isThere(id), false)
  } finally {
    await cleanup.stop()
  }
})
