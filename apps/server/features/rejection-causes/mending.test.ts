import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { PassThrough, Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { xlsx } from '@weft/catalogue/formats/xlsx/xlsx.ts'
import { xlsxBody } from '@weft/catalogue/formats/xlsx/xlsx.server.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { aServer } from '../../testing.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'

const { app, headers, context, tenant, api, aStructure, aWorkflow, run, ended, rows } = await aServerWithJobs(
  await aServer(),
)
const orders = await aStructure('MendOrder', [
  aField('order_no', 'text', { primary_key: true, nullable: false }),
  aField('country', 'text', { length: 2 }),
  aField('quantity', 'integer', { max: 100 }),
])
const writing = (path: string) => `steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: ${path}, format: csv } }
  - { id: keep, element: write_records, settings: { structure_id: ${orders.id} } }
edges: [{ from: go.out, to: read.in }, { from: read.out, to: keep.in }]`

/** What waits at the causes of a run over a file of these lines. */
async function rejected(name: string, lines: string[]) {
  await context
    .files(tenant.tenant_id)
    .write(`${name}.csv`, Readable.from([Buffer.from(`order_no,country,quantity\n${lines.join('\n')}\n`)]))
  const workflow = await aWorkflow(writing(`${name}.csv`))
  const job = await run(workflow)
  return { workflow, job, causes: () => causesOf(workflow) }
}
const causesOf = async (workflow: string) =>
  (await api('GET', `/rejection_causes?filter[workflow_id]=${workflow}`)).data as any[]
async function apply(id: string, mend: object) {
  const answer = await api('POST', `/rejection_causes/${id}/apply`, { mend })
  assert.equal(answer.status, 202, JSON.stringify(answer))
  for (const job of answer.data.jobs) await ended(job)
  return answer.data
}
const written = async (prefix: string) =>
  (await rows(orders))
    .filter((row) => String(row['order_no']).startsWith(prefix))
    .map((row) => `${String(row['order_no'])} ${String(row['country'])} ${String(row['quantity'])}`)
    .toSorted()

test('a value map mends all records of a cause, over two runs, and the cause is mended', async () => {
  const { workflow, causes } = await rejected('map', [
    'M1,Deutschland,1',
    'M2,GER,2',
    'M3,Schweiz,3',
    'M4,Deutschland,4',
  ])
  await run(workflow)
  const [cause] = await causes()
  const { data: one } = await api('GET', `/rejection_causes/${cause.id}`)
  assert.deepEqual(
    [one.reason, one.target, one.fields],
    ['At most 2 characters are allowed, here are …', 'country', ['country', 'order_no', 'quantity']],
  )
  assert.deepEqual((await api('GET', `/rejection_causes/${cause.id}/values?field=country`)).data, [
    { value: 'Deutschland', records: 4 },
    { value: 'GER', records: 2 },
    { value: 'Schweiz', records: 2 },
  ])
  const values = [
    { from: 'Deutschland', to: 'DE' },
    { from: 'GER', to: 'DE' },
    { from: 'Schweiz', to: 'CH' },
  ]
  const { jobs, records, unmatched, more } = await apply(cause.id, { way: 'map', field: 'country', values })
  assert.deepEqual([jobs.length, records, unmatched, more], [2, 8, 0, false])
  assert.deepEqual(await written('M'), ['M1 DE 1', 'M2 DE 2', 'M3 CH 3', 'M4 DE 4'])
  const [mended] = await causes()
  assert.deepEqual([mended.state, mended.waiting, mended.mended, mended.days.at(-1).mended], ['mended', 0, 8, 8])
})

test('what a rule does not match waits on, and what it makes is shown before', async () => {
  const { causes } = await rejected('rule', ['R1,Deutschland,1', 'R2,Ger,2', 'R3,Schweiz,3'])
  const [cause] = await causes()
  const mend = { way: 'replace', field: 'country', rules: [{ pattern: '^(D|G).*$', text: 'DE' }] }
  assert.deepEqual((await api('POST', `/rejection_causes/${cause.id}/preview`, { mend })).data, [
    { value: 'Deutschland', records: 1, matches: true, becomes: 'DE' },
    { value: 'Ger', records: 1, matches: true, becomes: 'DE' },
    { value: 'Schweiz', records: 1, matches: false },
  ])
  const { records, unmatched } = await apply(cause.id, mend)
  assert.deepEqual([records, unmatched, await written('R')], [2, 1, ['R1 DE 1', 'R2 DE 2']])
  const [left] = await causes()
  assert.deepEqual([left.state, left.waiting, left.mended], ['in_work', 1, 2])
})

test('a record that meets another rule waits at that cause', async () => {
  const { causes } = await rejected('other', ['O1,Deutschland,500', 'O2,Deutschland,5'])
  const found = await causes()
  assert.deepEqual(
    found.map(({ field, waiting }) => [field, waiting]),
    [['country', 2]],
  )
  await apply(found[0].id, { way: 'set', field: 'country', value: 'DE', only_empty: false })
  assert.deepEqual(await written('O'), ['O2 DE 5'])
  assert.deepEqual((await causes()).map(({ field, state, waiting }) => `${field} ${state} ${waiting}`).toSorted(), [
    'country mended 0',
    'quantity open 1',
  ])
})

test('what is refused by the same rule again waits at the same cause', async () => {
  const { causes } = await rejected('same', ['S1,Deutschland,1'])
  const [cause] = await causes()
  await apply(cause.id, { way: 'set', field: 'country', value: 'Germany', only_empty: false })
  const [left] = await causes()
  assert.deepEqual([left.id, left.state, left.waiting, left.mended], [cause.id, 'in_work', 1, 0])
  assert.deepEqual(await written('S'), [])
})

test('what was put right in the workflow is tried again as it is', async () => {
  const counting = (quantity: string) => `steps:
  - { id: go, element: manual }
  - { id: count, element: set_fields, settings: { fields: [{ field: quantity, value: ${quantity}, type: number }] } }
  - { id: keep, element: write_records, settings: { structure_id: ${orders.id} } }
edges: [{ from: go.out, to: count.in }, { from: count.out, to: keep.in }]`
  const workflow = await aWorkflow(counting('two'))
  await run(workflow, { payload: { record: { order_no: 'A1' } } })
  const [cause] = await causesOf(workflow)
  await inScope(context.db, tenant.scope, (trx) =>
    trx
      .updateTable('workflows')
      .set({ source: `weft: 1\nlabel: A\n${counting('"2"')}`, version: 2 })
      .where('id', '=', workflow)
      .execute(),
  )
  await apply(cause.id, { way: 'as_is' })
  assert.deepEqual([(await causesOf(workflow))[0].state, await written('A')], ['mended', ['A1 null 2']])
})

test('a pattern that is none, and a mend that changes nothing, are refused', async () => {
  const { causes } = await rejected('none', ['N1,Deutschland,1'])
  const [cause] = await causes()
  const at = (mend: object, path = 'apply') => api('POST', `/rejection_causes/${cause.id}/${path}`, { mend })
  const broken = { way: 'replace', field: 'country', rules: [{ pattern: '(', text: '' }] }
  for (const path of ['apply', 'preview']) {
    const refused = await at(broken, path)
    assert.deepEqual([refused.status, Object.keys(refused.errors)], [422, ['mend.rules.0.pattern']])
  }
  const missed = await at({ way: 'map', field: 'country', values: [{ from: 'France', to: 'FR' }] })
  assert.deepEqual([missed.status, missed.code], [422, 'NOTHING_MENDED'])
  assert.deepEqual([(await causes())[0].waiting, (await causes())[0].state], [1, 'open'])
})

test('many who apply at the same time mend each record once', async () => {
  const { causes, job } = await rejected('many', ['T1,Deutschland,1', 'T2,Deutschland,2'])
  const [cause] = await causes()
  const mend = { way: 'set', field: 'country', value: 'DE', only_empty: false }
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => api('POST', `/rejection_causes/${cause.id}/apply`, { mend })),
  )
  const taken = answers.filter(({ status }) => status === 202)
  assert.equal(
    taken.reduce((sum, { data }) => sum + data.records, 0),
    2,
  )
  for (const { data } of taken) for (const id of data.jobs) await ended(id)
  const { data: retries } = await api('GET', `/jobs?filter[retry_of]=${job.id}`)
  assert.equal(retries.length, taken.length)
  assert.deepEqual(await written('T'), ['T1 DE 1', 'T2 DE 2'])
})

