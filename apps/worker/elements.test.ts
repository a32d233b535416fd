import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import type { Allowed } from '@weft/engine/connections/egress.server.ts'
import { sealedSettings } from '@weft/engine/connectors/stored.server.ts'
import { aField, aStructure } from '@weft/engine/testing/structure.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { say } from '@weft/kit/messages/messages.ts'
import pg from 'pg'
import { anEngine } from './testing/engine.ts'

// The elements of the catalogue in the engine as the worker puts them together, on a real tenant.
const allowed: Allowed[] = []
const {
  control,
  tenant,
  scope,
  ground,
  aWorkflow,
  start,
  attempt,
  records: rows,
  put,
  text,
  files,
  ...engine
} = await anEngine({ allowed })
const { db } = ground
const shop = createServer((request, response) => {
  const at = Number(new URL(request.url!, 'http://x').searchParams.get('page'))
  if (at === 2 && !asked.has('busy'))
    return void (asked.add('busy'), response.writeHead(429, { 'retry-after': '0' }).end())
  response.end(
    JSON.stringify({
      items: [
        [
          { sku: 'B', stock: 3 },
          { sku: 'A', stock: 10 },
        ],
        [
          { sku: 'C', stock: 2 },
          { sku: 'A', stock: 11 },
        ],
        [],
      ][at - 1],
    }),
  )
})
const asked = new Set<string>()
await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
const port = (shop.address() as AddressInfo).port
const database = new URL(control.owner_url)
allowed.push({ host: '127.0.0.1', port }, { host: database.hostname, port: Number(database.port) })
after(() => void shop.close())

const jobOf = (id: string) =>
  inScope(db, scope, (trx) => trx.selectFrom('jobs').selectAll().where('id', '=', id).executeTakeFirstOrThrow())
const stepsOf = async (id: string) =>
  Object.fromEntries(
    (
      await inScope(db, scope, (trx) =>
        trx.selectFrom('job_steps').select(['step', 'exits']).where('job_id', '=', id).execute(),
      )
    ).map((row) => [row.step, row.exits]),
  )
async function run(workflow_id: string, record: DataRecord = {}, parameters: DataRecord = {}) {
  const done = await engine.run(workflow_id, record, parameters)
  assert.equal(done.error, undefined)
  return done
}

const orders = await aStructure(ground, scope, 'ShopOrder', [
  aField('number', 'integer', { primary_key: true, nullable: false }),
  aField('country'),
  aField('total', 'decimal', { precision: 12, scale: 2 }),
  aField('lines', 'json'),
])
const stock = await aStructure(ground, scope, 'ShopStock', [
  aField('sku', 'text', { primary_key: true, nullable: false, length: 20 }),
  aField('stock', 'integer'),
])

