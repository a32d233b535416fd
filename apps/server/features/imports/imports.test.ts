import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { aServer, signedIn } from '../../testing.ts'
import { aServerWithJobs } from '../../testing-jobs.ts'

const server = await aServer()
const { app, headers, tenant, api, aStructure, ended } = await aServerWithJobs(server)
const fields = [
  aField('order_number', 'text', { primary_key: true, nullable: false, length: 20 }),
  aField('customer', 'text', { length: 40 }),
  aField('ordered_on', 'date'),
  aField('country', 'text', { length: 2 }),
  aField('total', 'decimal', { precision: 12, scale: 2 }),
  aField('paid', 'boolean'),
]

async function look(structure_id: string, name: string, content: string | Uint8Array<ArrayBuffer>, as = headers) {
  const form = new FormData()
  form.append('file', new Blob([content]), name)
  const sent = new Response(form)
  const answer = await app.inject({
    method: 'POST',
    url: `/api/app/data_structures/${structure_id}/imports/look`,
    headers: { ...as, 'content-type': sent.headers.get('content-type')! },
    payload: Buffer.from(await sent.arrayBuffer()),
  })
  return { status: answer.statusCode, ...(answer.json() as { data: any; message: string }) }
}
/** What is proposed, as an order; `more` is decided otherwise. */
const orderOf = ({ file, type, options, columns, mode, key }: any, more: object = {}) => ({
  file: file.path,
  ...{ type, options, mode, key },
  columns: columns.map(({ found, field }: any) => ({ found, field })),
  ...more,
})
const records = async (id: string): Promise<any[]> =>
  (await api('GET', `/data_structures/${id}/records?perPage=500&sort=order_number`)).data
const plain = (rows: any[]) =>
  rows.map(({ order_number, customer, ordered_on, country, total, paid }) =>
    [order_number, customer, ordered_on, country, total, paid].join('|'),
  )

test('a file as German Excel writes it is looked at, compared and imported by a run of one workflow', async () => {
  const { id } = await aStructure('ImportedOrder', fields)
  const first = 'Order number;Kunde;Bestelldatum;Country;Total;Paid;Bemerkung\r\n'
  const looked = await look(
    id,
    'orders.csv',
    `${first}SO-1;Bootswerft Kruse;21.11.2026;DE;1.204,90;ja;frachtfrei\r\nSO-2;Ida Sommer;22.11.2026;AT;38,00;nein;\r\nSO-3;Café Zeitlos;22.11.2026;Deutschland;-4,50;ja;\r\n`,
  )
  assert.equal(looked.status, 200, looked.message)
  assert.deepEqual(
    looked.data.columns.map(({ found, field, samples }: any) => [found.original_name, field, samples[0]]),
    [
      ['Order number', 'order_number', 'SO-1'],
      ['Kunde', 'customer', 'Bootswerft Kruse'],
      ['Bestelldatum', 'ordered_on', '21.11.2026'],
      ['Country', 'country', 'DE'],
      ['Total', 'total', '1.204,90'],
      ['Paid', 'paid', 'ja'],
      ['Bemerkung', null, 'frachtfrei'],
    ],
  )
  assert.deepEqual([looked.data.mode, looked.data.key, looked.data.entries], ['upsert', ['order_number'], 3])

  const order = orderOf(looked.data)
  const checked = await api('POST', `/data_structures/${id}/imports/check`, order)
  assert.deepEqual(
    [checked.data.added, checked.data.changed, checked.data.unchanged, checked.data.refused, checked.data.complete],
    [2, 0, 0, 1, true],
  )
  assert.deepEqual(
    checked.data.reasons.map(({ field, count, values }: any) => [field, count, values]),
    [['country', 1, ['Deutschland']]],
  )
  assert.deepEqual(await records(id), [])

  const started = await api('POST', `/data_structures/${id}/imports`, order)
  assert.equal(started.status, 202, started.message)
  const job = await ended(started.data.job_id)
  assert.deepEqual([job.status, job.records_rejected, job.content_identifier], ['warning', 1, 'orders.csv'])
  assert.deepEqual(plain(await records(id)), [
    'SO-1|Bootswerft Kruse|2026-11-21|DE|1204.90|true',
    'SO-2|Ida Sommer|2026-11-22|AT|38.00|false',
  ])
  const causes = (await api('GET', '/rejection_causes')).data
  assert.deepEqual(
    causes.filter((one: any) => one.workflow_id === started.data.workflow_id).map((one: any) => one.field),
    ['country'],
  )

  // The next one: the same workflow, the columns as they were assigned, what is there brought up to date.
  const again = await look(
    id,
    'orders.csv',
    `${first}SO-1;Bootswerft Kruse;21.11.2026;DE;1.204,90;ja;\r\nSO-2;Ida Winter;22.11.2026;AT;38,00;nein;\r\nSO-4;Jan de Boer;23.11.2026;NL;1,00;nein;\r\n`,
  )
  assert.deepEqual(
    again.data.columns.map(({ by }: any) => by),
    ['earlier', 'earlier', 'earlier', 'earlier', 'earlier', 'earlier', null],
  )
  const next = orderOf(again.data)
  const { added, changed, unchanged } = (await api('POST', `/data_structures/${id}/imports/check`, next)).data
  assert.deepEqual([added, changed, unchanged], [1, 1, 1])
  const second = await api('POST', `/data_structures/${id}/imports`, next)
  assert.equal(second.data.workflow_id, started.data.workflow_id)
  assert.equal((await ended(second.data.job_id)).status, 'stopped')
  assert.deepEqual(
    (await records(id)).map(({ order_number, customer }) => `${order_number} ${customer}`),
    ['SO-1 Bootswerft Kruse', 'SO-2 Ida Winter', 'SO-4 Jan de Boer'],
  )

  const update = orderOf(again.data, { mode: 'update' })
  assert.equal(
    (await ended((await api('POST', `/data_structures/${id}/imports`, update)).data.job_id)).status,
    'stopped',
  )
  assert.equal((await api('GET', `/workflows/${started.data.workflow_id}`)).data.label, 'Import into ImportedOrder')
})

