import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { openSamples } from '@weft/engine/debug-data/samples.ts'
import { readDebugData, readTrace } from '@weft/engine/debug-data/read.server.ts'
import { payloadOf } from '@weft/engine/queue/payload.server.ts'
import { openTrace, type Trace } from '@weft/engine/test-runs/trace.ts'
import type { JobTest } from '@weft/engine/test-runs/job-test.ts'
import { aField, aStructure } from '@weft/engine/testing/structure.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { anEngine } from './testing/engine.ts'

const engine = await anEngine()
const { aWorkflow, attempt, records, put, tenant, scope, ground, enqueuer, debugData } = engine
const { databases, tenant_id, project_id } = tenant

const items = await aStructure(ground, scope, 'Item', [
  aField('sku', 'text', { primary_key: true, length: 8 }),
  aField('price', 'decimal', { precision: 10, scale: 2 }),
])

async function followed(workflow_id: string, record: DataRecord | DataRecord[] = {}, test: Partial<JobTest> = {}) {
  const { id } = await enqueuer.enqueue({
    ...{ tenant_id, project_id, workflow_id, started_by: 'hand', ...(await payloadOf(engine.jobFiles, record)) },
    test: { records: 100, trace: true, ...test },
  })
  const ended = await attempt(id)
  await debugData.close()
  const trace = await readTrace(databases, { tenant_id, project_id, job_id: id })
  return { ...ended, trace: trace! }
}

/** Each flight as `step ← flight.exit …`. */
const ways = ({ trace }: Awaited<ReturnType<typeof followed>>) =>
  trace.flights.map(({ step, following_from }) =>
    [step, ...following_from.map(({ flight, exit }) => `${flight}.${exit}`)].join(' '),
  )

test('a run that is followed says of each record what it became at each step, and what would have been written', async () => {
  const workflow = await aWorkflow(
    'Followed',
    {
      go: ['manual'],
      each: ['split_list', { list: 'items', keep: 'none' }],
      dear: ['condition', { rules: [{ field: 'price', operator: 'greater', value: '5' }] }],
      write: ['write_records', { structure_id: items.id }],
      log: ['write_journal', { text: '{{ sku }}' }],
    },
    'go.out>each.in each.out>dear.in dear.true>write.in dear.false>log.in',
  )
  const given = {
    mail: 'kim@weser.example',
    items: [
      { sku: 'A-1', price: '10' },
      { sku: 'A-2', price: '1' },
      { sku: 'A-333333333', price: '20' },
    ],
  }
  const run = await followed(workflow, given)
  assert.deepEqual(ways(run), ['go', 'each 0.out', 'dear 1.out', 'write 2.true', 'log 2.false'])
  const [go, each, dear, write, log] = run.trace.flights
  assert.deepEqual(go!.exits, { out: [{ ...given, mail: 'k•••••@•••.example' }] })
  assert.deepEqual(each!.exits, { out: given.items }, 'what a list is split into goes on together')
  assert.deepEqual(dear!.exits, { true: [given.items[0], given.items[2]], false: [given.items[1]] })
  assert.deepEqual(
    write!.would.map(({ verdict, record }) => [verdict, record]),
    [
      ['added', { sku: 'A-1', price: '10.00' }],
      ['refused', { sku: 'A-333333333', price: '20' }],
    ],
  )
  assert.deepEqual(
    write!.refused.map(({ field, reason }) => [field, say(reason, 'en')]),
    [['sku', 'At most 8 characters are allowed, here are 11.']],
  )
  assert.deepEqual(log!.exits, { out: [{ sku: 'A-2', price: '1' }] })
  assert.equal(run.trace.is_cut, false)
  assert.deepEqual(await records(items.id), [])
  const [kept] = await readDebugData(databases, { tenant_id, project_id, job_id: run.id })
  assert.deepEqual(Object.keys(kept!).includes('trace'), false)
  assert.equal(await readTrace(databases, { tenant_id, project_id: tenant.queue_id, job_id: run.id }), null)
})