test('files are joined, written, summed up, exported and mailed', async () => {
  await put('in/orders.csv', 'number;country;total\n3;DE;0.10\n1;DE;0.20\n2;AT;5.00\n4;;1\n')
  await put('in/lines.csv', 'order;sku\n1;A\n3;B\n1;C\n9;Z\n')
  const workflow = await aWorkflow(
    'Files',
    {
      by_hand: ['manual'],
      orders: ['read_file', { path: 'in/{{ job.parameters.file }}.csv', format: 'csv', options: { delimiter: ';' } }],
      lines: ['read_file', { path: 'in/lines.csv', format: 'csv', options: { delimiter: ';' } }],
      join: ['merge', { mode: 'join', left_key: ['number'], right_key: ['order'], matches: 'list', into: 'lines' }],
      check: ['validate_records', { rules: [{ field: 'country', operator: 'not_empty', message: 'No country' }] }],
      write: ['write_records', { structure_id: orders.id }],
      sum: [
        'aggregate',
        {
          group_by: ['country'],
          functions: [
            { function: 'sum', field: 'total', into: 'sum' },
            { function: 'count', into: 'orders' },
          ],
        },
      ],
      file: [
        'build_file',
        {
          path: 'out/sums.csv',
          format: 'csv',
          columns: [{ field: 'country', name: 'Land' }, { field: 'sum' }, { field: 'orders' }],
        },
      ],
      mail: [
        'send_mail',
        { to: 'office@example.test', subject: 'Sums of {{ records }} countries', attachments: ['{{ path }}'] },
      ],
      tell: ['notify', { title: 'Sent {{ path }}', level: 'success' }],
      end: ['finish', { return_values: { file: '{{ path }}', countries: '{{ records }}' } }],
    },
    'by_hand.out>orders.in by_hand.out>lines.in orders.out>join.in1 lines.out>join.in2 join.out>check.in check.valid>write.in write.written>sum.in sum.out>file.in file.out>mail.in mail.out>tell.in tell.out>end.in',
  )
  const { status, steps, returned } = await run(workflow, {}, { file: 'orders' })
  assert.equal(status, 'warning') // one order has no country
  assert.deepEqual(steps['check'], { valid: 3, rejected: 1 })
  assert.deepEqual(
    (await rows(orders.id)).map(({ number, country, total, lines }) => [
      number,
      country,
      total,
      (lines as DataRecord[]).map((line) => line['sku']),
    ]),
    [
      [3, 'DE', '0.10', ['B']],
      [1, 'DE', '0.20', ['A', 'C']],
      [2, 'AT', '5.00', []],
    ],
  )
  assert.match(
    await text('out/sums.csv'),
    /^\ufeff?"?Land"?[;,]"?sum"?[;,]"?orders"?\r?\n"?AT"?[;,]"?5"?[;,]"?1"?\r?\n"?DE"?[;,]"?0[.,]3"?[;,]"?2"?\r?\n?$/,
  )
  assert.deepEqual(returned, { file: 'out/sums.csv', countries: 2 })
  const [mail] = await inScope(db, scope, (trx) => trx.selectFrom('mail_logs').selectAll().execute())
  assert.deepEqual([mail!.status, mail!.recipient, mail!.title], ['kept', 'office@example.test', 'Sums of 2 countries'])
  const told = await inScope(db, scope, (trx) =>
    trx.selectFrom('notifications').select(['title', 'level']).where('user_id', '=', tenant.user_id).execute(),
  )
  assert.deepEqual(told, [{ title: 'Sent out/sums.csv', level: 'success' }])
})

test('pages of a busy shop are read, deduplicated, sorted and written in a loop', async () => {
  const workflow = await aWorkflow(
    'Shop',
    {
      by_hand: ['manual'],
      ask: ['http_request', { url: `http://127.0.0.1:${port}/stock`, pagination: 'page', items: 'items' }],
      once: ['dedupe', { key: ['sku'], keep: 'last' }],
      order: ['sort', { by: [{ field: 'stock', direction: 'down' }] }],
      loop: ['loop', { batch_size: 2 }],
      log: ['write_journal', { text: 'Stock of {{ sku }} is {{ stock }}' }],
      write: ['write_records', { structure_id: stock.id }],
      done: ['finish', { return_values: { rounds: '{{ rounds }}', records: '{{ records }}' } }],
    },
    'by_hand.out>ask.in ask.out>once.in once.unique>order.in order.out>loop.in loop.item>log.in log.out>write.in loop.done>done.in',
  )
  const { id, status, steps, returned } = await run(workflow)
  assert.equal(status, 'stopped')
  assert.deepEqual(steps['once'], { unique: 3, duplicate: 1 })
  assert.deepEqual(returned, { rounds: 2, records: 3 })
  assert.deepEqual(
    (await rows(stock.id)).map(({ sku, stock }) => [sku, stock]),
    [
      ['A', 11],
      ['B', 3],
      ['C', 2],
    ],
  )
  const lines = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('job_logs')
      .select('message')
      .where('job_id', '=', id)
      .where('step', '=', 'log')
      .orderBy('id')
      .execute(),
  )
  assert.deepEqual(
    lines.map((line) => say(line.message as never, 'de')),
    ['Stock of A is 11', 'Stock of B is 3', 'Stock of C is 2'],
  )
})

