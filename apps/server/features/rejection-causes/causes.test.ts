import assert from 'node:assert/strict'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { openJournal, type JournalEntry, type RejectedRow } from '@weft/engine/runtime/journal.server.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { keptSourceIn } from '@weft/kit/testing/kept-source.ts'
import { sql } from 'kysely'
import { aServer, signedIn } from '../../testing.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'

const server = await aServerWithJobs(await aServer())
const { context, tenant, headers, api, aStructure, aWorkflow, run, ended, pool, app } = server
const lines = await aStructure('CauseLine', [
  aField('order_no', 'text', { primary_key: true, nullable: false }),
  aField('quantity', 'integer', { max: 100 }),
])
const importing = (path: string) => `steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: ${path}, format: csv } }
  - { id: keep, label: Keep lines, element: write_records, settings: { structure_id: ${lines.id} } }
edges: [{ from: go.out, to: read.in }, { from: read.out, to: keep.in }]`
const file = (path: string, text: string) =>
  context.files(tenant.tenant_id).write(path, Readable.from([Buffer.from(text)]))
const causesOf = async (workflow: string, more = '') =>
  (await api('GET', `/rejection_causes?filter[workflow_id]=${workflow}${more}`)).data as any[]
const today = new Date().toISOString().slice(0, 10)

test('what several runs reject by the same rule is one cause, whichever values it was about', async () => {
  await file('one.csv', 'order_no,quantity\nA1,many\nA2,few\nA3,500\nA4,4\n')
  const workflow = await aWorkflow(importing('one.csv'))
  await run(workflow)
  const second = await run(workflow)
  const found = await causesOf(workflow)
  assert.deepEqual(
    found.map(({ reason, field, step, step_label, records, waiting, runs, state, badge, last_job_id }) => ({
      reason,
      field,
      step,
      step_label,
      records,
      waiting,
      runs,
      state,
      badge,
      last_job_id,
    })),
    [
      {
        reason: found[0].reason,
        field: 'quantity',
        step: 'keep',
        step_label: 'Keep lines',
        records: 4,
        waiting: 4,
        runs: 2,
        state: 'open',
        badge: 'new',
        last_job_id: second.id,
      },
      {
        reason: found[1].reason,
        field: 'quantity',
        step: 'keep',
        step_label: 'Keep lines',
        records: 2,
        waiting: 2,
        runs: 2,
        state: 'open',
        badge: 'new',
        last_job_id: second.id,
      },
    ],
  )
  assert.ok(!/many|few|500/.test(found[0].reason + found[1].reason), `${found[0].reason} ${found[1].reason}`)
  assert.deepEqual([found[0].days.length, found[0].days.at(-1)], [14, { day: today, rejected: 4, mended: 0 }])

  const { data: one } = await api('GET', `/rejection_causes/${found[0].id}`)
  assert.deepEqual(one.samples.map(({ value }: { value: string }) => value).toSorted(), ['few', 'few', 'many', 'many'])
  const values = await api('GET', `/rejection_causes/${found[0].id}/values?field=quantity`)
  assert.deepEqual(values.data, [
    { value: 'few', records: 2 },
    { value: 'many', records: 2 },
  ])
})

test('of ten samples each value has its own before one has a second', async () => {
  const same = Array.from({ length: 30 }, (_, i) => `S${i},same\n`).join('')
  await file('samples.csv', `order_no,quantity\nS90,first\nS91,second\n${same}`)
  const workflow = await aWorkflow(importing('samples.csv'))
  await run(workflow)
  const [cause] = await causesOf(workflow)
  const { data: one } = await api('GET', `/rejection_causes/${cause.id}`)
  const values = one.samples.map(({ value }: { value: string }) => value)
  assert.deepEqual([values.length, new Set(values)], [10, new Set(['same', 'first', 'second'])])
  const counted = await api('GET', `/rejection_causes/${cause.id}/values?field=quantity`)
  assert.deepEqual(counted.data[0], { value: 'same', records: 30 })
})

/** Something waits at a cause of a workflow of its own: what it is, and what was rejected. */
async function aCause(quantity: string) {
  await file(`${quantity}.csv`, `order_no,quantity\n${quantity},${quantity}\n`)
  const workflow = await aWorkflow(importing(`${quantity}.csv`))
  const job = await run(workflow)
  const [cause] = await causesOf(workflow)
  const [error] = (await api('GET', `/record_errors?filter[job_id]=${job.id}`)).data
  return { workflow, job, cause, error }
}
const stateOf = async (id: string) => (await api('GET', `/rejection_causes/${id}`)).data.state
const retry = async (error: { id: string; record: object }, quantity: string) =>
  ended((await api('POST', `/record_errors/${error.id}/retry`, { record: { ...error.record, quantity } })).data.id)

