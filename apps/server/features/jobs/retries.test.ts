import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { aServer } from '../../testing.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'

const { context, tenant, api, aStructure, aWorkflow, run, ended, rows } = await aServerWithJobs(await aServer())
const file = (path: string, text: string) =>
  context.files(tenant.tenant_id).write(path, Readable.from([Buffer.from(text)]))
const errorsOf = async (job: { id: string }) =>
  (await api('GET', `/record_errors?filter[job_id]=${job.id}`)).data as any[]
const plain = ({ _id, created_at, updated_at, ...row }: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !name.startsWith('_')))

/** Tries a refused record again as it was corrected, and answers how that ended. */
async function retry(error: { id: string }, record: object) {
  const { status, data, message } = await api('POST', `/record_errors/${error.id}/retry`, { record })
  assert.equal(status, 202, message)
  return ended(data.id)
}
const stateOf = async (job: { id: string }, error: { id: string }) =>
  (await errorsOf(job)).find(({ id }) => id === error.id).state

const model = await api('POST', '/dynamic_models', {
  model_name: 'Order lines',
  type: 'csv',
  options: {},
  dynamic_fields: [],
  primary_key: 'order_no',
  fields: [
    {
      name: 'order_no',
      original_name: 'Order No',
      type: 'text',
      length: 20,
      include: true,
      nullable: false,
      unique: true,
    },
    { name: 'quantity', original_name: 'Qty', type: 'integer', include: true, nullable: true, unique: false },
    {
      name: 'ordered_on',
      original_name: 'Date',
      type: 'date',
      date_order: 'dmy',
      include: true,
      nullable: true,
      unique: false,
    },
  ],
})
assert.equal(model.status, 201, JSON.stringify(model))
const lines = await aStructure('OrderLine', [
  aField('order_no', 'text', { primary_key: true, nullable: false }),
  aField('quantity', 'integer', { max: 100 }),
  aField('ordered_on', 'date'),
  aField('source', 'text'),
])

const reading = (path: string, how: string) => `steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: ${path}, path_field: source, ${how} } }
  - { id: keep, element: write_records, settings: { structure_id: ${lines.id} } }
edges: [{ from: go.out, to: read.in }, { from: read.out, to: keep.in }]`

test('a record that reading a file refused is converted like any other once it is corrected, and only then resolved', async () => {
  await file('orders.csv', 'Order No,Qty,Date\nA1,5,24.12.2026\nA2,five,25.12.2026\nA3,six,26.12.2026\n')
  const job = await run(await aWorkflow(reading('orders.csv', `model_id: ${model.data.id}`)))
  const [second, third] = await errorsOf(job)
  assert.deepEqual(
    [second.state, second.field, second.record],
    ['open', 'quantity', { 'Order No': 'A2', Qty: 'five', Date: '25.12.2026', source: 'orders.csv' }],
  )

  const again = await retry(second, { ...second.record, Qty: '7' })
  assert.equal(again.status, 'stopped', JSON.stringify(again.error))
  assert.deepEqual(
    (await rows(lines)).map(plain).filter((row) => row['order_no'] === 'A2'),
    [{ order_no: 'A2', quantity: 7, ordered_on: '2026-12-25', source: 'orders.csv' }],
  )
  assert.equal(await stateOf(job, second), 'resolved')

  const wrong = await retry(third, { ...third.record, Qty: '6 pieces' })
  assert.equal(wrong.error.code, 'NOTHING_WRITTEN')
  assert.equal(await stateOf(job, third), 'rejected_again')
  const [still] = await errorsOf(wrong)
  assert.deepEqual(
    [still.state, still.step, still.record['Qty'], still.reason],
    ['open', 'read', '6 pieces', '"6 pieces" in "Qty" is no whole number.'],
  )
  assert.equal((await retry(still, { ...still.record, Qty: '6' })).status, 'stopped')
  assert.equal(await stateOf(wrong, still), 'resolved')
  assert.deepEqual(
    (await rows(lines)).map((row) => row['order_no']),
    ['A1', 'A2', 'A3'],
  )
})