const tryOn = async (id: string, mend: object) => {
  const answer = await api('POST', `/rejection_causes/${id}/try`, { mend })
  assert.equal(answer.status, 200, JSON.stringify(answer))
  return answer.data as { results: any[]; untried: { step: string }[] }
}

test('a trial says of each sample what would become of it, by the database itself, and writes nothing', async () => {
  const { causes } = await rejected('trial', ['P1,Deutschland,5', 'P2,Germany,500', 'P3,France,1'])
  const [cause] = await causes()
  const values = [
    { from: 'Deutschland', to: 'DE' },
    { from: 'Germany', to: 'DE' },
  ]
  const { results, untried } = await tryOn(cause.id, { way: 'map', field: 'country', values })
  assert.deepEqual(
    results
      .map(({ before, after, outcome, field, step_label, same_cause }) => ({
        before,
        after,
        outcome,
        field,
        step_label,
        same_cause,
      }))
      .toSorted((a, b) => String(a.before).localeCompare(String(b.before))),
    [
      { before: 'Deutschland', after: 'DE', outcome: 'through' },
      { before: 'France', after: null, outcome: 'unmatched' },
      { before: 'Germany', after: 'DE', outcome: 'refused', field: 'quantity', step_label: 'keep', same_cause: false },
    ].map((one) => ({ field: undefined, step_label: undefined, same_cause: undefined, ...one })),
  )
  assert.deepEqual([untried, await written('P'), (await causes())[0].waiting], [[], [], 3])
  const same = await tryOn(cause.id, { way: 'set', field: 'country', value: 'Germany', only_empty: false })
  assert.deepEqual(
    same.results.map(({ outcome, same_cause }) => [outcome, same_cause]),
    [
      ['refused', true],
      ['refused', true],
      ['refused', true],
    ],
  )
})