test('a cause is mended once its records were written, and came back when it is met again', async () => {
  const { workflow, cause, error } = await aCause('loads')
  assert.equal((await retry(error, '5')).status, 'stopped')
  const [mended] = await causesOf(workflow)
  assert.deepEqual(
    [mended.state, mended.waiting, mended.mended, mended.days.at(-1)],
    ['mended', 0, 1, { day: today, rejected: 1, mended: 1 }],
  )
  await run(workflow)
  const [back] = await causesOf(workflow)
  assert.deepEqual([back.id, back.state, back.waiting, back.runs], [cause.id, 'came_back', 1, 2])
})

test('what is refused again stays at its cause, or goes to that of the rule that refuses it now', async () => {
  const { workflow, error } = await aCause('plenty')
  await retry(error, 'heaps')
  const same = await causesOf(workflow)
  assert.deepEqual(
    same.map(({ state, records, waiting, mended }) => [state, records, waiting, mended]),
    [['open', 2, 1, 0]],
  )
  const [again] = (await api('GET', `/record_errors?filter[workflow_id]=${workflow}&filter[state]=open`)).data
  await retry(again, '101')
  const moved = await causesOf(workflow)
  assert.deepEqual(moved.map(({ state, waiting, mended }) => `${state} ${waiting} ${mended}`).toSorted(), [
    'empty 0 0',
    'open 1 0',
  ])
})

test('records somebody marks as resolved do not wait, but nothing was mended', async () => {
  const { cause, error } = await aCause('lots')
  await api('POST', '/record_errors/resolve', { ids: [error.id] })
  assert.equal(await stateOf(cause.id), 'empty')
  await api('POST', '/record_errors/resolve', { ids: [error.id], state: 'open' })
  assert.equal(await stateOf(cause.id), 'open')
})

test('a run that is deleted takes what waited with it', async () => {
  const { workflow, cause, job } = await aCause('oodles')
  await inScope(context.db, tenant.scope, (trx) => trx.deleteFrom('jobs').where('id', '=', job.id).execute())
  const [left] = await causesOf(workflow)
  assert.deepEqual([left.id, left.records, left.waiting, left.state], [cause.id, 1, 0, 'empty'])
})

const me = async () =>
  (await api('GET', '/rejection_causes/people')).data.find(({ name }: { name: string }) => name.startsWith('dev@')) as {
    id: string
    name: string
  }

test('a cause is assigned to somebody of the tenant, and talked about', async () => {
  const { cause } = await aCause('masses')
  const { id: user_id, name } = await me()
  await api('POST', '/rejection_causes/assign', { ids: [cause.id], user_id })
  const said = await api('POST', `/rejection_causes/${cause.id}/comments`, { comment: ' The shop counts in words. ' })
  assert.equal(said.status, 201)
  const { data } = await api('GET', `/rejection_causes/${cause.id}`)
  assert.deepEqual(
    [data.state, data.assigned_to, data.comments.map((one: any) => [one.author, one.comment])],
    ['in_work', user_id, [[name, 'The shop counts in words.']]],
  )
  await api('POST', '/rejection_causes/assign', { ids: [cause.id], user_id: null })
  assert.equal(await stateOf(cause.id), 'open')
  const refused = await api('POST', '/rejection_causes/assign', { ids: [cause.id], user_id: crypto.randomUUID() })
  assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['user_id']])
  const empty = await api('POST', `/rejection_causes/${cause.id}/comments`, { comment: '  ' })
  assert.deepEqual([empty.status, Object.keys(empty.errors)], [422, ['comment']])
})

test('a cause is taken on, ignored for a reason and opened again', async () => {
  const { cause } = await aCause('tons')
  await api('POST', '/rejection_causes/assign', { ids: [cause.id], user_id: (await me()).id })
  assert.equal(await stateOf(cause.id), 'in_work')
  const mine = (await api('GET', '/rejection_causes?filter[state]=mine')).data.map(({ id }: { id: string }) => id)
  assert.deepEqual(mine, [cause.id])
  const refused = await api('POST', '/rejection_causes/ignore', { ids: [cause.id], reason: ' ' })
  assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['reason']])
  await api('POST', '/rejection_causes/ignore', { ids: [cause.id], reason: 'Entered by hand' })
  const { data } = await api('GET', `/rejection_causes/${cause.id}`)
  assert.deepEqual([data.state, data.ignored_reason, data.waiting], ['ignored', 'Entered by hand', 1])
  await api('POST', '/rejection_causes/reopen', { ids: [cause.id] })
  assert.equal(await stateOf(cause.id), 'open')
  await api('POST', '/rejection_causes/ignore', { ids: [cause.id], reason: 'Old', until: '2020-01-01T00:00:00Z' })
  assert.equal(await stateOf(cause.id), 'open')
})

test('what is ignored until it becomes too much is open once more come in a day', async () => {
  const { workflow, cause } = await aCause('stacks')
  await api('POST', '/rejection_causes/ignore', { ids: [cause.id], reason: 'A few are normal', above: 2 })
  await run(workflow)
  assert.equal(await stateOf(cause.id), 'ignored')
  await run(workflow)
  assert.equal(await stateOf(cause.id), 'open')
})

