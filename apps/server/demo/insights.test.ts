import { dashboardDefinition } from '@weft/kit/define/dashboard.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoDashboard, demoDataSets, demoInsights } from './insights.ts'

const sets = demoDataSets({ sales_orders: 'a', market_orders: 'b', shipments: 'c', monthly: 'd' })

test('the dashboard of the demo shows every insight in a place of its own, and its filters have something to act on', () => {
  const insights = demoInsights(
    Object.fromEntries(sets.map(({ key }) => [key, key])) as Parameters<typeof demoInsights>[0],
  )
  const ids = insights.map((_, i) => `00000000-0000-4000-8000-00000000000${i}`)
  const { tiles, filters } = dashboardDefinition.parse(demoDashboard(ids).definition)
  assert.deepEqual(
    tiles.map(({ insight_id }) => insight_id),
    ids,
  )
  const squares = tiles.flatMap(({ x, y, w, h }) =>
    Array.from({ length: w * h }, (_, i) => `${x + (i % w)} ${y + Math.floor(i / w)}`),
  )
  assert.equal(new Set(squares).size, squares.length)
  const fields = new Set(sets.flatMap(({ definition }) => definition.fields.map(({ name }) => name)))
  assert.deepEqual(
    filters.map(({ field }) => [field, fields.has(field)]),
    [
      ['month', true],
      ['country', true],
    ],
  )
})
