import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { FieldType, StructureField } from '@weft/kit/define/structure.ts'
import {
  choicesOf,
  freshName,
  dataSetSources,
  renameOutput,
  splitChoice,
  withStructure,
  withoutSource,
  type KnownStructure,
} from './sources.ts'

const field = (name: string, type: FieldType = 'text', fields?: StructureField[]): StructureField => ({
  id: name,
  name,
  type,
  fields,
  nullable: true,
  unsigned: false,
  unique: false,
  index: false,
  required: false,
  primary_key: false,
  show_in_view: true,
  skip_on_delta: false,
})
const id = '00000000-0000-4000-8000-000000000001'
const orders: KnownStructure = {
  id,
  label: 'Orders',
  table_name: 'orders',
  fields: [
    field('number', 'integer'),
    field('ship', 'object', [field('city')]),
    field('lines', 'list', [field('sku')]),
    field('tags', 'list'),
  ],
}
const definition = dataSetDefinition.parse({
  structures: [{ as: 'o', structure_id: id }],
  lists: [
    { as: 'l', of: 'o', field: 'lines' },
    { as: 't', of: 'o', field: 'tags' },
  ],
  fields: [
    { name: 'number', of: 'o', field: 'number' },
    { name: 'sku', of: 'l', field: 'sku' },
  ],
  filters: [{ of: 'l', field: 'sku', operator: 'equals', value: 'x' }],
  sort: [{ field: 'sku' }, { field: 'number' }],
})

test('every source offers its fields, inside objects and lists too', () => {
  const sources = dataSetSources(definition, [orders])
  assert.deepEqual(
    sources.map(({ as, isList }) => [as, isList]),
    [
      ['o', false],
      ['l', true],
      ['t', true],
    ],
  )
  assert.deepEqual(
    sources.map((source) => choicesOf(source).map(({ value }) => value)),
    [['o/number', 'o/ship', 'o/ship.city', 'o/lines', 'o/tags'], ['l/sku'], ['t/value']],
  )
  assert.deepEqual(splitChoice('o/ship.city'), { of: 'o', field: 'ship.city' })
})

test('removing a source removes what spoke of it', () => {
  const without = withoutSource(definition, 'l')
  assert.deepEqual(
    [
      without.lists.map(({ as }) => as),
      without.fields.map(({ name }) => name),
      without.filters,
      without.sort.map(({ field }) => field),
    ],
    [['t'], ['number'], [], ['number']],
  )
})

test('an output is renamed wherever it is spoken of', () => {
  const renamed = renameOutput(definition, 1, 'article')
  assert.deepEqual(
    [renamed.fields[1]!.name, renamed.sort.map(({ field }) => field)],
    ['article', ['article', 'number']],
  )
})

test('a fresh name is short, snake case and not taken', () => {
  assert.deepEqual(
    [freshName('Sales orders', []), freshName('orders', ['orders', 'orders_2']), freshName('2024', [])],
    ['sales_orders', 'orders_3', 'field'],
  )
})

test('another structure keeps what it knows and brings its own fields when nothing is left', () => {
  const customers: KnownStructure = {
    id: '00000000-0000-4000-8000-000000000002',
    label: 'Customers',
    table_name: 'customers',
    fields: [field('code'), field('address', 'object')],
  }
  const changed = withStructure(definition, 0, customers)
  assert.deepEqual(
    [changed.structures[0]!.structure_id, changed.lists, changed.fields, changed.sort],
    [customers.id, [], [{ name: 'code', of: 'customers', field: 'code' }], []],
  )
})
