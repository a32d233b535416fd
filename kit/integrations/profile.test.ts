import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DescribedTable, FoundField } from '../define/connector-session.ts'
import type { DataRecord } from '../define/record.ts'
import { profileOf } from './profile.ts'

const text = (name: string): FoundField => ({ name, type: 'text', native: 'varchar(40)', nullable: true, length: 40 })
const tableOf = (fields: FoundField[]): DescribedTable => ({
  name: 't',
  kind: 'table',
  rows: null,
  bytes: null,
  fields,
  key: [],
  cursors: [],
  references: [],
})
function profiled(fields: FoundField[], records: DataRecord[]) {
  const profile = profileOf(tableOf(fields))
  profile.take(records)
  return profile.told(true, true)
}

test('filled, distinct, longest, example and what texts are', () => {
  const names = ['number', 'amount', 'day', 'at', 'flag', 'code', 'plz', 'mixed', 'none']
  const { fields, read } = profiled(names.map(text), [
    {
      number: '7',
      amount: '7.5',
      day: '2026-02-28',
      at: '2026-02-28 10:00:00',
      flag: 'true',
      code: '007',
      plz: '24103',
      mixed: '1',
      none: null,
    },
    {
      number: '12',
      amount: '12.25',
      day: null,
      at: '2026-02-28T10:00:00Z',
      flag: 'false',
      code: '12',
      plz: '01067',
      mixed: 'x',
      none: '',
    },
    { number: '7', amount: '-100', day: '', at: null, flag: 'true', code: '13', plz: '24103', mixed: '', none: null },
  ])
  assert.equal(read, 3)
  assert.deepEqual(
    fields.map(({ name, filled, distinct, longest, found }) => [name, filled, distinct, longest, found]),
    [
      ['number', 3, 2, 2, { type: 'integer' }],
      ['amount', 3, 3, 5, { type: 'decimal', precision: 5, scale: 2 }],
      ['day', 1, 1, 10, { type: 'date' }],
      ['at', 2, 2, 20, { type: 'date_time' }],
      ['flag', 3, 2, 5, { type: 'boolean' }],
      ['code', 3, 3, 3, null],
      ['plz', 3, 2, 5, null],
      ['mixed', 2, 2, 1, null],
      ['none', 0, 0, 0, null],
    ],
  )
})

test('what tells of a person leaves the process masked only, in examples and in samples', () => {
  const { fields, sample } = profiled(
    [text('email'), text('note'), text('last_name')],
    [{ email: 'jane@hanse.example', note: 'x'.repeat(500), last_name: 'Brandt' }],
  )
  assert.deepEqual(
    fields.map(({ personal, example }) => [personal, example?.slice(0, 24)]),
    [
      ['email', 'j•••••@•••.example'],
      [null, 'x'.repeat(24)],
      ['name', 'B•••••'],
    ],
  )
  assert.deepEqual(sample, [{ email: 'j•••••@•••.example', note: 'x'.repeat(200), last_name: 'B•••••' }])
})
