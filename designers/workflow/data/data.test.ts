import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldsOf } from './fields.ts'
import { exitShown, fitting, incomingOf } from './samples.ts'

test('what comes into a step is what has left the exits that lead to it, also what was refused', () => {
  const edges = [
    { from: 'read', exit: 'out', to: 'check', input: 'in' },
    { from: 'check', exit: 'valid', to: 'write', input: 'in' },
    { from: 'check', exit: 'rejected', to: 'write', input: 'in' },
  ]
  const samples = {
    read: { exits: { out: [{ n: 1 }, { n: 2 }] }, refused: [] },
    check: { exits: { valid: [{ n: 2 }] }, refused: [{ record: { n: 1 }, reason: 'Too few' }] },
  }
  assert.deepEqual(incomingOf({ edges }, samples, 'read'), [])
  assert.deepEqual(incomingOf({ edges }, samples, 'check'), [
    { from: 'read', exit: 'out', records: [{ n: 1 }, { n: 2 }] },
  ])
  assert.deepEqual(incomingOf({ edges }, samples, 'write'), [
    { from: 'check', exit: 'valid', records: [{ n: 2 }] },
    { from: 'check', exit: 'rejected', records: [{ n: 1 }] },
  ])
})

test('the records shown are those of the wished exit, else of the first that kept some, refused ones last', () => {
  const refused = [{ record: { n: 1 }, reason: 'Too few' }]
  const step = { exits: { valid: [{ n: 2 }], rest: [{ n: 3 }] }, refused }
  assert.equal(exitShown(step, undefined), 'valid')
  assert.equal(exitShown(step, 'rejected'), 'rejected')
  assert.equal(exitShown(step, 'gone'), 'valid')
  assert.equal(exitShown({ exits: { rejected: [{ n: 1 }], valid: [] }, refused }, undefined), 'valid')
  assert.equal(exitShown({ exits: {}, refused }, undefined), 'rejected')
  assert.equal(exitShown(undefined, 'valid'), undefined)
})

test('records are searched by the text of any value, whatever its case and however deep', () => {
  const records = [
    { sku: 'B-1', note: null, tags: ['Fragile'] },
    { sku: 'A-7', total: 12.5, customer: { city: 'Kiel' } },
  ]
  assert.deepEqual(fitting(records, 'b-'), [records[0]])
  assert.deepEqual(fitting(records, 'KIEL'), [records[1]])
  assert.deepEqual(fitting(records, 'fragile'), [records[0]])
  assert.deepEqual(fitting(records, '12.5'), [records[1]])
  assert.deepEqual(fitting(records, 'null'), [])
})

test('fields are told with the types of their values and how many are filled, those of objects by their path', () => {
  assert.deepEqual(
    fieldsOf([
      { id: 1, total: '12.50', on: '2026-11-25', at: '2026-11-25T10:00:00Z', customer: { name: 'Kim' }, tags: ['a'] },
      { id: 2, total: null, code: '0042', paid: true },
    ]),
    [
      { name: 'id', types: ['number'], filled: 2 },
      { name: 'total', types: ['number'], filled: 1 },
      { name: 'on', types: ['date'], filled: 1 },
      { name: 'at', types: ['date_time'], filled: 1 },
      { name: 'customer', types: ['object'], filled: 1 },
      { name: 'customer.name', types: ['text'], filled: 1 },
      { name: 'tags', types: ['list'], filled: 1 },
      { name: 'code', types: ['text'], filled: 1 },
      { name: 'paid', types: ['boolean'], filled: 1 },
    ],
  )
})
