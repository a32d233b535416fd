import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataSetDefinition } from '@weft/kit/define/data-set.ts'
import { plainField, type StructureField } from '@weft/kit/define/structure.ts'
import { offeredJoins } from './joins.ts'
import { choicesOf, titleOf, type KnownStructure } from './sources.ts'

const idOf = (n: number) => `00000000-0000-4000-8000-00000000000${n}`
const field = (name: string, more: Partial<StructureField> = {}): StructureField => ({
  id: name,
  name,
  type: 'text',
  ...plainField,
  ...more,
})
const structure = (n: number, label: string, fields: StructureField[]): KnownStructure => ({
  id: idOf(n),
  label,
  table_name: label.toLowerCase(),
  fields,
})
const customers = structure(1, 'Customers', [field('number', { primary_key: true }), field('name')])
const orders = structure(2, 'Orders', [
  field('id', { primary_key: true }),
  field('customer', { related_structure_id: idOf(1), alias: 'Kunde' }),
  field('sku'),
  field('follows', { related_structure_id: idOf(2) }),
])
const articles = structure(3, 'Articles', [field('sku', { primary_key: true })])
const invoices = structure(4, 'Invoices', [
  field('id', { primary_key: true }),
  field('order', { related_structure_id: idOf(2) }),
])
const known = [customers, orders, articles, invoices]
const over = (...structures: object[]) =>
  dataSetDefinition.parse({ structures, fields: [{ name: 'id', of: 'o', field: 'id' }] })
const told = (definition: ReturnType<typeof over>) =>
  offeredJoins(definition, known).map(
    ({ structure: { label }, of, local, foreign, isGuess }) =>
      `${label}: ${of}.${local.name} = ${foreign.name}${isGuess ? ' ?' : ''}`,
  )

test('joins by related structures come first, from either side, then keys that are called the same as a guess', () => {
  assert.deepEqual(told(over({ as: 'o', structure_id: idOf(2) })), [
    'Customers: o.customer = number',
    'Orders: o.follows = id',
    'Orders: o.id = follows',
    'Invoices: o.id = order',
    'Articles: o.sku = sku ?',
  ])
})

test('what is joined is not offered again, neither from the other side', () => {
  const join = (of: string, local_field: string, foreign_field: string) => ({
    on: [{ of, local_field, foreign_field }],
  })
  assert.deepEqual(
    told(
      over(
        { as: 'o', structure_id: idOf(2) },
        { as: 'c', structure_id: idOf(1), join: join('o', 'customer', 'number') },
        { as: 'i', structure_id: idOf(4), join: join('o', 'id', 'order') },
        { as: 'a', structure_id: idOf(3), join: join('o', 'sku', 'sku') },
      ),
    ),
    ['Orders: o.follows = id', 'Orders: o.id = follows'],
  )
})

test('two keys of one name are no reason to join, and a structure that is gone offers nothing', () => {
  assert.deepEqual(told(over({ as: 'o', structure_id: idOf(4) })), ['Orders: o.order = id'])
  assert.deepEqual(told(over({ as: 'o', structure_id: idOf(9) })), [])
})

test('fields are called by their alias where it says more', () => {
  const source = { as: 'o', title: 'Orders', fields: orders.fields, isList: false }
  assert.deepEqual(choicesOf(source).map(titleOf), ['id', 'customer (Kunde)', 'sku', 'follows'])
  assert.equal(titleOf({ label: 'Name', alias: 'name' }), 'Name')
})
