import assert from 'node:assert/strict'
import { test } from 'node:test'
import { tableNameFor } from './names.ts'

test('a table is named after its system', () => {
  assert.equal(tableNameFor('Shop Kiel', 'customer'), 'shop_kiel_customer')
  assert.equal(tableNameFor('Shop', 'shop.shop_order'), 'shop_order')
  assert.equal(tableNameFor('Lager', 'public."Lager Ort"'), 'lager_ort')
  assert.equal(tableNameFor('', 'Order'), 'order_value')
  assert.equal(tableNameFor('x'.repeat(70), 'customer').length, 63)
})