test('records of a source go one after the other, what gathers them follows from all, and a failure is where it was', async () => {
  await put('items.csv', 'sku\nB-2\nB-1\n')
  const workflow = await aWorkflow(
    'Read',
    {
      go: ['manual'],
      read: ['read_file', { path: 'items.csv', format: 'csv' }],
      log: ['write_journal', { text: '{{ sku }}' }],
      sort: ['sort', { by: [{ field: 'sku' }] }],
      end: ['raise_error', { message: 'No.' }],
    },
    'go.out>read.in read.out>log.in log.out>sort.in sort.out>end.in',
  )
  const run = await followed(workflow)
  assert.deepEqual(ways(run).slice(0, 7), [
    'go',
    'read 0.out',
    'log 1.out',
    'read 0.out',
    'log 3.out',
    'sort 2.out 4.out',
    'sort 2.out 4.out',
  ])
  assert.deepEqual(
    run.trace.flights.slice(1, 7).map(({ exits }) => exits['out']![0]!['sku']),
    ['B-2', 'B-2', 'B-1', 'B-1', 'B-1', 'B-2'],
  )
  assert.equal(run.status, 'error')
})

test('a run begins at a step with records of its own, and what led there does not run', async () => {
  const workflow = await aWorkflow(
    'From',
    {
      go: ['manual'],
      read: ['read_file', { path: 'missing.csv', format: 'csv' }],
      dear: ['condition', { rules: [{ field: 'price', operator: 'greater', value: '5' }] }],
      write: ['write_records', { structure_id: items.id }],
    },
    'go.out>read.in read.out>dear.in dear.true>write.in',
  )
  const edited = [
    { sku: 'C-1', price: '6' },
    { sku: 'C-2', price: '4' },
  ]
  const run = await followed(workflow, edited, { from: 'dear' })
  assert.equal(run.status, 'stopped')
  assert.deepEqual(ways(run), ['__sample', 'dear 0.out', 'write 1.true', '__sample', 'dear 3.out'])
  assert.deepEqual(run.trace.flights[2]!.would[0]!.record, { sku: 'C-1', price: '6.00' })
  assert.deepEqual(await records(items.id), [])
})

test('a trace is followed only so far, and says so', async () => {
  const workflow = await aWorkflow(
    'Long',
    { go: ['manual'], log: ['write_journal', { text: '{{ n }}' }] },
    'go.out>log.in',
  )
  const many = Array.from({ length: 1_200 }, (_, n) => ({ n }))
  const { trace, steps } = await followed(workflow, many)
  assert.deepEqual(steps['log'], { out: 1_200 })
  assert.deepEqual([trace.flights.length, trace.is_cut], [2_000, true])
})

test('a trace that is full can be read before its run is over, and does not change any more', async () => {
  let early: ReturnType<Trace['flights']> | undefined
  const trace: Trace = openTrace(() => (early = trace.flights()))
  const leave = (number: number) =>
    trace.left({ segment: 'a', place: 0, step: 'log', number, came: [], exits: { out: [{ n: number }] }, refused: [] })
  for (let n = 0; n < 2_000; n++) leave(n)
  assert.equal(early, undefined)
  for (let n = 2_000; n < 2_010; n++) leave(n)
  assert.deepEqual(early, trace.flights())

  const workflow_id = await aWorkflow(
    'Full',
    { go: ['manual'], log: ['write_journal', { text: '{{ n }}' }] },
    'go.out>log.in',
  )
  const id = randomUUID()
  const job = { id, tenant_id, project_id, workflow_id, attempt: 1, started_by: 'hand' as const }
  const run = { tenant_id, project_id, job_id: id }
  const mask = <T>(value: T) => value
  debugData.keepTrace(job, { trace: early!, mask })
  await debugData.close()
  const before = await readTrace(databases, run)
  assert.deepEqual(
    [before!.flights.length, before!.is_cut, before!.flights[7]!.exits],
    [2_000, true, { out: [{ n: 7 }] }],
  )
  assert.deepEqual(await readDebugData(databases, run), [])
  const { samples } = openSamples()
  debugData.keep(job, { samples, trace: trace.flights(), isGood: true, mask, previews: undefined })
  await debugData.close()
  assert.deepEqual(await readTrace(databases, run), before)
  assert.deepEqual(
    (await readDebugData(databases, run)).map(({ attempt, steps }) => [attempt, steps]),
    [[1, {}]],
  )
})