const rejected = (position: number, more: Partial<RejectedRow> = {}): RejectedRow => ({
  step: 'keep',
  batch: 0,
  position,
  record: { order_no: `K${position}`, lines: [] },
  field: `lines[${position}].sku`,
  value: `V${position}`,
  reason: { text: { en: '"{value}" is unknown.', de: '„{value}“ ist unbekannt.' }, values: { value: `V${position}` } },
  ...more,
})
const entry = (id: string, rows: RejectedRow[]): JournalEntry => ({
  id,
  attempt: 1,
  status: 'working',
  progressed: true,
  tries: 3,
  records_in: 0,
  records_out: 0,
  records_rejected: rows.length,
  warnings: 0,
  steps: [],
  cursors: [],
  logs: [],
  rejected: rows,
  contents: [],
})

test('what a killed worker has written is not counted again when its batch is journalled again', async () => {
  const workflow = await aWorkflow('steps: [{ id: go, element: manual }, { id: keep, element: finish }]\nedges: []')
  const id = crypto.randomUUID()
  await inScope(context.db, tenant.scope, async (trx) => {
    const source_id = await keptSourceIn(trx, workflow)
    await sql`insert into jobs (id, workflow_id, queue_id, status, source_id, version, started_by, attempt, tries_left, number)
      select ${id}, ${workflow}, q.id, 'working', ${source_id}, 1, 'hand', 1, 3, 'K1' from queues q limit 1`.execute(
      trx,
    )
  })
  const journal = openJournal(pool)
  await journal.write(entry(id, [rejected(0), rejected(1)]))
  await journal.write(entry(id, [rejected(0), rejected(1), rejected(2)]))
  const found = await causesOf(workflow)
  assert.deepEqual(
    found.map(({ field, reason, records, waiting, runs, days }) => [
      field,
      reason,
      records,
      waiting,
      runs,
      days.at(-1).rejected,
    ]),
    [['lines[].sku', '"…" is unknown.', 3, 3, 1, 3]],
  )
})

test('a list is narrowed by state, step and field, searched, and says what waits', async () => {
  const all = await api('GET', '/rejection_causes?perPage=100')
  const open = all.data.filter(({ state }: { state: string }) => ['open', 'in_work', 'came_back'].includes(state))
  assert.equal(
    all.meta.waiting,
    open.reduce((sum: number, { waiting }: { waiting: number }) => sum + waiting, 0),
  )
  assert.deepEqual(
    all.data.map(({ waiting }: { waiting: number }) => waiting),
    all.data.map(({ waiting }: { waiting: number }) => waiting).toSorted((a: number, b: number) => b - a),
  )
  assert.equal(all.meta.states.open, all.data.filter(({ state }: { state: string }) => state === 'open').length)
  const of = async (query: string) => (await api('GET', `/rejection_causes?${query}`)).data as { field: string }[]
  assert.deepEqual(
    (await of('filter[field]=lines[].sku')).map(({ field }) => field),
    ['lines[].sku'],
  )
  assert.deepEqual(await of('filter[step]=nowhere'), [])
  assert.equal((await of('searchTerm=unknown')).length, 1)
  assert.equal((await api('GET', '/rejection_causes?filter[state]=strange')).status, 422)
})

test('people of another project of the tenant see none of it', async () => {
  const other = await inScope(context.db, { level: 'tenant', tenant_id: tenant.tenant_id }, (trx) =>
    trx.insertInto('projects').values({ name: 'Other' }).returning('id').executeTakeFirstOrThrow(),
  )
  const [mine] = (await api('GET', '/rejection_causes')).data
  const as = { ...headers, 'x-project-id': other.id }
  const list = await app.inject({ method: 'GET', url: '/api/app/rejection_causes', headers: as })
  assert.deepEqual(
    [list.statusCode, list.json().data, list.json().meta.waiting, list.json().meta.fields],
    [200, [], 0, []],
  )
  const one = await app.inject({ method: 'GET', url: `/api/app/rejection_causes/${mine.id}`, headers: as })
  assert.equal(one.statusCode, 404)
  const taken = await app.inject({
    method: 'POST',
    url: '/api/app/rejection_causes/assign',
    headers: as,
    payload: { ids: [mine.id], user_id: null },
  })
  assert.deepEqual(taken.json(), { data: { affected: 0 } })
})

test('who may only look cannot take on a cause', async () => {
  const looking = await signedIn(server, {
    email: 'looks@causes.test',
    role: 'viewer',
    tenant_id: tenant.tenant_id,
  })
  const [cause] = (await api('GET', '/rejection_causes')).data
  const answer = await app.inject({
    method: 'POST',
    url: '/api/app/rejection_causes/assign',
    headers: { ...looking, 'x-project-id': tenant.project_id },
    payload: { ids: [cause.id], user_id: null },
  })
  assert.equal(answer.statusCode, 403)
})
