import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ModelField } from '@weft/kit/define/model.ts'
import { aField } from '../testing/structure.ts'
import { importFields } from './import-fields.ts'
import { proposeImport } from './propose-import.ts'

const column = (
  original_name: string,
  type: ModelField['type'] = 'text',
  more: Partial<ModelField> = {},
): ModelField => ({
  name: original_name.toLowerCase().replaceAll(/\W/g, '_'),
  original_name,
  type,
  include: true,
  nullable: true,
  unique: false,
  ...more,
})
const structure = {
  id: crypto.randomUUID(),
  label: 'Sales order',
  fields: [
    aField('order_number', 'text', { primary_key: true, nullable: false, label: 'Order no.' }),
    aField('customer', 'text', { alias: 'Kunde' }),
    aField('ordered_on', 'date', { original_name: 'Bestelldatum' }),
    aField('country', 'text', { length: 2 }),
    aField('total', 'decimal'),
    aField('lines', 'list', { fields: [aField('sku'), aField('quantity', 'integer')] }),
  ],
}
const assigned = (found: ModelField[], earlier: { column: string; field: string }[] = [], samples: object[] = []) => {
  const { columns, mode, key } = proposeImport({ found, samples: samples as never, structure, earlier })
  return { columns: columns.map(({ found, field, by }) => [found.original_name, field, by]), mode, key }
}

test('columns go where their name, alias, label or former name says, whatever their type looks like', () => {
  assert.deepEqual(
    assigned([
      column('Order no.', 'integer'),
      column('Kunde'),
      column('Bestelldatum'),
      column('COUNTRY'),
      column('Total', 'text'),
      column('Remark'),
    ]),
    {
      columns: [
        ['Order no.', 'order_number', 'name'],
        ['Kunde', 'customer', 'name'],
        ['Bestelldatum', 'ordered_on', 'name'],
        ['COUNTRY', 'country', 'name'],
        ['Total', 'total', 'name'],
        ['Remark', null, null],
      ],
      mode: 'upsert',
      key: ['order_number'],
    },
  )
})

test('what means the same is assigned as the mapper suggests it, and what was assigned before goes there again', () => {
  assert.deepEqual(
    assigned(
      [column('Land'), column('Gesamtbetrag', 'decimal'), column('Ref'), column('Am', 'date')],
      [
        { column: 'Ref', field: 'customer' },
        { column: 'Ref', field: 'country' },
      ],
    ),
    {
      columns: [
        ['Land', 'country', 'meaning'],
        ['Gesamtbetrag', 'total', 'meaning'],
        ['Ref', 'customer', 'earlier'],
        ['Am', 'ordered_on', 'meaning'],
      ],
      mode: 'insert',
      key: [],
    },
  )
})

test('lists and single values are never assigned to each other, and no field is fed twice', () => {
  assert.deepEqual(assigned([column('lines'), column('total', 'list'), column('country'), column('Country')]).columns, [
    ['lines', null, null],
    ['total', null, null],
    ['country', 'country', 'name'],
    ['Country', null, null],
  ])
})

test('a model reads an assigned column as its field wants it, also inside of lists, and leaves the others out', () => {
  const found = [
    column('Total', 'text', { decimal_comma: true, length: 20 }),
    column('lines', 'list', { fields: [column('SKU', 'integer'), column('Quantity')] }),
    column('Remark', 'text', { length: 20 }),
  ]
  assert.deepEqual(
    importFields(
      [
        { found: found[0]!, field: 'total' },
        { found: found[1]!, field: 'lines' },
        { found: found[2]!, field: null },
      ],
      structure.fields,
    ).map(({ name, original_name, type, include, decimal_comma, fields }) => [
      ...[name, original_name, type, include, decimal_comma],
      fields?.map((inner) => [inner.name, inner.original_name, inner.type]),
    ]),
    [
      ['total', 'Total', 'decimal', true, true, undefined],
      [
        ...['lines', 'lines', 'list', true, undefined],
        [
          ['sku', 'SKU', 'text'],
          ['quantity', 'Quantity', 'integer'],
        ],
      ],
      ['remark', 'Remark', 'text', false, undefined, undefined],
    ],
  )
})
