import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { readDebugData } from '@weft/engine/debug-data/read.server.ts'
import { aField, aStructure } from '@weft/engine/testing/structure.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import type { ModelField } from '@weft/kit/define/model.ts'
import { say, type Message } from '@weft/kit/messages/messages.ts'
import { anEngine } from './testing/engine.ts'

const { aWorkflow, run, put, records, control, scope, ground, tenant, debugData } = await anEngine()
const { db } = control

const column = (name: string, type: ModelField['type'] = 'text', more: Partial<ModelField> = {}): ModelField => ({
  ...{ name, original_name: name, type, include: true, nullable: true, unique: false },
  ...more,
})
const model = [
  column('order_no', 'text', { nullable: false }),
  column('customer'),
  column('quantity', 'integer'),
  column('price', 'decimal', { decimal_comma: true, scale: 2 }),
  column('ordered_at', 'date_time', { date_order: 'dmy' }),
]

/** 15,000 orders as a German program writes them; some of them wrong in each way there is, and some there twice. */
const row = (n: number) => {
  const order = n % 700 === 3 ? '' : `ord-${n % 900 === 5 ? n - 2 : n}`
  const customer = n % 500 === 7 ? 'far too long a name for this field' : n % 11 === 0 ? ' "Elbe" \\ Söhne' : `Kim ${n}`
  const price = n % 400 === 9 ? 'much' : n % 3 === 0 ? '1.234,50' : `${n},05`
  const quantity = n % 600 === 1 ? '0' : n % 13 === 0 ? '' : String((n % 9) + 1)
  const day = n % 800 === 11 ? '31.02.2026' : `${String((n % 28) + 1).padStart(2, '0')}.11.2026`
  return [order, customer, quantity, price, `${day} 10:00`].map((value) => `"${value.replaceAll('"', '""')}"`).join(',')
}
await put(
  'orders.csv',
  `${model.map(({ name }) => name).join(',')}\n${Array.from({ length: 15_000 }, (_, n) => row(n)).join('\n')}\n`,
)

/** What can be known of the import afterwards. With a content identifier somebody looks at each record, so nothing is fused. */
async function anImport(name: string, content_identifier: string) {
  const from = model.map(({ name, type }, i) =>
    aField(name, type, i === 0 ? { primary_key: true, nullable: false } : {}),
  )
  const to = [
    aField('order_no', 'text', { primary_key: true, nullable: false, required: true, length: 20 }),
    aField('customer', 'text', { length: 20 }),
    aField('quantity', 'integer'),
    aField('price', 'decimal', { precision: 12, scale: 2 }),
    aField('total', 'decimal', { precision: 12, scale: 2 }),
    aField('ordered_at', 'date_time'),
    aField('state', 'text', { default: 'new' }),
  ]
  const source = await aStructure(ground, scope, `${name}Row`, from)
  const target = await aStructure(ground, scope, name, to)
  const [s, t] = [from, to].map((fields) => (field: string) => fields.find((one) => one.name === field)?.id ?? field)
  const box = (output: string, key: string, inputs: string[], options = {}) => ({
    ...{ id: randomUUID(), key, output, options, position: { x: 0, y: 0 } },
    inputs: inputs.map(s!),
  })
  const definition = {
    transformers: [
      box('number', 'upper', ['order_no']),
      box('name', 'trim', ['customer']),
      box('some', 'reject_if', ['quantity'], { operator: 'equals', value: '0', text: 'nothing ordered' }),
      box('product', 'multiply', ['quantity', 'price']),
    ],
    connections: Object.entries({
      ...{
        order_no: 'number',
        customer: 'name',
        quantity: 'some',
        price: 'price',
        total: 'product',
        ordered_at: 'ordered_at',
      },
    }).map(([field, origin]) => ({ id: randomUUID(), source_field_id: s!(origin), target_field_id: t!(field) })),
  }
  const ids = await inScope(db, scope, async (trx) => ({
    model_id: (
      await trx
        .insertInto('dynamic_models')
        .values({ model_name: name, type: 'csv', fields: JSON.stringify(model) })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
    mapping_id: (
      await trx
        .insertInto('mappings')
        .values({
          label: name,
          source_structure_id: source.id,
          target_structure_id: target.id,
          definition: JSON.stringify(definition),
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id,
  }))
  const workflow = await aWorkflow(
    name,
    {
      go: ['manual'],
      read: ['read_file', { path: 'orders.csv', model_id: ids.model_id }],
      map: ['mapping', { mapping_id: ids.mapping_id }],
      write: ['write_records', { structure_id: target.id, key: ['order_no'] }],
    },
    'go.out>read.in read.out>map.in map.out>write.in',
  )
  await inScope(db, scope, (trx) =>
    trx.updateTable('workflows').set({ content_identifier }).where('id', '=', workflow).execute(),
  )
  const { id, status, steps, error, logs } = await run(workflow)
  await debugData.close()
  const { databases, tenant_id, project_id } = tenant
  const [samples] = await readDebugData(databases, { tenant_id, project_id, job_id: id })
  const refused = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('record_errors')
      .selectAll()
      .where('job_id', '=', id)
      .orderBy('batch')
      .orderBy('step')
      .orderBy('position')
      .execute(),
  )
  return {
    ...{ status, steps, error, logs, samples: samples?.steps },
    written: (await records(target.id)).map(({ _job_id, _created_at, _updated_at, ...record }) => record),
    refused: refused.map(({ step, batch, position, field, value, record, reason }) => [
      ...[step, batch, position, field, value, record],
      say(reason as Message, 'en'),
    ]),
  }
}

test('a fused run writes, refuses, counts and keeps the same as one whose steps each take the records they get', async () => {
  const fused = await anImport('FusedOrder', '')
  const usual = await anImport('UsualOrder', 'number')
  assert.deepEqual(fused, usual)
  assert.equal(fused.status, 'warning')
  assert.deepEqual(fused.steps, {
    go: { out: 1 },
    read: { out: 14943, rejected: 57 },
    map: { out: 14918, rejected: 25 },
    write: { written: 14866, rejected: 52 },
  })
})
