import assert from 'node:assert/strict'
import { test } from 'node:test'
import { elements } from '@weft/catalogue/elements/all.ts'
import { lookOf } from './look-of.ts'

const look = (key: string, settings: Record<string, unknown>) =>
  lookOf(
    elements.find((one) => one.key === key)!,
    settings,
  )

test('a step shows the table, query, place or files it names, as it would read them', () => {
  const filter = [
    { field: 'state', operator: 'equals', value: 'paid' },
    { field: 'id', operator: 'equals', value: '{{ id }}' },
  ]
  assert.deepEqual(look('connector_read', { connection: 'shop', table: 'orders', fields: ['id'], filter }), {
    look: { of: 'table', table: 'orders', fields: ['id'], filter: [filter[0]] },
    withoutFilter: true,
  })
  assert.deepEqual(look('connector_write', { connection: 'shop', table: 'orders', key: ['id'] }), {
    look: { of: 'table', table: 'orders', fields: [], filter: [] },
  })
  assert.deepEqual(look('sql_query', { connection: 'shop', statement: 'select $1', parameters: ['7'] }), {
    look: { of: 'query', statement: 'select $1', parameters: ['7'] },
  })
  assert.deepEqual(look('message_received', { connection: 'k', topic: 'orders' }), {
    look: { of: 'place', place: 'orders' },
  })
  assert.deepEqual(look('file_arrived', { connection: 'sftp', path: 'in/*.csv' }), {
    look: { of: 'files', path: 'in/*.csv' },
  })
})

test('what is not named yet or known only in a run is not asked for, and other steps have nothing to show', () => {
  assert.equal(look('connector_read', { table: 'orders' }), 'unfinished')
  assert.equal(look('connector_read', { connection: 'shop', table: '' }), 'unfinished')
  assert.equal(look('sql_query', { connection: 'shop', statement: 'select $1', parameters: ['{{ id }}'] }), 'late')
  assert.equal(look('read_file', { connection: 'sftp', path: 'in/{{ name }}.csv' }), 'late')
  assert.equal(look('read_file', { connection: '', path: 'in/a.csv' }), undefined)
  assert.equal(look('filter', {}), undefined)
  assert.equal(look('http_request', { connection: 'shop' }), undefined)
})