test('stored records are read, looked up, switched, marked and deleted', async () => {
  const workflow = await aWorkflow(
    'Stored',
    {
      by_hand: ['manual'],
      read: [
        'read_records',
        {
          structure_id: stock.id,
          filter: [{ field: 'stock', operator: 'greater', value: '{{ job.parameters.least }}' }],
        },
      ],
      price: ['set_fields', { fields: [{ field: 'order', value: '{{ stock }}', type: 'number' }] }],
      look: [
        'lookup_record',
        { structure_id: orders.id, key: 'number', value: 'order', take: [{ from: 'country', to: 'country' }] },
      ],
      ways: ['switch', { cases: [{ exit: 'german', rules: [{ field: 'country', operator: 'equals', value: 'DE' }] }] }],
      remove: ['delete_records', { structure_id: stock.id }],
      clean: ['mark_records', { structure_id: stock.id, mark: 'clean' }],
    },
    'by_hand.out>read.in read.out>price.in price.out>look.in look.found>ways.in ways.german>remove.in ways.default>clean.in look.missing>clean.in',
  )
  const skus = async (only_dirty: boolean) => (await rows(stock.id, only_dirty)).map(({ sku }) => sku)
  assert.deepEqual(await skus(true), ['A', 'B', 'C'])
  const { status, steps } = await run(workflow, {}, { least: 1 })
  assert.equal(status, 'stopped')
  assert.deepEqual(
    [steps['look'], steps['ways']],
    [
      { found: 2, missing: 1 },
      { german: 1, default: 1 },
    ],
  )
  assert.deepEqual([await skus(false), await skus(true)], [['A', 'C'], []])
})

test('what a run keeps is there for later ones, of its workflow or of all of the project', async () => {
  const keeping = (scope: string) =>
    aWorkflow(
      `Keeping ${scope}`,
      {
        by_hand: ['manual'],
        get: ['get_state', { name: 'seen', scope, field: 'before' }],
        set: ['set_state', { name: 'seen', scope, value: '{{ n }}' }],
        finish: ['finish', { return_values: { before: '{{ before }}' } }],
      },
      'by_hand.out>get.in get.out>set.in set.out>finish.in',
    )
  const before = async (workflow: string, n: unknown) => (await run(workflow, { n })).returned['before']
  const [own, another] = [await keeping('workflow'), await keeping('project')]
  assert.deepEqual(await before(own, { big: '12345678901234567890' }), null)
  assert.deepEqual(await before(own, 'ä'), { big: '12345678901234567890' })
  assert.deepEqual(await before(another, 1), null)
  assert.deepEqual(await before(another, 2), 1)
  assert.deepEqual(await before(own, 2), 'ä')
})

test('a table is read whole once and then what has changed since the last run that ended well', async () => {
  const owner = new pg.Client({ connectionString: control.owner_url })
  await owner.connect()
  await owner.query(`create schema erp; create table erp.items (id int primary key, changed_at timestamptz);
    insert into erp.items select n, timestamptz '2026-11-01 12:00Z' + n * interval '1 hour' from generate_series(1, 5) n`)
  const place = { id: randomUUID(), tenant_id: tenant.tenant_id }
  const sealed = sealedSettings(control.key, place, connectorOf('postgres')!, {
    host: database.hostname,
    port: Number(database.port),
    database: database.pathname.slice(1),
    user: database.username,
    password: database.password,
    encryption: 'none',
  })
  await inScope(db, systemScope, (trx) =>
    trx
      .insertInto('connections')
      .values({ ...place, ...sealed, name: 'erp', label: 'ERP', connector: 'postgres' })
      .execute(),
  )
  const workflow = await aWorkflow(
    'Changes',
    {
      by_hand: ['manual'],
      read: [
        'connector_read',
        { connection: 'erp', table: 'erp.items', read: 'changed', cursor_field: 'changed_at', overlap: 0 },
      ],
      check: ['condition', { rules: [{ field: 'id', operator: 'equals', value: '{{ job.parameters.bad }}' }] }],
      fail: ['raise_error', { message: 'no' }],
    },
    'by_hand.out>read.in read.out>check.in check.true>fail.in',
  )
  const read = async (parameters: DataRecord = { bad: 0 }) => {
    const id = await start(workflow, {}, parameters)
    const { outcome: status } = await attempt(id)
    return [status, (await stepsOf(id))['read']]
  }
  assert.deepEqual(await read(), ['stopped', { out: 5 }])
  // What lies at the end of the last run is read again: others with the same point in time may have come later.
  assert.deepEqual(await read(), ['stopped', { out: 1 }])
  await owner.query(`update erp.items set changed_at = '2026-11-03 12:00Z' where id <= 2`)
  assert.equal((await read({ bad: 2 }))[0], 'error')
  assert.deepEqual(await read(), ['stopped', { out: 3 }], 'a run that failed has kept nothing')
  assert.deepEqual(await read(), ['stopped', { out: 2 }])
  await owner.end()
})