test('several fields together say which record it is', async () => {
  const { id } = await aStructure('DailyOrder', fields)
  const add = async (order_number: string, customer: string, ordered_on: string) =>
    assert.equal(
      (await api('POST', `/data_structures/${id}/records`, { order_number, customer, ordered_on })).status,
      201,
    )
  await add('SO-1', 'Kruse', '2026-11-21')
  await add('SO-2', 'Kruse', '2026-11-22')
  const file = 'customer;ordered_on;country\r\nKruse;2026-11-22;NL\r\nSommer;2026-11-22;AT\r\n'
  const looked = await look(id, 'daily.csv', file)
  const order = orderOf(looked.data, { mode: 'update', key: ['customer', 'ordered_on'] })
  const { changed, refused } = (await api('POST', `/data_structures/${id}/imports/check`, order)).data
  assert.deepEqual([changed, refused], [1, 1])
  await ended((await api('POST', `/data_structures/${id}/imports`, order)).data.job_id)
  assert.deepEqual(
    (await records(id)).map(({ order_number, country }) => [order_number, country]),
    [
      ['SO-1', null],
      ['SO-2', 'NL'],
    ],
  )
})

test('a field of the structure may be made of two columns, and tell records apart', async () => {
  const { id } = await aStructure('MadeOrder', [fields[0]!, fields[1]!, aField('shop'), aField('number')])
  const looked = await look(id, 'made.csv', 'shop;number;customer\r\nA;1;Kruse\r\nB;1;Sommer\r\nA;1;Winter\r\n')
  const made = { name: 'order_number', glue: '-', values: ['shop', 'number'] }
  const columns = looked.data.columns.map(({ found }: any) => ({ found, field: found.original_name }))
  const order = orderOf(looked.data, { columns, dynamic_fields: [made], mode: 'upsert', key: ['order_number'] })
  const started = await api('POST', `/data_structures/${id}/imports`, order)
  assert.equal(started.status, 202, started.message)
  await ended(started.data.job_id)
  assert.deepEqual(
    (await records(id)).map(({ order_number, customer }) => [order_number, customer]),
    [
      ['A-1', 'Winter'],
      ['B-1', 'Sommer'],
    ],
  )
  const wrong = { ...order, dynamic_fields: [{ ...made, name: 'nowhere' }] }
  assert.equal((await api('POST', `/data_structures/${id}/imports`, wrong)).status, 422)
})

