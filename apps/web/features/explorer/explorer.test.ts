import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aField } from '@weft/engine/testing/structure.ts'
import { conditionsOf, draftsOf, operatorsFor } from './filter-kinds.ts'
import { labelFieldOf, labelOf } from './record-label.ts'
import { pagesOf, scaled } from './scroll.ts'
import { addressOf, everything, nextSort, queryOf, selectionFrom } from './selection.ts'

test('few rows scroll pixel by pixel, millions in proportion, both ends meeting exactly', () => {
  assert.deepEqual(scaled({ rows: 1000, rowHeight: 30, head: 32, view: 700 }), { height: 30_000, ratio: 1 })
  const { height, ratio } = scaled({ rows: 2_000_000, rowHeight: 30, head: 32, view: 700 })
  assert.equal(height, 16_000_000)
  assert.equal(Math.round((height + 32 - 700) * ratio), 2_000_000 * 30 + 32 - 700)
})

test('the pages of the rows in sight', () => {
  assert.deepEqual(pagesOf({ first: 0, last: 40, perPage: 100 }), [1])
  assert.deepEqual(pagesOf({ first: 95, last: 205, perPage: 100 }), [1, 2, 3])
})

test('a selection goes through the address and back', () => {
  const selection = {
    searchTerm: 'berlin',
    state: 'dirty' as const,
    sort: '-freight',
    conditions: [{ field: 'freight', operator: 'greater' as const, value: 5 }],
  }
  assert.deepEqual(selectionFrom(addressOf(selection)), selection)
  assert.deepEqual(selectionFrom({ conditions: 'not json', state: 'strange' }), everything)
  assert.deepEqual(queryOf(everything), { searchTerm: '', state: '', sort: '', conditions: undefined })
})

test('a head sorts up, down and back', () => {
  assert.deepEqual(
    [nextSort('', 'a'), nextSort('a', 'a'), nextSort('-a', 'a'), nextSort('b', 'a')],
    ['a', '-a', '', 'a'],
  )
})

test('each type is compared in its own ways, the usual one first', () => {
  const first = (type: Parameters<typeof aField>[1]) => operatorsFor(aField('one', type))[0]
  assert.deepEqual(
    [first('decimal'), first('date'), first('boolean'), first('choice'), first('text'), first('list')],
    ['between', 'between', 'true', 'in', 'contains', 'contains'],
  )
  assert.equal(operatorsFor(aField('one', 'text', { related_structure_id: crypto.randomUUID() }))[0], 'equals')
})

test('a range is two conditions and becomes a range again; numbers may have a comma, and what has no value is left out', () => {
  const typeOf = (field: string) => (field === 'total' ? ('decimal' as const) : ('text' as const))
  const conditions = conditionsOf(
    [
      { field: 'total', operator: 'between', value: '1.204,90', until: '2,000.5' },
      { field: 'name', operator: 'contains', value: 'a,b' },
      { field: 'name', operator: 'starts_with', value: '' },
      { field: 'name', operator: 'in', value: [] },
      { field: 'name', operator: 'empty', value: '' },
      { field: 'total', operator: 'between', value: '', until: '7' },
    ],
    typeOf,
  )
  assert.deepEqual(conditions, [
    { field: 'total', operator: 'greater_or_equal', value: '1204.90' },
    { field: 'total', operator: 'less_or_equal', value: '2000.5' },
    { field: 'name', operator: 'contains', value: 'a,b' },
    { field: 'name', operator: 'empty' },
    { field: 'total', operator: 'less_or_equal', value: '7' },
  ])
  assert.deepEqual(draftsOf(conditions)[0], { field: 'total', operator: 'between', value: '1204.90', until: '2000.5' })
  assert.equal(draftsOf(conditions).length, 4)
})

test('a record is known by the field whose alias or name says so, else by its first text, else by its key', () => {
  const key = aField('number', 'text', { primary_key: true })
  const called = (...fields: ReturnType<typeof aField>[]) => labelFieldOf({ fields: [key, ...fields] })?.name
  assert.deepEqual(
    [
      called(aField('city'), aField('name')),
      called(aField('name'), aField('city', 'text', { alias: 'label' })),
      called(aField('city')),
      called(aField('count', 'integer')),
    ],
    ['name', 'city', 'city', 'number'],
  )
  assert.deepEqual([labelOf({ _id: 7, name: '' }, aField('name')), labelOf({ name: 'A' }, aField('name'))], ['#7', 'A'])
})
