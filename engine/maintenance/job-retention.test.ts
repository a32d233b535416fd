import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { execute } from '@weft/kit/database/prepare.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { keptSource } from '@weft/kit/testing/kept-source.ts'
import { compareRuns } from '../comparison/compare.server.ts'
import { askOperations } from '../data-sets/operations.server.ts'
import { folderJobFiles } from '../runtime/folder-job-files.server.ts'
import { placeOfJob } from '../runtime/job-files.ts'
import { openSpools } from '../runtime/spool.server.ts'
import { openEnqueuer } from '../queue/enqueue.server.ts'
import { requeueJob } from '../queue/requeue.server.ts'
import { onBothDatabases } from '../testing/both-databases.ts'
import { aTenant } from '../testing/tenant.ts'
import { familiesSql, headsSql, removeSql, rulesAt, workflowsSql } from './job-families.ts'
import { keepJobs, removeOldJobs } from './job-retention.server.ts'
import { foldRemovedJobs, tidyRemovedJobs } from './removed-jobs.server.ts'

const database = await testDatabase()
const kinds = await onBothDatabases(database)
const { tenant } = kinds[0]!
const pool = openPool(database.app_url, { max: 4, level: 'system' })
const home = mkdtempSync(path.join(tmpdir(), 'weft-retention-'))
const jobFiles = folderJobFiles(home)
const deps = { pool, jobFiles, databases: tenant.databases }
const keep = { job_days: 90, failed_job_days: 180, files_days: 14 }
const now = new Date('2026-11-20T12:00:00Z')
after(async () => {
  await pool.end()
  rmSync(home, { recursive: true, force: true })
})