test('an import rejects what refers to nothing, as its preview has said', async () => {
  const customers = await aStructure('ImportCustomer', [
    aField('number', 'text', { primary_key: true, nullable: false, length: 20 }),
  ])
  await api('POST', `/data_structures/${customers.id}/records`, { number: 'K-1' })
  const { id } = await aStructure('ReferringOrder', [
    fields[0]!,
    aField('customer', 'text', { length: 20, related_structure_id: customers.id, must_exist: true }),
  ])
  const looked = await look(id, 'orders.csv', 'order_number;customer\r\nSO-1;K-1\r\nSO-2;K-2\r\nSO-3;K-2\r\n')
  const order = orderOf(looked.data)
  const { added, reasons } = (await api('POST', `/data_structures/${id}/imports/check`, order)).data
  assert.deepEqual(
    [added, reasons],
    [1, [{ field: 'customer', count: 2, reason: 'There is no record K-2 in ImportCustomer.', values: ['K-2'] }]],
  )
  const started = await api('POST', `/data_structures/${id}/imports`, order)
  assert.equal((await ended(started.data.job_id)).records_rejected, 2)
  const causes = (await api('GET', '/rejection_causes')).data.filter(
    (one: any) => one.workflow_id === started.data.workflow_id,
  )
  assert.deepEqual(
    causes.map((one: any) => [one.field, one.waiting]),
    [['customer', 2]],
  )
  assert.equal(
    (await api('POST', `/data_structures/${id}/records`, { order_number: 'SO-9', customer: 'K-9' })).status,
    422,
  )
  const [{ _id }] = (await api('GET', `/data_structures/${customers.id}/records`)).data
  const refused = await api('DELETE', `/data_structures/${customers.id}/records/${_id}`)
  assert.deepEqual(
    [refused.status, refused.code, refused.meta],
    [409, 'STILL_REFERRED_TO', { structure_id: id, field: 'customer', count: 1, values: ['K-1'] }],
  )
  const dangling = (more: string) =>
    api('GET', `/data_structures/${id}/dangling?field=${more}&related_structure_id=${customers.id}`)
  assert.deepEqual((await dangling('customer')).data, { count: 0, values: [] })
  assert.equal((await dangling('nothing')).status, 404)
})

test('JSON and Excel are read as they are; what cannot be is refused at its place', async () => {
  const { id } = await aStructure('JsonOrder', fields)
  const json = await look(
    id,
    'orders.json',
    '[{"order_number":"SO-1","ordered_on":"2026-11-21","total":12345678.91,"paid":true},{"order_number":"SO-2","total":null}]',
  )
  const started = await api('POST', `/data_structures/${id}/imports`, orderOf(json.data))
  assert.equal((await ended(started.data.job_id)).status, 'stopped')
  assert.deepEqual(plain(await records(id)), ['SO-1||2026-11-21||12345678.91|true', 'SO-2|||||'])
  const excel = (await app.inject({ url: `/api/app/data_structures/${id}/records/export?format=xlsx`, headers }))
    .rawPayload
  const looked = await look(id, 'orders.xlsx', new Uint8Array(excel))
  const checked = await api('POST', `/data_structures/${id}/imports/check`, orderOf(looked.data))
  assert.deepEqual([checked.data.unchanged, checked.data.refused], [2, 0])

  assert.equal((await look(id, 'picture.png', new Uint8Array([137, 80, 78, 71, 13, 10, 26, 10, 0, 0]))).status, 422)
  const said = async (more: object) => {
    const answer = await api('POST', `/data_structures/${id}/imports`, orderOf(json.data, more))
    return [answer.status, Object.values(answer.errors ?? {}).flat()[0]]
  }
  const [first, ...rest] = orderOf(json.data).columns
  assert.deepEqual(await said({ key: [] }), [422, 'Please choose the field by which a record is the same.'])
  assert.deepEqual(await said({ key: ['customer'] }), [
    422,
    'No column goes into customer, by which records are recognised.',
  ])
  assert.deepEqual(await said({ columns: [first, { ...rest[0], field: 'order_number' }] }), [
    422,
    'Two columns go into order_number. Please leave one of them out.',
  ])
  assert.deepEqual(await said({ columns: [{ ...first, field: 'nothing' }] }), [422, 'There is no field nothing.'])
  assert.equal((await said({ file: '../other/orders.json' }))[0] === 202, false)
})

test('only who may add records imports, and only into structures of their own', async () => {
  const { id } = await aStructure('GuardedOrder', fields)
  const viewer = {
    ...(await signedIn(server, {
      email: `viewer@${tenant.tenant_id}.test`,
      role: 'viewer',
      tenant_id: tenant.tenant_id,
    })),
    'x-project-id': tenant.project_id,
  }
  assert.equal((await look(id, 'orders.csv', 'order_number\nSO-1\n', viewer)).status, 403)
  assert.equal((await look(crypto.randomUUID(), 'orders.csv', 'order_number\nSO-1\n')).status, 404)
})