test('a trial meets a key that is taken, as the database does', async () => {
  const { job } = await rejected('first', ['K1,DE,1'])
  assert.equal(job.status, 'stopped')
  await context
    .files(tenant.tenant_id)
    .write('taken.csv', Readable.from([Buffer.from('order_no,country,quantity\nK1,Deutschland,1\nK2,Deutschland,1\n')]))
  const workflow = await aWorkflow(
    writing('taken.csv').replace(`structure_id: ${orders.id}`, `structure_id: ${orders.id}, mode: insert`),
  )
  await run(workflow)
  const [cause] = await causesOf(workflow)
  const { results } = await tryOn(cause.id, { way: 'set', field: 'country', value: 'DE', only_empty: false })
  assert.deepEqual(results.map(({ outcome, field }) => `${outcome} ${field ?? ''}`).toSorted(), [
    'refused order_no',
    'through ',
  ])
  assert.deepEqual(await written('K'), ['K1 DE 1'])
})

test('a trial goes through reading and rules, and ends before what has an effect', async () => {
  const model = await api('POST', '/dynamic_models', {
    model_name: 'Try lines',
    type: 'csv',
    options: {},
    dynamic_fields: [],
    primary_key: 'order_no',
    fields: [
      { name: 'order_no', original_name: 'No', type: 'text', include: true, nullable: false, unique: true },
      { name: 'quantity', original_name: 'Qty', type: 'integer', include: true, nullable: true, unique: false },
    ],
  })
  await context.files(tenant.tenant_id).write('read.csv', Readable.from([Buffer.from('No,Qty\nL1,five\nL2,nine\n')]))
  const workflow = await aWorkflow(`steps:
  - { id: go, element: manual }
  - { id: read, element: read_file, settings: { path: read.csv, model_id: ${model.data.id} } }
  - { id: rule, element: validate_records, settings: { rules: [{ field: quantity, operator: less, value: "8" }] } }
  - { id: tell, label: Tell sales, element: notify, settings: { title: "{{ order_no }}" } }
edges: [{ from: go.out, to: read.in }, { from: read.out, to: rule.in }, { from: rule.valid, to: tell.in }]`)
  await run(workflow)
  const [cause] = await causesOf(workflow)
  const { data: one } = await api('GET', `/rejection_causes/${cause.id}`)
  assert.deepEqual([cause.step, cause.field, one.target], ['read', 'quantity', 'Qty'])
  const values = [
    { from: 'five', to: '5' },
    { from: 'nine', to: '9' },
  ]
  const { results, untried } = await tryOn(cause.id, { way: 'map', field: 'Qty', values })
  assert.deepEqual(
    results.map(({ before, outcome, step_label }) => `${before} ${outcome} ${step_label ?? ''}`).toSorted(),
    ['five through ', 'nine refused rule'],
  )
  assert.deepEqual(untried, [{ step: 'tell', label: 'Tell sales' }])
})

