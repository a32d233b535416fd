import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { jsonLimits, refuseLargeForm, refuseLargeJson } from './json-limits.ts'

const refusal = (text: string) => {
  try {
    refuseLargeJson(Buffer.from(text))
    return undefined
  } catch (error) {
    return (error as { code: string }).code
  }
}

test('JSON up to the limits passes, one more of anything is refused with what was too much', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)
  const object = (fields: number) => `{${Array.from({ length: fields }, (_, n) => `"k${n}":1`).join(',')}}`
  const numbers = (count: number) => `[${'1,'.repeat(count - 1)}1]`
  assert.deepEqual(
    [refusal(nested(100)), refusal(nested(101)), refusal('[{"a":'.repeat(50_000))],
    [undefined, 'TOO_DEEP', 'TOO_DEEP'],
  )
  assert.deepEqual([refusal(object(20_000)), refusal(object(20_001))], [undefined, 'TOO_MANY_FIELDS'])
  assert.deepEqual(
    [refusal(`[${Array(5).fill(object(10_000)).join(',')}]`), refusal(`[${Array(6).fill(object(10_000)).join(',')}]`)],
    [undefined, 'TOO_MANY_FIELDS'],
  )
  assert.deepEqual([refusal(numbers(100_000)), refusal(numbers(100_002))], [undefined, 'TOO_MANY_VALUES'])
})

test('signs inside of texts do not count, however they are escaped', () => {
  assert.equal(
    refusal(JSON.stringify({ a: `${'['.repeat(1_000)}"\\`, b: ':,'.repeat(200_000), 'c\\"': '\\' })),
    undefined,
  )
  assert.equal(refusal(`{"a":"\\\\","b":${'['.repeat(101)}`), 'TOO_DEEP')
})

test('whatever JSON there is, the pass counts its depth as a reader of the value does', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), fc.integer({ min: 90, max: 100 }), (value, around) => {
      const text = `${'['.repeat(around)}${JSON.stringify(value)}${']'.repeat(around)}`
      assert.equal(refusal(text) === 'TOO_DEEP', around + depthOf(value) > jsonLimits.depth, text)
    }),
    { numRuns: 300 },
  )
})

test('no bytes at all make the pass fail in any other way', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => void refuseLargeJson(bytes)),
    { numRuns: 500 },
  )
})

test('a form with more fields than an object may have is refused', () => {
  assert.doesNotThrow(() => refuseLargeForm(Buffer.from('a&'.repeat(19_999))))
  assert.throws(() => refuseLargeForm(Buffer.from('a&'.repeat(20_000))), { code: 'TOO_MANY_FIELDS' })
})