test('what a later step refuses of a record tried again does not count as resolved', async () => {
  await file('far.csv', 'Order No,Qty,Date\nB1,x,24.12.2026\nB2,y,24.12.2026\n')
  const job = await run(await aWorkflow(reading('far.csv', `model_id: ${model.data.id}`)))
  const [first, second] = await errorsOf(job)
  const tooMuch = await retry(first, { ...first.record, Qty: '101' })
  assert.equal(tooMuch.status, 'error')
  assert.equal(await stateOf(job, first), 'rejected_again')
  const [refused] = await errorsOf(tooMuch)
  assert.deepEqual(
    [refused.step, refused.field, refused.record],
    ['keep', 'quantity', { order_no: 'B1', quantity: 101, ordered_on: '2026-12-24', source: 'far.csv' }],
  )
  assert.equal((await retry(refused, { ...refused.record, quantity: 100 })).status, 'stopped')
  // Not corrected at all: refused once more.
  const { data } = await api('POST', '/record_errors/retry', { ids: [second.id] })
  assert.equal((await ended(data.jobs[0])).error.code, 'NOTHING_WRITTEN')
  assert.equal(await stateOf(job, second), 'rejected_again')
})

test('of many records tried again at once each has its own outcome', async () => {
  await file(
    'many.csv',
    `Order No,Qty,Date\n${Array.from({ length: 20 }, (_, i) => `C${10 + i},x${i},24.12.2026\n`).join('')}`,
  )
  const job = await run(await aWorkflow(reading('many.csv', `model_id: ${model.data.id}`)))
  const errors = await errorsOf(job)
  const wrong = new Set([3, 11, 12])
  for (const [i, { id, record }] of errors.entries())
    await inScope(context.db, tenant.scope, (trx) =>
      trx
        .updateTable('record_errors')
        .set({ corrected: JSON.stringify({ ...record, Qty: wrong.has(i) ? 'none' : '1' }) })
        .where('id', '=', id)
        .execute(),
    )
  const { data } = await api('POST', '/record_errors/retry', { ids: errors.map(({ id }) => id) })
  assert.equal((await ended(data.jobs[0])).status, 'warning')
  const after = await errorsOf(job)
  assert.deepEqual(
    errors.map(({ id }) => after.find((one) => one.id === id).state),
    errors.map((_, i) => (wrong.has(i) ? 'rejected_again' : 'resolved')),
  )
  assert.equal((await rows(lines)).filter((row) => String(row['order_no']).startsWith('C')).length, 17)
})

test('records that many people try again at the same time are tried again once', async () => {
  await file('twice.csv', 'Order No,Qty,Date\nT1,x,24.12.2026\nT2,y,24.12.2026\n')
  const job = await run(await aWorkflow(reading('twice.csv', `model_id: ${model.data.id}`)))
  const ids = (await errorsOf(job)).map(({ id }) => id)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, i) =>
      i % 2 === 0
        ? api('POST', '/record_errors/retry', { ids })
        : api('POST', `/record_errors/${ids[0]}/retry`, {
            record: { 'Order No': 'T1', Qty: '1', Date: '24.12.2026', source: 'twice.csv' },
          }),
    ),
  )
  const retries = await inScope(context.db, tenant.scope, (trx) =>
    trx.selectFrom('jobs').select('id').where('retry_of', '=', job.id).execute(),
  )
  assert.equal(retries.length, answers.filter(({ status }) => status === 202).length)
  const errors = await inScope(context.db, tenant.scope, (trx) =>
    trx.selectFrom('record_errors').select('retried_by').where('job_id', '=', job.id).execute(),
  )
  assert.deepEqual(new Set(errors.map(({ retried_by }) => retried_by)), new Set(retries.map(({ id }) => id)))
})

test('a record whose retry was skipped is open, not resolved', async () => {
  await file('busy.csv', 'Order No,Qty,Date\nS1,x,24.12.2026\n')
  const id = await aWorkflow(reading('busy.csv', `model_id: ${model.data.id}`))
  const job = await run(id)
  const [error] = await errorsOf(job)
  await inScope(context.db, tenant.scope, (trx) =>
    trx.updateTable('workflows').set({ concurrency: 'skip', concurrency_limit: 1 }).where('id', '=', id).execute(),
  )
  await inScope(context.db, tenant.scope, (trx) =>
    trx.updateTable('jobs').set({ status: 'waiting', queued_at: null }).where('id', '=', job.id).execute(),
  )
  const right = { ...error.record, Qty: '1' }
  assert.equal((await retry(error, right)).status, 'info')
  assert.equal(await stateOf(job, error), 'open')
  await inScope(context.db, tenant.scope, (trx) =>
    trx.updateTable('jobs').set({ status: 'warning', queued_at: null }).where('id', '=', job.id).execute(),
  )
  assert.equal((await retry(error, right)).status, 'stopped')
  assert.equal(await stateOf(job, error), 'resolved')
})

