import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keptSourceIn } from '@weft/kit/testing/kept-source.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context, test: database } = server
const [tenant, other] = [await aTenant(database), await aTenant(database)]
const as = async (role: string, { tenant_id } = tenant) =>
  signedIn(server, { email: `${role}@${tenant_id}.test`, role, tenant_id })
const [viewer, stranger] = [await as('viewer'), await as('viewer', other)]
const get = async (url: string, headers = viewer) => {
  const answer = await app.inject({ method: 'GET', url: `/api/app${url}`, headers })
  return { status: answer.statusCode, ...(answer.json() as { data: any; meta: any }) }
}

// Two projects; runs of an hour, three days, twenty days and forty days ago.
const second = await inScope(context.db, { level: 'tenant', tenant_id: tenant.tenant_id }, (trx) =>
  trx.insertInto('projects').values({ name: 'Warehouse', short: 'wh' }).returning('id').executeTakeFirstOrThrow(),
)
const scopes = [tenant.scope, { ...tenant.scope, project_id: second.id }]
const workflows = await Promise.all(
  scopes.map((scope, i) =>
    inScope(context.db, scope, (trx) =>
      trx
        .insertInto('workflows')
        .values({ label: ['Import orders', 'Count stock'][i]!, class_name: `W${i}`, source: 'weft: 1' })
        .returning('id')
        .executeTakeFirstOrThrow(),
    ),
  ),
)
const message = (en: string, de: string) => JSON.stringify({ text: { en, de }, values: {} })
async function aRun(
  of: 0 | 1,
  hours: number,
  more: { status: string; records_in?: number; records_out?: number; records_rejected?: number; error?: string },
) {
  const at = new Date(Date.now() - hours * 3_600_000).toISOString()
  return inScope(context.db, scopes[of]!, async (trx) => {
    const { id } = await trx
      .insertInto('jobs')
      .values({
        workflow_id: workflows[of]!.id,
        queue_id: tenant.queue_id,
        source_id: await keptSourceIn(trx, workflows[of]!.id, 'weft: 1'),
        version: 1,
        started_by: 'hand',
        created_at: at,
        started_at: at,
        finished_at: at,
        ...more,
      } as never)
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  })
}
const [good, failed] = [
  await aRun(0, 1, { status: 'stopped', records_in: 20, records_out: 20 }),
  await aRun(1, 72, {
    status: 'error',
    records_in: 3,
    records_rejected: 3,
    error: JSON.stringify({
      code: 'NOTHING_WRITTEN',
      message: { text: { en: 'Nothing was written.', de: 'Es wurde nichts geschrieben.' }, values: {} },
    }),
  }),
]
await aRun(0, 480, { status: 'warning', records_in: 5, records_out: 4, records_rejected: 1 })
await aRun(0, 960, { status: 'stopped' })
const aLine = (of: 0 | 1, job_id: string, level: string, en: string, de: string) =>
  inScope(context.db, scopes[of]!, (trx) =>
    trx
      .insertInto('job_logs')
      .values({ job_id, attempt: 1, level, step: 'read', message: message(en, de) } as never)
      .execute(),
  )
await aLine(0, good, 'info', 'Reading orders.csv.', 'orders.csv wird gelesen.')
await aLine(1, failed, 'warning', 'The shelf is empty.', 'Das Regal ist leer.')
await inScope(context.db, scopes[1]!, (trx) =>
  trx
    .insertInto('record_errors')
    .values(
      [0, 1, 2].map((position) => ({
        job_id: failed,
        step: 'check',
        batch: 0,
        position,
        record: '{}',
        field: 'sku',
        reason: message('This sku is not known.', 'Diese Artikelnummer ist unbekannt.'),
      })),
    )
    .execute(),
)

const told = (entries: any[]) =>
  entries.map(({ kind, level, workflow_label, message, status }) => [
    kind,
    level,
    workflow_label,
    kind === 'run' ? status : message,
  ])

test('the journal holds the runs of a period and what they warned of, over all projects, the newest first', async () => {
  const day = await get('/journal')
  assert.deepEqual(told(day.data), [
    ['line', 'warning', 'Count stock', 'The shelf is empty.'],
    ['run', 'info', 'Import orders', 'stopped'],
  ])
  assert.equal(day.meta.total, 2)
  assert.deepEqual(told((await get('/journal?period=week')).data).slice(1), [
    ['run', 'info', 'Import orders', 'stopped'],
    ['run', 'error', 'Count stock', 'error'],
  ])
  const month = await get('/journal?period=month&page=2&perPage=2', { ...viewer, 'accept-language': 'de' })
  assert.deepEqual(
    [told(month.data), month.data[0].message, month.meta.total, month.meta.lastPage],
    [
      [
        ['run', 'error', 'Count stock', 'error'],
        ['run', 'warning', 'Import orders', 'warning'],
      ],
      'Es wurde nichts geschrieben.',
      4,
      2,
    ],
  )
  assert.equal((await get('/journal?period=year')).status, 422)
})

test('it is narrowed to a project, a workflow, levels or a word', async () => {
  assert.deepEqual(
    told((await get(`/journal?period=month&filter[project_id]=${second.id}&filter[level]=error`)).data),
    [['run', 'error', 'Count stock', 'error']],
  )
  assert.deepEqual(
    told((await get(`/journal?period=month&filter[workflow_id]=${workflows[0]!.id}&filter[level]=warning`)).data),
    [['run', 'warning', 'Import orders', 'warning']],
  )
  assert.deepEqual(told((await get('/journal?searchTerm=Regal')).data), [
    ['line', 'warning', 'Count stock', 'The shelf is empty.'],
  ])
})

test('the logs hold every line', async () => {
  const { data } = await get('/workflow_logs', { ...viewer, 'accept-language': 'de' })
  assert.deepEqual(
    data.map((line: any) => [line.level, line.step, line.message, line.project_name]),
    [
      ['warning', 'read', 'Das Regal ist leer.', 'Warehouse'],
      ['info', 'read', 'orders.csv wird gelesen.', 'Commerce hub'],
    ],
  )
  assert.equal((await get('/workflow_logs?filter[level]=debug')).meta.total, 0)
})

test('the overview counts jobs, records, errors and queues of the period', async () => {
  const { data: week } = await get('/analysis/overview?period=week')
  assert.deepEqual([week.by_status, week.open_errors, week.slots.length], [{ stopped: 1, error: 1 }, 3, 28])
  assert.deepEqual(
    week.workflows
      .filter((one: any) => one.jobs > 0)
      .map((one: any) => [one.label, one.project_name, one.good, one.error, one.rejected]),
    [
      ['Count stock', 'Warehouse', 0, 1, 3],
      ['Import orders', 'Commerce hub', 1, 0, 0],
    ],
  )
  assert.deepEqual(week.reasons, [
    {
      workflow_id: workflows[1]!.id,
      workflow_label: 'Count stock',
      step: 'check',
      field: 'sku',
      count: 3,
      example: 'This sku is not known.',
    },
  ])
  assert.deepEqual(
    week.queues.map((queue: any) => [queue.finished, queue.failed, queue.pending]),
    [[2, 1, 0]],
  )
  assert.deepEqual((await get('/analysis/overview')).data.by_status, { stopped: 1 })
})

test('another tenant sees none of it', async () => {
  assert.deepEqual(
    [
      (await get('/journal?period=month', stranger)).data,
      (await get('/workflow_logs?period=month', stranger)).data,
      (await get('/analysis/overview?period=month', stranger)).data.by_status,
    ],
    [[], [], {}],
  )
})
