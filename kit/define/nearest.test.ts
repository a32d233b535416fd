import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearest } from './nearest.ts'

test('the likest names come first, at most three, and nothing that is not like it', () => {
  const names = ['order_line', 'sales_order', 'sales_orders_old', 'customer', 'setting', 'shop.Sales-Order']
  assert.deepEqual(nearest('sales_ordr', names), ['sales_order', 'shop.Sales-Order', 'sales_orders_old'])
  assert.deepEqual(nearest('order', names), ['order_line', 'sales_order', 'sales_orders_old'])
  assert.deepEqual(nearest('Kunde', names), [])
  assert.deepEqual(nearest('in/order', ['in/orders', 'out']), ['in/orders'])
  assert.deepEqual(nearest('', names), [])
})
