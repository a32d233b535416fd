import assert from 'node:assert/strict'
import { test } from 'node:test'
import { contentsOf, mostContents } from './contents.ts'

const found = (records: Parameters<typeof contentsOf>[0], field: string | null) => {
  const values = new Set<string>()
  contentsOf(records, field, values)
  return [...values]
}

test('a run is about the different values of one field, on the top or inside of objects', () => {
  assert.deepEqual(
    found(
      [
        { number: 4711 },
        { number: '4711' },
        { number: 12n },
        { number: true },
        { number: '' },
        { number: null },
        { number: { a: 1 } },
        {},
      ],
      'number',
    ),
    ['4711', '12', 'true'],
  )
  assert.deepEqual(found([{ head: { number: 'A' } }, { head: null }, { head: [1] }], 'head.number'), ['A'])
})

test('a fixed word names no field, nor does a part every object has', () => {
  for (const field of [null, '', 'nightly', 'constructor', 'toString.name'])
    assert.deepEqual(found([{ number: 1 }], field), [])
})

test('no more values are kept than people look for, nor longer ones', () => {
  assert.equal(
    found(
      Array.from({ length: 5_000 }, (_, number) => ({ number })),
      'number',
    ).length,
    mostContents,
  )
  assert.equal(found([{ number: 'x'.repeat(5_000) }], 'number')[0]!.length, 191)
})