let made = 0
/** A workflow whose last run is of today, so that what is old is not its last one. */
async function aWorkflow(more: { job_days?: number; failed_job_days?: number; of?: typeof tenant } = {}) {
  const { of = tenant, ...set } = more
  const label = `Workflow ${++made}`
  const { id } = await inScope(database.db, of.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({ label, class_name: `W${made}`, source: 'weft: 1', ...set })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const source_id = await keptSource(pool, id, 'weft: 1')
  const job = async (
    days: number,
    { status = 'stopped', ...columns }: Record<string, unknown> & { status?: string } = {},
  ) => {
    const ended = !['pending', 'working', 'waiting'].includes(status)
    const at = new Date(now.getTime() - days * 86_400_000).toISOString()
    const values = {
      ...{ tenant_id: of.tenant_id, project_id: of.project_id, workflow_id: id, queue_id: of.queue_id, source_id },
      ...{ version: 1, started_by: 'hand', status, created_at: at, started_at: at, finished_at: ended ? at : null },
      ...columns,
    }
    const names = Object.keys(values)
    const { rows } = await pool.query<{ id: string }>(
      `insert into jobs (${names.join(', ')}) values (${names.map((_, i) => `$${i + 1}`).join(', ')}) returning id`,
      Object.values(values),
    )
    return rows[0]!.id
  }
  await job(0)
  return { id, label, job }
}
const areThere = async (...ids: string[]) => {
  const { rows } = await pool.query<{ id: string }>('select id from jobs where id = any($1)', [ids])
  return ids.map((id) => rows.some((row) => row.id === id))
}
const reject = (job_id: string, state: string) =>
  pool.query(
    `insert into record_errors (job_id, tenant_id, project_id, step, batch, position, record, reason, state)
     select id, tenant_id, project_id, 'write', 0, 0, '{}', '{"text":{"en":"no","de":"nein"}}', $2 from jobs where id = $1`,
    [job_id, state],
  )

test('a job goes once it is over for longer than it is kept, one that failed later, and one that is not over never', async () => {
  const { job } = await aWorkflow()
  const jobs = [
    await job(91),
    await job(89),
    await job(91, { status: 'error' }),
    await job(181, { status: 'error' }),
    await job(91, { status: 'aborted' }),
    await job(91, { status: 'warning', records_rejected: 3 }),
    await job(91, { status: 'warning', warnings: 3 }),
    await job(400, { status: 'working' }),
    await job(400, { status: 'waiting' }),
  ]
  assert.equal(await removeOldJobs(pool, keep, now), 3)
  assert.deepEqual(await areThere(...jobs), [false, true, true, false, true, true, false, true, true])
  assert.equal(await removeOldJobs(pool, keep, now), 0)
})

test('a workflow, or else its tenant, says how long; 0 is for good, and what failed is never kept shorter', async () => {
  const other = await aTenant(database)
  await inScope(database.db, { level: 'provider' }, (trx) =>
    trx
      .updateTable('tenants')
      .set({ settings: JSON.stringify({ defaults: { job_days: 0, failed_job_days: null } }) })
      .where('id', '=', other.tenant_id)
      .execute(),
  )
  const forever = await aWorkflow({ of: other })
  const briefly = await aWorkflow({ of: other, job_days: 30 })
  const long = await aWorkflow({ job_days: 365, failed_job_days: 30 })
  const failed = await aWorkflow({ failed_job_days: 0 })
  const jobs = [
    await forever.job(3_000),
    await forever.job(3_000, { status: 'error' }),
    await briefly.job(31),
    await briefly.job(29),
    await long.job(364),
    await long.job(366),
    await long.job(364, { status: 'error' }),
    await long.job(366, { status: 'error' }),
    await failed.job(91),
    await failed.job(3_000, { status: 'error' }),
  ]
  await removeOldJobs(pool, keep, now)
  assert.deepEqual(await areThere(...jobs), [true, true, false, true, true, false, true, false, false, true])
  await removeOldJobs(pool, { ...keep, job_days: 0 }, now)
  assert.deepEqual(await areThere(jobs[4]!), [true])
})

test('a family goes as a whole: all that run a job once more or were started by it, whoever’s workflow they are of', async () => {
  const { job } = await aWorkflow()
  const forever = await aWorkflow({ job_days: 0 })
  const parent = await job(200)
  const child = await job(200, { parent_job_id: parent, parent_key: 'a' })
  const again = await job(150, { retry_of: child, origin_id: child, retry_mode: 'from_failed' })
  const young = await job(80, { retry_of: again, origin_id: child, retry_mode: 'from_failed' })
  const held = await job(200)
  const keeps = await forever.job(200, { parent_job_id: held, parent_key: 'a' })
  await removeOldJobs(pool, keep, now)
  assert.deepEqual(await areThere(parent, child, again, young, held, keeps), [true, true, true, true, true, true])
  assert.equal((await removeOldJobs(pool, { ...keep, job_days: 75 }, now)) >= 4, true)
  assert.deepEqual(await areThere(parent, child, again, young, held, keeps), [false, false, false, false, true, true])
})

test('what somebody still waits for or may take back stays', async () => {
  const { id: workflow_id, job } = await aWorkflow()
  const [open, retrying, resolved] = [await job(200), await job(200), await job(200)]
  await reject(open, 'open')
  await reject(retrying, 'retrying')
  await reject(resolved, 'resolved')
  const [follows, told, taken_back, written, kept] = [
    await job(200),
    await job(200),
    await job(200),
    await job(200),
    await job(200),
  ]
  const of = [tenant.tenant_id, tenant.project_id, workflow_id]
  await pool.query(
    `insert into due_starts (tenant_id, project_id, workflow_id, step, element, after_job_id, depth, due_at) values ($1, $2, $3, 'go', 'predecessor', $4, 1, now() + interval '1 day')`,
    [...of, follows],
  )
  await pool.query(
    `insert into mail_notices (tenant_id, project_id, workflow_id, job_id, class_name) values ($1, $2, $3, $4, 'workflow_failed')`,
    [...of, told],
  )
  await pool.query(`insert into job_undos (tenant_id, project_id, job_id) values ($1, $2, $3)`, [
    ...of.slice(0, 2),
    taken_back,
  ])
  const structure = await inScope(database.db, tenant.scope, (trx) =>
    trx
      .insertInto('data_structures')
      .values({
        class_name: 'Kept',
        table_name: 'kept',
        label: 'Kept',
        data_versioning: false,
        run_changes_days: 365,
        fields: '[]',
      })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  for (const [id, days] of [
    [written, 364],
    [kept, 367],
  ] as const)
    await pool.query(
      `insert into job_structures (job_id, structure_id, step, mode, tenant_id, project_id, opened_at) values ($1, $2, 'write', 'upsert', $3, $4, $5)`,
      [id, structure.id, ...of.slice(0, 2), new Date(now.getTime() - days * 86_400_000).toISOString()],
    )
  await removeOldJobs(pool, keep, now)
  assert.deepEqual(await areThere(open, retrying, resolved, follows, told, taken_back, written, kept), [
    true,
    true,
    false,
    true,
    true,
    true,
    true,
    false,
  ])
  const logged = await job(200)
  await pool.query(
    `insert into job_logs (job_id, tenant_id, project_id, attempt, level, message) values ($1, $2, $3, 1, 'info', '{}')`,
    [logged, ...of.slice(0, 2)],
  )
  await removeOldJobs(pool, keep, now)
  assert.deepEqual(await areThere(logged), [true])
  const files = await job(95)
  await removeOldJobs(pool, { ...keep, files_days: 100 }, now)
  assert.deepEqual(await areThere(files), [true])
})

test('the last run of a workflow and its last good one stay, whatever their age', async () => {
  const { id, job } = await aWorkflow()
  await pool.query('delete from jobs where workflow_id = $1', [id])
  const jobs = [
    await job(900),
    await job(800, { status: 'warning' }),
    await job(700, { status: 'error' }),
    await job(600, { status: 'error' }),
    await job(500, { status: 'info', started_by: 'poll' }),
    await job(400, { test: '{}' }),
  ]
  await removeOldJobs(pool, keep, now)
  assert.deepEqual(await areThere(...jobs), [false, true, false, true, false, false])
})

for (const { tenant: owner, store, it } of kinds)
  it('files and markers go after their job, also when whoever removed it was killed in between', async () => {
    const { job } = await aWorkflow({ of: owner })
    const [old, young] = [await job(91), await job(2)]
    await store.ensureProject(owner.project_id)
    await store.transfer.putMarkers(owner.project_id, {
      writers: [old, young].map((id) => ({ job: id, step: 'write', attempt: 1 })),
      batches: [old, young].map((id) => ({
        job: id,
        step: 'write',
        batch: '0',
        outcome: '{}',
        written_at: '2026-01-01T00:00:00.000Z',
      })),
    })
    for (const id of [old, young])
      await openSpools(jobFiles, id).whole('__in', async function* () {
        yield [{ n: 1 }]
      })
    assert.equal(await removeOldJobs(pool, keep, now), 1)
    assert.equal(existsSync(path.join(home, 'jobs', placeOfJob(old))), true)
    const own = { ...deps, databases: owner.databases }
    await keepJobs(own, keep, now)
    assert.deepEqual(
      [old, young].map((id) => existsSync(path.join(home, 'jobs', placeOfJob(id)))),
      [false, true],
    )
    const { writers, batches } = await store.transfer.markers(owner.project_id)
    assert.deepEqual([writers.map((one) => one.job), batches.map((one) => one.job)], [[young], [young]])
    const { rows } = await pool.query('select is_tidied from removed_jobs where job_id = $1', [old])
    assert.deepEqual(rows, [{ is_tidied: true }])
  })

test('a tenant whose database cannot be reached is tidied up later and keeps no other from it', async () => {
  const [away, here] = [await aTenant(database), await aTenant(database)]
  const [one, two] = [await aWorkflow({ of: away }), await aWorkflow({ of: here })]
  const jobs = [await one.job(91), await two.job(91)]
  const places = {
    relational: (id: string) =>
      id === away.tenant_id ? Promise.reject(new Error('away')) : here.databases.relational(id),
  }
  await keepJobs({ ...deps, databases: places }, keep, now)
  const tidied = async () => {
    const { rows } = await pool.query<{ job_id: string; is_tidied: boolean }>(
      'select * from removed_jobs where job_id = any($1)',
      [jobs],
    )
    return jobs.map((id) => rows.find(({ job_id }) => job_id === id)!.is_tidied)
  }
  assert.deepEqual(await tidied(), [false, true])
  await tidyRemovedJobs({ ...deps, databases: away.databases })
  assert.deepEqual(await tidied(), [true, true])
})

test('a text goes with the last job that ran it', async () => {
  const { id, job } = await aWorkflow()
  const earlier = await keptSource(pool, id, 'weft: 1 # as it was')
  await job(91, { source_id: earlier })
  const last = await job(80, { source_id: earlier })
  const texts = async () =>
    (
      await pool.query<{ source: string }>('select source from workflow_sources where workflow_id = $1 order by 1', [
        id,
      ])
    ).rows.map(({ source }) => source)
  await removeOldJobs(pool, keep, now)
  assert.deepEqual(await texts(), ['weft: 1', 'weft: 1 # as it was'])
  await pool.query(
    `update jobs set created_at = created_at - interval '20 days', finished_at = finished_at - interval '20 days' where id = $1`,
    [last],
  )
  await removeOldJobs(pool, keep, now)
  assert.deepEqual(await texts(), ['weft: 1'])
})

test('what a row of retention says is how many jobs went', async () => {
  const { job } = await aWorkflow()
  await job(91)
  await job(92)
  await keepJobs(deps, keep, now)
  const { rows } = await pool.query(
    'select jobs, job_logs, error from retention_runs order by started_at desc, finished_at desc limit 1',
  )
  assert.deepEqual(rows, [{ jobs: 2, job_logs: 0, error: null }])
})

test('what is usual, and what charts add up, is the same after runs are gone', async () => {
  const { id, label, job } = await aWorkflow()
  for (let week = 1; week <= 12; week++)
    await job(week * 7 + 31, {
      records_in: 100,
      records_out: 90 + week,
      finished_at: new Date(now.getTime() - (week * 7 + 31) * 86_400_000 + (week + 20) * 1_000).toISOString(),
    })
  const newest = await job(31, { records_in: 500, records_out: 500 })
  const compared = async () => {
    const [found] = await inScope(database.db, tenant.scope, (trx) => compareRuns(trx, [newest]))
    return { ...found, figures: found!.figures.toSorted((a, b) => a.figure.localeCompare(b.figure)) }
  }
  const charted = async () => {
    const rows = await askOperations(
      database.db,
      tenant.scope,
      'runs',
      [{ field: 'workflow', operator: 'equals', value: label }],
      {
        columns: ['day', 'status', 'runs', 'records', 'rejected', 'seconds'],
        limit: 1_000,
      },
    )
    return rows.toSorted((a, b) => String(a['day']).localeCompare(String(b['day'])))
  }
  const [usual, chart] = [await compared(), await charted()]
  assert.deepEqual([usual.past, usual.figures[0]!.figure, usual.figures[0]!.median], [12, 'duration', 26_500])
  assert.equal(chart.length, 14)
  await removeOldJobs(pool, { ...keep, job_days: 32 }, now)
  assert.equal((await pool.query('select from jobs where workflow_id = $1', [id])).rowCount, 2)
  assert.deepEqual(await compared(), usual)
  assert.deepEqual(await charted(), chart)

  await tidyRemovedJobs(deps)
  await foldRemovedJobs(pool, new Date(now.getTime() + 400 * 86_400_000))
  assert.equal((await pool.query('select from removed_jobs where workflow_id = $1', [id])).rowCount, 0)
  assert.deepEqual(await charted(), chart)
})

test('whoever wants to run a job again while it goes comes before and keeps it, or finds it gone', async () => {
  const { job } = await aWorkflow()
  const enqueuer = openEnqueuer(pool)
  const jobs = await Promise.all(Array.from({ length: 20 }, () => job(91)))
  const [asked] = await Promise.all([
    Promise.allSettled(
      jobs.map((id) =>
        requeueJob({ db: database.db, pool, enqueuer, jobFiles }, tenant.scope, id, {
          mode: 'from_start',
          version: 'original',
        }),
      ),
    ),
    removeOldJobs(pool, keep, now),
  ])
  const there = await areThere(...jobs)
  for (const one of asked) if (one.status === 'rejected') assert.match(one.reason.code, /^(NOT_FOUND|GONE_MEANWHILE)$/)
  assert.deepEqual(
    asked.map(({ status }) => status === 'fulfilled'),
    there,
  )
})

type Drawn = { up: number; edge: 'none' | 'parent' | 'retry'; days: number; status: string; rejected: string | null }
const drawn: fc.Arbitrary<Drawn[]> = fc.array(
  fc.record({
    up: fc.nat(),
    edge: fc.constantFrom('none', 'parent', 'parent', 'retry'),
    days: fc.constantFrom(10, 89, 91, 179, 181, 400),
    status: fc.constantFrom('stopped', 'stopped', 'stopped', 'warning', 'error', 'aborted', 'working', 'waiting'),
    rejected: fc.constantFrom(null, null, null, 'open', 'resolved', 'ignored'),
  }),
  { minLength: 1, maxLength: 12 },
)

/** Which of these jobs go: of families of which every job is over, old and waited for by nobody. */
function goneOf(jobs: readonly Drawn[]): boolean[] {
  const family = jobs.map((_, i) => i)
  jobs.forEach(({ edge, up }, i) => (family[i] = edge === 'none' || i === 0 ? i : family[up % i]!))
  const isOver = ({ days, status, rejected }: Drawn) =>
    days > (['error', 'aborted'].includes(status) ? 180 : 90) &&
    !['working', 'waiting'].includes(status) &&
    rejected !== 'open'
  return family.map((one) => jobs.every((job, i) => family[i] !== one || isOver(job)))
}

test('of families of any shape exactly those go with which nothing may go on', async () => {
  await fc.assert(
    fc.asyncProperty(drawn, async (jobs) => {
      const { job } = await aWorkflow()
      const ids: string[] = []
      for (const [i, { up, edge, days, status, rejected }] of jobs.entries()) {
        const other = i === 0 ? undefined : ids[up % i]
        const edges = {
          none: {},
          parent: { parent_job_id: other, parent_key: `${i}` },
          retry: { retry_of: other, retry_mode: 'from_start' },
        }
        ids.push(await job(days, { status, ...(other === undefined ? {} : edges[edge]) }))
        if (rejected) await reject(ids[i]!, rejected)
      }
      await removeOldJobs(pool, keep, now)
      assert.deepEqual(
        (await areThere(...ids)).map((isThere) => !isThere),
        goneOf(jobs),
      )
    }),
    { numRuns: 40 },
  )
})

test('removing reads jobs by their indexes, and every reference to a job has one', async () => {
  const { id, job } = await aWorkflow()
  const source_id = await keptSource(pool, id, 'weft: 1')
  await pool.query(
    `insert into jobs (tenant_id, project_id, workflow_id, queue_id, source_id, version, status, started_by, created_at, started_at, finished_at)
     select $1, $2, $3, $4, $5, 1, case when n % 50 = 0 then 'error' else 'stopped' end, 'schedule', t, t, t
     from generate_series(1, 10000) n, lateral (select $6::timestamptz - n * interval '30 minutes' as t) x`,
    [tenant.tenant_id, tenant.project_id, id, tenant.queue_id, source_id, now.toISOString()],
  )
  const head = await job(91)
  await execute(database.owner_url, 'analyze jobs')
  const rules = rulesAt(keep, now)
  for (const [name, text, values] of [
    ['workflows', workflowsSql, rules],
    ['heads', headsSql, [...rules, id, '-infinity', '00000000-0000-0000-0000-000000000000']],
    ['families', familiesSql, [...rules, [head]]],
    ['remove', removeSql, [...rules, [head], [head]]],
  ] as const) {
    const { rows } = await pool.query<Record<string, string>>(`explain ${text}`, [...values])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    assert.doesNotMatch(plan, /Seq Scan on jobs/, name)
    assert.match(plan, /Index (Only )?Scan( Backward)? using jobs/, name)
  }
  const { rows } = await pool.query(
    `select c.conrelid::regclass::text as name from pg_constraint c where c.contype = 'f' and c.confrelid = 'jobs'::regclass
     and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1])`,
  )
  assert.deepEqual(rows, [])
})