test('a trial goes through a mapping, and on', async () => {
  const raw = await aStructure('MendRaw', [
    aField('number', 'text', { primary_key: true, nullable: false }),
    aField('amount', 'text'),
  ])
  const [number, amount] = raw.fields.map(({ id }) => id)
  const to = (name: string) => orders.fields.find((one) => one.name === name)!.id
  const whole = { id: randomUUID(), key: 'to_integer', inputs: [amount], options: {}, output: 'whole' }
  const mapping = await api('POST', '/mappings', {
    label: 'Raw to orders',
    source_structure_id: raw.id,
    target_structure_id: orders.id,
    definition: {
      transformers: [{ ...whole, position: { x: 0, y: 0 } }],
      connections: [
        { id: randomUUID(), source_field_id: number, target_field_id: to('order_no') },
        { id: randomUUID(), source_field_id: 'whole', target_field_id: to('quantity') },
      ],
    },
  })
  const workflow = await aWorkflow(`steps:
  - { id: go, element: manual }
  - { id: map, element: mapping, settings: { mapping_id: ${mapping.data.id} } }
  - { id: keep, element: write_records, settings: { structure_id: ${orders.id} } }
edges: [{ from: go.out, to: map.in }, { from: map.out, to: keep.in }]`)
  for (const [number, amount] of [
    ['V1', 'few'],
    ['V2', 'lots'],
    ['V3', 'none'],
  ])
    await run(workflow, { payload: { record: { number, amount } } })
  const [cause] = await causesOf(workflow)
  const { data: one } = await api('GET', `/rejection_causes/${cause.id}`)
  assert.deepEqual([cause.step, one.mapping_id, one.target], ['map', mapping.data.id, 'amount'])
  const values = [
    { from: 'few', to: '3' },
    { from: 'lots', to: '300' },
    { from: 'none', to: 'nothing' },
  ]
  const { results } = await tryOn(cause.id, { way: 'map', field: 'amount', values })
  assert.deepEqual(
    results.map(({ before, outcome, step_label }) => `${before} ${outcome} ${step_label ?? ''}`).toSorted(),
    ['few through ', 'lots refused keep', 'none refused map'],
  )
  assert.deepEqual(await written('V'), [])
})

/** Brings a file back, as a browser does. */
async function bring(id: string, name: string, bytes: Buffer) {
  const form = new FormData()
  form.append('file', new Blob([new Uint8Array(bytes)]), name)
  const sent = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: `/api/app/rejection_causes/${id}/import`,
    headers: { ...headers, 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  const { data, code, errors } = answer.json() as { data: any; code: string; errors: any }
  return { status: answer.statusCode, data, code, errors }
}
const taken = async (id: string, format: string) =>
  (await app.inject({ method: 'GET', url: `/api/app/rejection_causes/${id}/export?format=${format}`, headers }))
    .rawPayload

test('what waits is taken out as CSV, corrected and brought back; rows nobody touched wait on', async () => {
  const { causes } = await rejected('csv', ['X1,Deutschland,1', 'X2,Schweiz,2', 'X3,Austria,3'])
  const [cause] = await causes()
  const text = String(await taken(cause.id, 'csv'))
  assert.match(text, /^_rejected_id,country,order_no,quantity,_reason\r?\n/)
  const same = await bring(cause.id, 'same.csv', Buffer.from(text))
  assert.deepEqual([same.status, same.code], [422, 'NOTHING_MENDED'])
  const gone = `${crypto.randomUUID()},DE,X9,9,\n`
  const corrected = text.replace('Deutschland', 'DE').replace('Schweiz,X2,2', 'CH,X2,20') + gone
  const { status, data } = await bring(cause.id, 'corrected.csv', Buffer.from(corrected))
  assert.equal(status, 202)
  for (const job of data.jobs) await ended(job)
  assert.deepEqual([data.records, data.unchanged, data.unknown], [2, 1, 1])
  assert.deepEqual(await written('X'), ['X1 DE 1', 'X2 CH 20'])
  assert.equal((await causes())[0].waiting, 1)
  const strange = await bring(cause.id, 'strange.csv', Buffer.from('a,b\n1,2\n'))
  assert.deepEqual([strange.status, Object.keys(strange.errors)], [422, ['file']])
})

test('what waits is taken out as a workbook and brought back', async () => {
  const { causes } = await rejected('book', ['Y1,Deutschland,1', 'Y2,Deutschland,2'])
  const [cause] = await causes()
  const options = xlsx.options.parse({})
  const rows: DataRecord[] = []
  for await (const { records } of xlsxBody.read(Readable.from([await taken(cause.id, 'xlsx')]), options))
    rows.push(...records)
  assert.deepEqual(Object.keys(rows[0]!), ['_rejected_id', 'country', 'order_no', 'quantity', '_reason'])
  const book = new PassThrough()
  const [bytes] = await Promise.all([
    buffer(book),
    xlsxBody.write(Readable.from([rows.map((row) => ({ ...row, country: 'DE' }))]), options, book),
  ])
  const { status, data } = await bring(cause.id, 'book.xlsx', bytes)
  assert.equal(status, 202)
  for (const job of data.jobs) await ended(job)
  assert.deepEqual(await written('Y'), ['Y1 DE 1', 'Y2 DE 2'])
})
