import assert from 'node:assert/strict'
import { test } from 'node:test'
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