test('a failed job that many people let go on goes on once', async () => {
  await file('stuck.csv', 'Order No,Qty,Date\nU1,1,24.12.2026\n')
  const job = await run(await aWorkflow(reading('stuck.csv', `model_id: ${randomUUID()}`)))
  assert.equal(job.status, 'error')
  const goOn = () =>
    Promise.all(Array.from({ length: 6 }, () => api('POST', `/jobs/${job.id}/requeue`, { mode: 'from_failed' })))
  const queue = (active: boolean) =>
    inScope(context.db, tenant.scope, (trx) => trx.updateTable('queues').set({ active }).execute())
  for (const others of [1, 2]) {
    // None of what they start may end before all have asked: it could be gone on from again.
    await queue(false)
    const answers = await goOn()
    assert.deepEqual(
      [
        answers.filter(({ status }) => status === 202).length,
        answers.filter(({ code }) => code === 'JOB_GOES_ON').length,
      ],
      [1, 5],
    )
    await queue(true)
    await ended(answers.find(({ status }) => status === 202)!.data.id)
    const { length } = await inScope(context.db, tenant.scope, (trx) =>
      trx.selectFrom('jobs').select('id').where('origin_id', '=', job.id).execute(),
    )
    assert.equal(length, others)
  }
})

test('a record keeps its place in the file, its key, however often it is refused before it fits', async () => {
  const numbered = await api('POST', '/dynamic_models', {
    model_name: 'Numbered',
    type: 'csv',
    options: {},
    primary_key: 'line',
    dynamic_fields: [{ name: 'line', row_number: true }],
    fields: [{ name: 'quantity', original_name: 'Qty', type: 'integer', include: true, nullable: true, unique: false }],
  })
  assert.equal(numbered.status, 201, JSON.stringify(numbered))
  const counted = await aStructure('CountedLine', [
    aField('line', 'integer', { primary_key: true, nullable: false }),
    aField('quantity', 'integer'),
  ])
  await file('numbered.csv', 'Qty\n1\n2\nx\n4\n')
  const job = await run(
    await aWorkflow(
      reading('numbered.csv', `model_id: ${numbered.data.id}`)
        .replace(', path_field: source', '')
        .replace(lines.id, counted.id),
    ),
  )
  const [error] = await errorsOf(job)
  const still = await retry(error, { Qty: 'y' })
  const again = await retry((await errorsOf(still))[0], { Qty: '3' })
  assert.equal(again.status, 'stopped', JSON.stringify(await errorsOf(again)))
  const kept = (await rows(counted))
    .map((row) => [Number(row['line']), Number(row['quantity'])] as const)
    .toSorted(([a], [b]) => a - b)
  assert.deepEqual(
    kept.map(([, quantity]) => quantity),
    [1, 2, 3, 4],
  )
  assert.equal(new Set(kept.map(([line]) => line)).size, 4)
})

test('a line a format could not read is read again as it was corrected', async () => {
  await file('lines.jsonl', '{"order_no":"D1","quantity":1}\n{"order_no":"D2","quantity":12345678901234567890,}\n')
  const job = await run(await aWorkflow(reading('lines.jsonl', 'format: jsonl')))
  const [broken] = await errorsOf(job)
  assert.deepEqual(broken.record, { text: '{"order_no":"D2","quantity":12345678901234567890,}', source: 'lines.jsonl' })
  const same = await api('POST', '/record_errors/retry', { ids: [broken.id] })
  const refused = await ended(same.data.jobs[0])
  assert.deepEqual([refused.error.code, (await errorsOf(refused))[0].reason], ['NOTHING_WRITTEN', broken.reason])
  const again = await retry((await errorsOf(refused))[0], { ...broken.record, text: '{"order_no":"D2","quantity":2}' })
  assert.equal(again.status, 'stopped')
  assert.deepEqual(
    (await rows(lines)).map(plain).filter((row) => String(row['order_no']).startsWith('D')),
    [
      { order_no: 'D1', quantity: 1, ordered_on: null, source: 'lines.jsonl' },
      { order_no: 'D2', quantity: 2, ordered_on: null, source: 'lines.jsonl' },
    ],
  )
})

