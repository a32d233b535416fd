import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gatherer } from './gather.ts'

const rows = [
  { day: 'Mon', shop: 'A', amount: '0.10' },
  { day: 'Mon', shop: 'A', amount: '0.20' },
  { day: 'Tue', shop: null, amount: '90071992547409.93' },
  { day: 'Mon', shop: 'A', amount: null },
]
const gathered = (total: Parameters<typeof gatherer>[1], most = 10) => {
  const all = gatherer({ x: 'day', series: 'shop', y: 'amount' }, total, most)
  for (const row of rows) all.add(row)
  return { totals: all.totals().map(({ place, total }) => [...place, total]), more: all.more() }
}

test('rows that fall together become one, exactly', () => {
  assert.deepEqual(gathered('sum').totals, [
    ['Mon', 'A', '0.3'],
    ['Tue', '', '90071992547409.93'],
  ])
  assert.deepEqual(gathered('avg').totals[0], ['Mon', 'A', '0.15'])
  assert.deepEqual(gathered('min').totals[0], ['Mon', 'A', '0.1'])
  assert.deepEqual(gathered('max').totals[0], ['Mon', 'A', '0.2'])
  assert.deepEqual(gathered('last').totals[0], ['Mon', 'A', '0.2'])
})

test('what is more than can be shown is said, and what is shown stays whole', () => {
  assert.deepEqual(gathered('sum', 1), { totals: [['Mon', 'A', '0.3']], more: true })
})
