import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ordersOfLastYear } from './year-of-orders.ts'

const csv = readFileSync(new URL('./files/northwind/orders.csv', import.meta.url), 'utf8')
const today = new Date('2026-11-27T09:00:00Z')

test('the orders of Northwind come within the year before, the first a year ago and the last yesterday', () => {
  const [head, ...rows] = ordersOfLastYear(csv, today).trimEnd().split('\n')
  assert.equal(head, csv.split('\n')[0])
  assert.equal(rows.length, 830)
  assert.equal(
    rows[0],
    "10248,VINET,5,2025-11-27 00:00:00.000,2025-12-25 00:00:00.000,2025-12-09 00:00:00.000,3,32.38,Vins et alcools Chevalier,59 rue de l'Abbaye,Reims,NULL,51100,France",
  )
  const ordered = rows.map((row) => row.split(',')[3]!.slice(0, 10))
  assert.equal(ordered.at(-1), '2026-11-26')
  assert.deepEqual(ordered, ordered.toSorted())
})

test('what would be shipped later than yesterday is still open', () => {
  const rows = ordersOfLastYear(csv, today).trimEnd().split('\n').slice(1)
  const shipped = rows.map((row) => row.split(',')[5]!)
  assert.ok(shipped.every((one) => one === 'NULL' || one.slice(0, 10) <= '2026-11-26'))
  assert.equal(shipped.filter((one) => one === 'NULL').length, 37)
})