const steps: Record<string, { settings: string; wrong: object; right: object; exit: string }> = {
  validate_records: {
    settings: '{ rules: [{ field: quantity, operator: less, value: "10" }] }',
    wrong: { order_no: 'E1', quantity: 11 },
    right: { order_no: 'E1', quantity: 9 },
    exit: 'valid',
  },
  set_fields: {
    settings: '{ fields: [{ field: quantity, value: "{{ quantity }}", type: number }] }',
    wrong: { order_no: 'E2', quantity: 'two' },
    right: { order_no: 'E2', quantity: '2' },
    exit: 'out',
  },
  split_list: {
    settings: '{ list: lines }',
    wrong: { lines: 'E3' },
    right: { lines: [{ order_no: 'E3', quantity: 3 }] },
    exit: 'out',
  },
  parse_file: {
    settings: `{ file: path, model_id: ${model.data.id} }`,
    wrong: { nothing: 1 },
    right: { path: 'parsed.csv' },
    exit: 'out',
  },
}
for (const [element, { settings, wrong, right, exit }] of Object.entries(steps))
  test(`a record that ${element} refused goes through it again`, async () => {
    await file('parsed.csv', 'Order No,Qty,Date\nE4,4,24.12.2026\n')
    const before = (await rows(lines)).length
    const id = await aWorkflow(
      `steps:\n  - { id: go, element: manual }\n  - { id: work, element: ${element}, settings: ${settings} }\n  - { id: keep, element: write_records, settings: { structure_id: ${lines.id} } }\nedges: [{ from: go.out, to: work.in }, { from: work.${exit}, to: keep.in }]`,
    )
    const job = await run(id, { payload: { record: wrong } })
    const [error] = await errorsOf(job)
    assert.deepEqual([error.step, error.record], ['work', wrong])
    const still = await retry(error, wrong)
    assert.deepEqual(
      [still.error.code, await stateOf(job, error), (await errorsOf(still))[0].reason],
      ['NOTHING_WRITTEN', 'rejected_again', error.reason],
    )
    const again = await retry((await errorsOf(still))[0], right)
    assert.equal(again.status, 'stopped', JSON.stringify(again.error))
    assert.equal(await stateOf(still, (await errorsOf(still))[0]), 'resolved')
    assert.equal((await rows(lines)).length, before + 1)
  })

test('a record that a mapping refused is mapped again', async () => {
  const raw = await aStructure('RawLine', [
    aField('number', 'text', { primary_key: true, nullable: false }),
    aField('amount', 'text'),
  ])
  const [number, amount] = raw.fields.map(({ id }) => id)
  const to = (name: string) => lines.fields.find((one) => one.name === name)!.id
  const convert = {
    id: randomUUID(),
    key: 'to_integer',
    inputs: [amount],
    options: {},
    output: 'whole',
    position: { x: 0, y: 0 },
  }
  const mapping = await api('POST', '/mappings', {
    label: 'Raw to lines',
    source_structure_id: raw.id,
    target_structure_id: lines.id,
    definition: {
      transformers: [convert],
      connections: [
        { id: randomUUID(), source_field_id: number, target_field_id: to('order_no') },
        { id: randomUUID(), source_field_id: 'whole', target_field_id: to('quantity') },
      ],
    },
  })
  assert.equal(mapping.status, 201, JSON.stringify(mapping))
  const id = await aWorkflow(
    `steps:\n  - { id: go, element: manual }\n  - { id: map, element: mapping, settings: { mapping_id: ${mapping.data.id} } }\n  - { id: keep, element: write_records, settings: { structure_id: ${lines.id} } }\nedges: [{ from: go.out, to: map.in }, { from: map.out, to: keep.in }]`,
  )
  const job = await run(id, { payload: { record: { number: 'F1', amount: 'few' } } })
  const [error] = await errorsOf(job)
  assert.equal(error.step, 'map')
  assert.equal((await retry(error, { number: 'F1', amount: 'a few' })).error.code, 'NOTHING_WRITTEN')
  assert.equal(await stateOf(job, error), 'rejected_again')
  const second = await run(id, { payload: { record: { number: 'F2', amount: 'few' } } })
  const [other] = await errorsOf(second)
  assert.equal((await retry(other, { number: 'F2', amount: '12' })).status, 'stopped')
  assert.equal(await stateOf(second, other), 'resolved')
  assert.deepEqual(
    (await rows(lines))
      .filter((row) => String(row['order_no']).startsWith('F'))
      .map((row) => [row['order_no'], row['quantity']]),
    [['F2', 12]],
  )
})

test('a workflow that names a file format there is not is refused at the field', async () => {
  const id = await aWorkflow(
    'steps:\n  - { id: go, element: manual }\n  - { id: file, element: build_file, settings: { path: out.doc, format: docx } }\nedges: [{ from: go.out, to: file.in }]',
  )
  const refused = await api('POST', `/workflows/${id}/run`, {})
  assert.deepEqual(
    [refused.status, JSON.stringify(refused.errors).includes('What is chosen here does not exist any more.')],
    [422, true],
  )
})
