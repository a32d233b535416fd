import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isEmpty } from '@weft/kit/define/compare.ts'
import { verdictOf, type Validator } from '@weft/kit/define/validator.ts'
import { languages, say } from '@weft/kit/messages/messages.ts'
import { validators } from './all.ts'

const all: readonly Validator[] = validators

/** What a browser, a file or a foreign program may put in a field. */
const anyValue = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 60 }),
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-0',
    '1e400',
    '.',
    '-',
    '\u0000',
    '\ud800',
    '4'.repeat(5_000),
    '0'.repeat(5_000) + 'x',
    'a@'.repeat(2_000),
    '::1',
    '[::]',
    'http://',
    'http://[',
    'javascript:alert(1)',
    '{{',
    '2026-02-30',
  ),
  fc.double(),
  fc.bigInt(),
  fc.boolean(),
  fc.constantFrom(undefined, null, Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, [], {}),
  fc.array(fc.string(), { maxLength: 3 }),
  fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }),
)
const fileLike = fc.array(fc.record({ name: fc.string(), size: fc.nat(), type: fc.string() }), { maxLength: 4 })

for (const validator of all)
  test(`${validator.key} has a verdict for every value, at once, with a sentence in both languages where it complains`, async () => {
    const value =
      validator.key === 'file'
        ? fileLike
        : validator.key === 'callback'
          ? fc.oneof(fc.string(), fc.integer())
          : anyValue
    await fc.assert(
      fc.asyncProperty(
        value,
        fc.constantFrom(...validator.examples.map(({ options }) => options)),
        async (value, options) => {
          const { verdict, message } = await verdictOf(validator, value, options, 'Field {x}')
          assert.ok(['Valid', 'Invalid', 'Ignored'].includes(verdict))
          assert.equal(verdict === 'Ignored', isEmpty(value) && !validator.asks_empty)
          assert.equal(verdict === 'Invalid', message !== undefined)
          if (message) for (const language of languages) assert.ok(say(message, language).length > 5)
        },
      ),
      { numRuns: 300 },
    )
  })

test('the bounds of between are those of greater than and less than', async () => {
  const [between, greater, less] = ['between', 'greater_than', 'less_than'].map((key) =>
    all.find((one) => one.key === key)!,
  )
  const fine = async (validator: Validator, value: unknown, options: unknown) =>
    (await verdictOf(validator, value, options)).verdict === 'Valid'
  await fc.assert(
    fc.asyncProperty(fc.integer(), fc.integer(), fc.integer(), fc.boolean(), async (value, min, max, inclusive) => {
      assert.equal(
        await fine(between!, value, { min, max, inclusive }),
        (await fine(greater!, value, { min, inclusive })) && (await fine(less!, value, { max, inclusive })),
      )
      assert.equal(await fine(greater!, String(value), { min }), value > min)
    }),
  )
})

test('a length counts what a reader sees as characters, or the bytes that are stored', async () => {
  const length = all.find((one) => one.key === 'string_length')!
  await fc.assert(
    fc.asyncProperty(fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }), fc.nat(80), async (text, max) => {
      assert.equal((await verdictOf(length, text, { max })).verdict === 'Valid', [...text].length <= max)
      assert.equal(
        (await verdictOf(length, text, { max, count: 'bytes' })).verdict === 'Valid',
        Buffer.byteLength(text) <= max,
      )
    }),
  )
})
