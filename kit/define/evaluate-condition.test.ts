import assert from 'node:assert/strict'
import { test } from 'node:test'
import { evaluateCondition, matchesAll } from './evaluate-condition.ts'
import { compareValues } from './compare.ts'
import { durationOf } from './duration.ts'
import { fieldOf, pathOf, withField } from './path.ts'
import type { Condition } from './condition.ts'

const record = {
  price: '10.50',
  big: '12345678901234567890.1',
  amount: 9,
  day: '2026-02-01',
  at: '2026-02-01T10:00:00+02:00',
  city: 'Köln',
  zip: '01067',
  tags: ['new', 'sale'],
  nothing: null,
  paid: 'true',
  address: { city: 'Graz' },
}

const cases: [Condition, boolean][] = [
  [{ field: 'price', operator: 'equals', value: 10.5 }, true],
  [{ field: 'price', operator: 'greater', value: '9' }, true],
  [{ field: 'price', operator: 'less', value: '9' }, false],
  [{ field: 'big', operator: 'greater', value: '12345678901234567890.09' }, true],
  [{ field: 'big', operator: 'less_or_equal', value: '12345678901234567890.09' }, false],
  [{ field: 'day', operator: 'greater', value: '2026-01-31' }, true],
  [{ field: 'at', operator: 'equals', value: '2026-02-01T08:00:00Z' }, true],
  [{ field: 'at', operator: 'greater', value: '2026-02-01T09:00:00Z' }, false],
  [{ field: 'city', operator: 'contains', value: 'öl' }, true],
  [{ field: 'city', operator: 'in', value: 'Bonn, Köln' }, true],
  [{ field: 'amount', operator: 'in', value: ['8', '9.0'] }, true],
  [{ field: 'zip', operator: 'equals', value: '1067' }, false],
  [{ field: 'zip', operator: 'starts_with', value: '01' }, true],
  [{ field: 'tags', operator: 'contains', value: 'sale' }, true],
  [{ field: 'nothing', operator: 'empty' }, true],
  [{ field: 'nothing', operator: 'less', value: 5 }, false],
  [{ field: 'missing', operator: 'equals', value: '' }, true],
  [{ field: 'missing', operator: 'not_equals', value: 'x' }, true],
  [{ field: 'paid', operator: 'true' }, true],
  [{ field: 'missing', operator: 'false' }, false],
  [{ field: 'address.city', operator: 'ends_with', value: 'az' }, true],
]
for (const [condition, expected] of cases)
  test(`${condition.field} ${condition.operator} ${JSON.stringify(condition.value) ?? ''} is ${expected}`, () =>
    assert.equal(evaluateCondition(record, condition), expected))

test('all or any of the comparisons must hold, and none holds', () => {
  const [yes, no]: Condition[] = [
    { field: 'amount', operator: 'equals', value: 9 },
    { field: 'amount', operator: 'equals', value: 8 },
  ]
  assert.equal(matchesAll(record, [yes!, no!]), false)
  assert.equal(matchesAll(record, [yes!, no!], 'any'), true)
  assert.equal(matchesAll(record, [], 'any'), true)
})

test('values of every kind have one order', () => {
  const ordered = [
    null,
    false,
    true,
    '-3.5',
    2,
    '10',
    '12345678901234567890.1',
    '12345678901234567890.2',
    '2025-12-31',
    '2026-01-01T00:00:00+01:00',
    '2026-01-01',
    'Zebra',
    'apfel',
  ]
  assert.deepEqual(ordered.toReversed().sort(compareValues), ordered)
})

test('paths read and write inside of objects', () => {
  assert.deepEqual(pathOf('a.b[0]["c d"]'), ['a', 'b', 0, 'c d'])
  assert.equal(pathOf('a..b'), undefined)
  assert.equal(fieldOf({ 'a.b': 1, a: { b: 2 } }, 'a.b'), 1)
  assert.equal(fieldOf({ a: { b: 2 } }, 'a.b'), 2)
  assert.deepEqual(withField({ a: { b: 1 } }, 'a.c.d', 2), { a: { b: 1, c: { d: 2 } } })
  assert.deepEqual(withField({}, 'x y', 1), { 'x y': 1 })
  assert.equal((withField({}, '__proto__.polluted', 1), ({} as { polluted?: number }).polluted), undefined)
})

test('durations are days, hours, minutes and seconds within their bounds', () => {
  assert.equal(durationOf('2d 5h 30m'), 2 * 86_400_000 + 5 * 3_600_000 + 30 * 60_000)
  assert.equal(durationOf('30s'), 30_000)
  assert.equal(durationOf('90m'), 5_400_000)
  for (const wrong of ['', '5', '2h 90m', '1d 24h', '3h 2d', '1.5h', '-1h', 'soon'])
    assert.equal(durationOf(wrong), undefined, wrong)
})
