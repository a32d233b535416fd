import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { FieldType } from '../define/structure.ts'
import { heldBy } from './same-value.ts'

const same = (type: FieldType, a: unknown, b: unknown, scale?: number) =>
  heldBy({ type, scale }, a) === heldBy({ type, scale }, b)

test('what was written is the same as what is read again, whatever each is written as', () => {
  assert.ok(same('integer', '7', 7))
  assert.ok(same('decimal', '1.50', 1.5))
  assert.ok(same('decimal', '1.005', '1.01', 2))
  assert.ok(same('boolean', 1, true))
  assert.ok(same('date_time', '2026-11-25T14:00:00.120Z', '2026-11-25T14:00:00.12Z'))
  assert.ok(same('date_time', '2026-11-25T15:00:00+01:00', '2026-11-25 14:00:00'))
  assert.ok(same('json', { b: 1, a: [{ d: 1, c: 2 }] }, { a: [{ c: 2, d: 1 }], b: 1 }))
  assert.ok(same('uuid', 'C1A5C1F0-0000-4000-8000-000000000001', 'c1a5c1f0-0000-4000-8000-000000000001'))
  assert.ok(same('text', undefined, null))
})

test('what differs is told apart', () => {
  assert.ok(!same('text', '007', '7'))
  assert.ok(!same('text', '', null))
  assert.ok(!same('text', 'null', null))
  assert.ok(!same('big_integer', '9223372036854775807', '9223372036854775806'))
  assert.ok(!same('date_time', '2026-11-25T14:00:00.000001Z', '2026-11-25T14:00:00.000002Z'))
  assert.ok(!same('list', ['a', 'b'], ['b', 'a']))
})
