import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { keptSource } from '@weft/kit/testing/kept-source.ts'
import { aTenant } from '../testing/tenant.ts'
import { compareRuns } from './compare.server.ts'
import { judged, unusual, type Compared } from './unusual.ts'

const database = await testDatabase()
const { db } = database
const tenant = await aTenant(database)
const pool = openPool(database.app_url, { max: 2, level: 'system' })
after(() => pool.end())

async function aWorkflow() {
  const label = `W ${crypto.randomUUID()}`
  const { id } = await inScope(db, tenant.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({ label, class_name: label.replaceAll(/\W/g, ''), source: '', active: true, published: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  /** A run that began then, took so many seconds, moved and rejected so many records. */
  const ran = async (began: string, seconds: number, records = 0, rejected = 0, more: { status?: string } = {}) => {
    const { rows } = await pool.query<{ id: string }>(
      `insert into jobs (tenant_id, project_id, workflow_id, queue_id, source_id, version, status, started_by, records_in, records_out, records_rejected, created_at, started_at, finished_at)
       select $1, $2, $3, (select id from queues where tenant_id = $1 limit 1), $9, 1, $4, 'schedule', $5, $5, $6, $7, $7, $7::timestamptz + make_interval(secs => $8) returning id`,
      [
        ...[tenant.tenant_id, tenant.project_id, id, more.status ?? 'stopped', records, rejected, began, seconds],
        await keptSource(pool, id),
      ],
    )
    return rows[0]!.id
  }
  return { id, ran }
}
const compared = async (job: string) => {
  const [found] = await inScope(db, tenant.scope, (trx) => compareRuns(trx, [job]))
  return found && { past: found.past, figures: found.figures.toSorted((a, b) => a.figure.localeCompare(b.figure)) }
}
/** Tuesdays and Wednesdays at three, the newest last. */
const tuesdays = ['06', '13', '20', '27']
  .map((day) => `2026-10-${day}`)
  .concat('2026-11-03', '2026-11-10', '2026-11-17')
const tuesday = '2026-11-24T03:00:00Z'

test('a run is compared with those of its day of the week: median, spread and how many they were', async () => {
  const { ran } = await aWorkflow()
  for (const [i, seconds] of [38, 39, 40, 41, 42, 43, 44].entries()) {
    await ran(`${tuesdays[i]}T03:00:00Z`, seconds, 4_100, 2)
    await ran(
      `${tuesdays[i]!.replace(/\d\d$/, (day) => String(Number(day) + 1).padStart(2, '0'))}T03:00:00Z`,
      600,
      9_000,
    )
  }
  const job = await ran(tuesday, 164, 4_100, 2)
  assert.deepEqual(await compared(job), {
    past: 14,
    figures: [
      { figure: 'duration', value: 164_000, median: 41_000, spread: 2_000, runs: 7, weekday: 2 },
      { figure: 'records', value: 4_100, median: 4_100, spread: 0, runs: 7, weekday: 2 },
      { figure: 'rejected', value: 2, median: 2, spread: 0, runs: 7, weekday: 2 },
      { figure: 'throughput', value: 25, median: 100, spread: 4_100 / 41 - 4_100 / 43, runs: 7, weekday: 2 },
    ],
  })
})

test('with too few of its day all days count, and with fewer than five there is nothing usual', async () => {
  const { ran } = await aWorkflow()
  for (const day of ['18', '19', '20', '21']) await ran(`2026-11-${day}T03:00:00Z`, 10)
  const early = await ran('2026-11-22T03:00:00Z', 10)
  assert.deepEqual(await compared(early), { past: 4, figures: [] })
  const later = await ran(tuesday, 30)
  const { figures, past } = (await compared(later))!
  assert.deepEqual(
    [past, figures.map(({ figure, median, runs, weekday }) => [figure, median, runs, weekday])],
    [
      5,
      [
        ['duration', 10_000, 5, null],
        ['records', 0, 5, null],
        ['rejected', 0, 5, null],
      ],
    ],
  )
})

test('failed, tried and repeated runs are no past, nor is what was half a year ago', async () => {
  const { ran } = await aWorkflow()
  for (const day of ['18', '19', '20', '21']) await ran(`2026-11-${day}T03:00:00Z`, 10)
  await ran('2026-11-21T04:00:00Z', 500, 0, 0, { status: 'error' })
  await ran('2026-05-01T04:00:00Z', 500)
  const tried = await ran('2026-11-21T05:00:00Z', 500)
  await pool.query(`update jobs set test = '{"records": 1}' where id = $1`, [tried])
  const rest = await ran('2026-11-21T06:00:00Z', 500)
  await pool.query(`update jobs set retry_mode = 'failed_records' where id = $1`, [rest])
  assert.equal((await compared(await ran(tuesday, 10)))!.past, 4)
  assert.equal(await compared(tried), undefined)
  assert.equal(await compared(await ran(tuesday, 10, 0, 0, { status: 'error' })), undefined)
})

test('the day is that of the zone of the schedule', async () => {
  const { id, ran } = await aWorkflow()
  await pool.query(
    `insert into schedules (tenant_id, project_id, workflow_id, step, cron, zone, next_at) values ($1, $2, $3, 'clock', '0 0 * * *', 'Europe/Berlin', now())`,
    [tenant.tenant_id, tenant.project_id, id],
  )
  for (const day of ['19', '20', '21', '22', '23']) await ran(`2026-10-${day}T12:00:00Z`, 10)
  // Monday evening in London is Tuesday in Berlin.
  for (const day of tuesdays.slice(0, 5)) await ran(`${day}T08:00:00Z`, 20)
  const { figures } = (await compared(await ran('2026-11-23T23:30:00Z', 20)))!
  assert.deepEqual([figures[0]!.weekday, figures[0]!.median], [2, 20_000])
})

test('the past is found by the index of a workflow’s jobs by time', async () => {
  const { id, ran } = await aWorkflow()
  await pool.query(
    `insert into jobs (tenant_id, project_id, workflow_id, queue_id, source_id, version, status, started_by, created_at, started_at, finished_at)
     select $1, $2, $3, (select id from queues where tenant_id = $1 limit 1), $4, 1, 'stopped', 'schedule', t, t, t + interval '1 second'
     from generate_series('2026-11-01'::timestamptz, '2026-11-20', '1 minute') t`,
    [tenant.tenant_id, tenant.project_id, id, await keptSource(pool, id)],
  )
  const job = await ran(tuesday, 1)
  assert.equal((await compared(job))!.past, 200)
  const { rows } = await pool.query(
    `explain select started_at from jobs p where p.workflow_id = $1 and p.created_at < now() and p.status in ('stopped', 'warning') order by p.created_at desc limit 200`,
    [id],
  )
  assert.match(JSON.stringify(rows), /jobs_workflow_id_created_at_idx/)
})

const base = { runs: 8, weekday: 2 } as const
const cases: [name: string, compared: Omit<Compared, 'runs' | 'weekday'>, unusual: 'more' | 'less' | null][] = [
  ['four times as long', { figure: 'duration', value: 164_000, median: 41_000, spread: 2_000 }, 'more'],
  ['half as long again', { figure: 'duration', value: 61_000, median: 41_000, spread: 2_000 }, null],
  ['four times as long, but all over in a second', { figure: 'duration', value: 800, median: 200, spread: 5 }, null],
  [
    'twice as long where runs differ that much',
    { figure: 'duration', value: 80_000, median: 40_000, spread: 20_000 },
    null,
  ],
  ['a tenth of the records', { figure: 'records', value: 400, median: 4_000, spread: 0 }, 'less'],
  ['rejections where there are none', { figure: 'rejected', value: 12, median: 0, spread: 0 }, 'more'],
  ['a few rejections', { figure: 'rejected', value: 3, median: 0, spread: 0 }, null],
  ['fewer rejections', { figure: 'rejected', value: 0, median: 50, spread: 1 }, null],
  ['a quarter of the pace', { figure: 'throughput', value: 25, median: 100, spread: 3 }, 'less'],
  ['a faster pace', { figure: 'throughput', value: 400, median: 100, spread: 3 }, null],
]
for (const [name, figures, expected] of cases)
  test(`${name} is ${expected ?? 'nothing unusual'}`, () => assert.equal(unusual({ ...base, ...figures }), expected))

test('a slower pace is not told beside a longer time', () => {
  const long = { ...base, figure: 'duration', value: 164_000, median: 41_000, spread: 2_000 } as const
  const slow = { ...base, figure: 'throughput', value: 25, median: 100, spread: 3 } as const
  assert.deepEqual(
    [judged([long, slow]), judged([slow])].map((figures) => figures.map(({ unusual }) => unusual)),
    [['more', null], ['less']],
  )
})
