import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elements } from '@weft/catalogue/elements/all.ts'
import { namedIn } from './named-in.ts'

const named = (key: string, settings: Record<string, unknown>) =>
  namedIn(elements.find((one) => one.key === key)!.settings.shape, settings).map(
    ({ place, kind, value }) => `${place}: ${kind} ${value}`,
  )

test('tables, fields, places and paths of another system are found wherever a setting names them', () => {
  assert.deepEqual(
    named('connector_read', {
      connection: 'shop',
      table: 'orders',
      read: 'changed',
      cursor_field: 'updated_at',
      fields: ['id', 'total'],
      filter: [{ field: 'state', operator: 'equals', value: 'paid' }],
    }),
    [
      'table: table orders',
      'cursor_field: field updated_at',
      'fields.0: field id',
      'fields.1: field total',
      'filter.0.field: field state',
    ],
  )
  assert.deepEqual(named('connector_read', { table: 'orders', read: 'all', cursor_field: 'hidden' }), [
    'table: table orders',
  ])
  assert.deepEqual(named('vanished_records', { table: 't', key: [{ source: 'id', field: 'number' }] }), [
    'table: table t',
    'key.0.source: field id',
  ])
  assert.deepEqual(named('connector_write', { table: 't', key: ['id'] }), ['table: table t', 'key.0: field id'])
  assert.deepEqual(named('message_received', { topic: 'orders' }), ['topic: topic orders'])
  assert.deepEqual(named('mail_received', { folder: 'INBOX' }), ['folder: topic INBOX'])
  assert.deepEqual(named('file_arrived', { path: 'in/*.csv' }), ['path: file in/*.csv'])
  assert.deepEqual(named('send_message', { topic: 'anything' }), [])
})
