import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Exact } from './compare.ts'
import { parseJson } from './parse-json.ts'

test('a number that a double cannot hold comes as text, every other one as a number', () => {
  const cases: [string, unknown][] = [
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', '9007199254740993'],
    ['12345678901234567890.1234567891', '12345678901234567890.1234567891'],
    ['0.1', 0.1],
    ['0.30000000000000004', 0.30000000000000004],
    ['0.10000000000000000001', '0.10000000000000000001'],
    ['1.0000000000000000', 1],
    ['1e400', '1e400'],
    ['-1e-400', '-1e-400'],
    ['5e-324', 5e-324],
    ['4.9e-324', '4.9e-324'],
    ['1e21', 1e21],
    ['1000000000000000000000', 1e21],
    ['0.00000012345678901234566', 1.2345678901234566e-7],
    ['0e999', 0],
    ['1E+2', 100],
  ]
  for (const [text, value] of cases) assert.deepEqual(parseJson(`{"a":[${text}]}`), { a: [value] }, text)
  assert.deepEqual(parseJson('["9007199254740993","1e400"]'), ['9007199254740993', '1e400'])
})

/** Numbers as anybody may write them in JSON. */
const literal = fc
  .tuple(
    fc.constantFrom('', '-'),
    fc.oneof(fc.constant('0'), fc.bigInt({ min: 1n, max: 10n ** 40n }).map(String)),
    fc.stringMatching(/^(\.\d{1,40})?$/),
    fc.stringMatching(/^([eE][+-]?\d{1,3})?$/),
  )
  .map((parts) => parts.join(''))

test('whatever number is written, the value read is that number, and so it is after JSON was written again', () => {
  fc.assert(
    fc.property(literal, fc.nat(16), (text, before) => {
      const value = parseJson(' '.repeat(before) + text) as number | string
      assert.ok(new Exact(value).eq(new Exact(text)), `${text} became ${value}`)
      assert.deepEqual(parseJson(JSON.stringify(value)), Object.is(value, -0) ? 0 : value)
    }),
    { numRuns: 5_000 },
  )
})
