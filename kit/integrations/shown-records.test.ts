import assert from 'node:assert/strict'
import { test } from 'node:test'
import { shownRecords } from './shown-records.ts'

test('what tells of a person is masked, by name, by value and within what is nested; numbers of known types are not', () => {
  const fields = [{ name: 'phone_count', type: 'integer' as const, native: 'int', nullable: false }]
  const records = [
    {
      id: 1,
      last_name: 'Brandt',
      contact: 'jane@hanse.example',
      phone_count: 3,
      note: null,
      to: { email: 'a@b.example', city: 'Kiel' },
    },
    { id: 2, last_name: '', contact: 'ole@hanse.example', phone_count: 4, note: 'x'.repeat(300), to: ['a@b.example'] },
  ]
  assert.deepEqual(shownRecords(records, fields), [
    {
      id: 1,
      last_name: 'B•••••',
      contact: 'j•••••@•••.example',
      phone_count: 3,
      note: null,
      to: '{"email":"a•••••@•••.example","city":"Kiel"}',
    },
    {
      id: 2,
      last_name: '',
      contact: 'o•••••@•••.example',
      phone_count: 4,
      note: 'x'.repeat(200),
      to: '["a•••••@•••.example"]',
    },
  ])
})