test('own code runs in the sandbox, and a list is split and collected again', async () => {
  const workflow = await aWorkflow(
    'Code',
    {
      by_hand: ['manual'],
      split: ['split_list', { list: 'lines' }],
      code: [
        'code',
        {
          code: 'export default (records: { n: number }[]) => records.map((record) => ({ ...record, square: record.n * record.n }))',
        },
      ],
      odd: ['condition', { rules: [{ field: 'n', operator: 'not_equals', value: 2 }] }],
      text: ['text', { text: '{{ n }}² = {{ square }}' }],
      collect: ['collect_list', { group_by: ['order'] }],
      end: ['finish', { return_values: { items: '{{ items }}' } }],
    },
    'by_hand.out>split.in split.out>code.in code.out>odd.in odd.true>text.in text.out>collect.in collect.out>end.in',
  )
  const { status, returned } = await run(workflow, { order: 7, lines: [{ n: 1 }, { n: 2 }, { n: 3 }] })
  assert.equal(status, 'stopped')
  assert.deepEqual(returned, {
    items: [
      { n: 1, square: 1, text: '1² = 1' },
      { n: 3, square: 9, text: '3² = 9' },
    ],
  })
})

test('a workflow calls another, waits, and goes on with what it returned', async () => {
  const child = await aWorkflow(
    'Child',
    {
      by_hand: ['manual'],
      all: ['aggregate', { functions: [{ function: 'sum', field: 'x', into: 'sum' }] }],
      end: ['finish', { return_values: { sum: '{{ sum }}' } }],
    },
    'by_hand.out>all.in all.out>end.in',
  )
  const parent = await aWorkflow(
    'Parent',
    {
      by_hand: ['manual'],
      split: ['split_list', { list: 'values' }],
      call: ['call_workflow', { workflow_id: child }],
      rest: ['delay', { for: '1h' }],
      end: ['finish', { status: 'info', return_values: { sum: '{{ sum }}' } }],
    },
    'by_hand.out>split.in split.out>call.in call.out>rest.in rest.out>end.in',
  )
  const id = await start(parent, { values: [{ x: '0.1' }, { x: '0.2' }] })
  assert.equal((await attempt(id)).outcome, 'waiting')
  const [born] = await inScope(db, scope, (trx) =>
    trx.selectFrom('jobs').select(['id', 'parent_key']).where('parent_job_id', '=', id).execute(),
  )
  assert.equal((await attempt(born!.id)).outcome, 'stopped')
  assert.equal((await attempt(id)).outcome, 'waiting')
  assert.ok(Date.parse((await jobOf(id)).wake_at!) - Date.now() > 3_500_000)
  assert.equal((await attempt(id)).outcome, 'info')
  assert.deepEqual((await jobOf(id)).return_values, { sum: '0.3' })
})

test('raise_error ends the job with the message written in it', async () => {
  const workflow = await aWorkflow(
    'Fail',
    {
      by_hand: ['manual'],
      check: ['filter', { rules: [{ field: 'stock', operator: 'less', value: 1 }] }],
      fail: ['raise_error', { message: 'No stock of {{ sku }}' }],
    },
    'by_hand.out>check.in check.match>fail.in',
  )
  assert.equal((await run(workflow, { sku: 'A', stock: 5 })).status, 'stopped')
  const id = await start(workflow, { sku: 'B', stock: 0 })
  assert.equal((await attempt(id)).outcome, 'error')
  assert.equal(say(((await jobOf(id)).error as { message: never }).message, 'en'), 'No stock of B')
})
