import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chartOf, drawnBy } from './chart-of.ts'

const answer = {
  columns: ['week', 'channel', 'orders', 'revenue'],
  types: ['date' as const, 'text' as const, 'integer' as const, 'decimal' as const],
  rows: [
    { week: '2026-11-09', channel: 'shop', orders: 2, revenue: '10.50' },
    { week: '2026-11-02', channel: 'edi', orders: 1, revenue: '4' },
    { week: '2026-11-09', channel: 'edi', orders: 3, revenue: '1' },
    { week: '2026-11-09', channel: 'shop', orders: 1, revenue: '2' },
  ],
}

test('columns suggest what is drawn, and what was chosen stays as long as its columns do', () => {
  assert.deepEqual(drawnBy(answer, null), { type: 'column', across: 'week', value: 'revenue', colour: 'channel' })
  const chosen = { type: 'line' as const, across: 'channel', value: 'orders' }
  assert.deepEqual(drawnBy(answer, chosen), chosen)
  assert.equal(drawnBy(answer, { ...chosen, value: 'gone' })?.value, 'revenue')
  assert.equal(drawnBy({ columns: ['a'], types: ['text'], rows: [{ a: 1 }] }, null), undefined)
  assert.equal(drawnBy({ ...answer, rows: [] }, null), undefined)
})

test('values are summed up at each place, a series for each colour, days in their order', () => {
  const drawn = chartOf(answer, { type: 'column', across: 'week', value: 'revenue', colour: 'channel' })
  assert.deepEqual(drawn.labels, ['2026-11-02', '2026-11-09'])
  assert.deepEqual(
    drawn.series.map(({ name, data }) => [name, data]),
    [
      ['shop', [0, 12.5]],
      ['edi', [4, 1]],
    ],
  )
  assert.deepEqual(chartOf(answer, { type: 'bar', across: 'channel', value: 'orders' }).series[0]!.data, [3, 4])
})
