import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nameAt, tableBehind, whereNamed } from './query-names.ts'

test('a name is read where it begins, with what stands before it', () => {
  const sql = 'select o.sta from sales_order o'
  assert.deepEqual(nameAt(sql, 7), { name: 'sta', owner: 'o', at: 9, length: 3 })
  assert.deepEqual(nameAt(sql, 18), { name: 'sales_order', owner: undefined, at: 18, length: 11 })
  assert.deepEqual(nameAt('select "O" . "Straße"', 7), { name: 'Straße', owner: 'O', at: 13, length: 8 })
  assert.equal(nameAt('1 >>> 2', 2), undefined)
})

test('a name is found outside of texts and comments', () => {
  assert.equal(whereNamed("select 'sta', /* sta */ o.sta -- sta", 'o.sta')?.at, 26)
  assert.equal(whereNamed("select 'sta', status, sta from a", 'sta')?.at, 22)
  assert.equal(whereNamed('select 1', 'sta'), undefined)
})

test('an alias leads to its table', () => {
  assert.equal(tableBehind('select o.sta from sales_order o join customer as c on true', 'o'), 'sales_order')
  assert.equal(tableBehind('select o.sta from sales_order o join customer as c on true', 'c'), 'customer')
  assert.equal(tableBehind('select * from "Sales" s, x y', 'y'), 'x')
  assert.equal(tableBehind('select sales_order.sta from sales_order', 'sales_order'), 'sales_order')
})
