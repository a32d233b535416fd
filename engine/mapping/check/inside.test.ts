import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import type { FieldType, StructureField } from '@weft/kit/define/structure.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { checkFor } from '../../records/values/check.ts'
import { aField } from '../../testing/structure.ts'
import { compileMapping } from '../compile.ts'
import { checkMapping, isRunnable } from './check.ts'

const structure = (id: string, field: StructureField) => ({ id, label: id, fields: [field] })
const mapped = (from: StructureField, to: StructureField) => ({
  source: structure('from', from),
  target: structure('to', to),
  transformers: new Map(),
  definition: {
    transformers: [],
    connections: [{ id: '00000000-0000-4000-8000-000000000001', source_field_id: from.id, target_field_id: to.id }],
  },
})
const problems = (from: StructureField, to: StructureField) =>
  checkMapping(mapped(from, to)).problems.map(({ message }) => say(message, 'en'))
const list = (...fields: StructureField[]) => aField('lines', 'list', { fields })

test('what is inside a list or an object is compared as well', () => {
  assert.deepEqual(problems(list(), list(aField('sku'))), [
    'Inside “lines”: The source holds single values, but objects with fields are expected. Connect the fields of the entries one by one.',
  ])
  assert.deepEqual(problems(list(aField('sku')), list(aField('sku', 'integer'))), [
    'Inside “lines.sku”: Text does not fit a whole number. Put “As whole number” in between.',
  ])
  assert.deepEqual(problems(list(aField('at', 'date_time')), list(aField('at', 'date'))), [
    'Inside “lines.at”: A date with time does not fit a date. Put “As date” in between.',
  ])
  assert.deepEqual(problems(list(aField('sku')), list(aField('sku'), aField('price', 'decimal', { required: true }))), [
    'Inside “lines”: The source has no “price”, which is required here.',
  ])
  assert.deepEqual(problems(list(aField('inner', 'list')), list(aField('inner', 'list', { fields: [aField('a')] }))), [
    'Inside “lines.inner”: The source holds single values, but objects with fields are expected. Connect the fields of the entries one by one.',
  ])
  assert.deepEqual(
    problems(
      aField('o', 'object', { fields: [aField('n', 'text')] }),
      aField('o', 'object', { fields: [aField('n', 'boolean')] }),
    ),
    ['Inside “o.n”: Text does not fit yes or no. Put “As yes or no” in between.'],
  )
  for (const [from, to] of [
    [list(), list()],
    [list(aField('sku')), list()],
    [list(aField('n', 'integer')), list(aField('n', 'decimal'))],
    [aField('j', 'json'), list(aField('n', 'integer'))],
  ] as const)
    assert.deepEqual(problems(from, to), [])
})

const scalars: FieldType[] = ['text', 'long_text', 'integer', 'big_integer', 'decimal', 'boolean', 'date', 'date_time']
const fields = (depth: number): fc.Arbitrary<StructureField[]> =>
  fc.uniqueArray(field(depth), { minLength: 1, maxLength: 3, selector: ({ name }) => name })
const field = (depth: number): fc.Arbitrary<StructureField> =>
  fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()).chain(([name, required]) =>
    fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom(...scalars).map((type) => aField(name, type, { required })) },
      ...(depth > 0
        ? [
            {
              weight: 2,
              arbitrary: fc
                .tuple(fc.constantFrom<FieldType>('list', 'object'), fields(depth - 1))
                .map(([type, inner]) => aField(name, type, { required, fields: inner })),
            },
            { weight: 1, arbitrary: fc.constant(aField(name, 'list', { required })) },
          ]
        : []),
    ),
  )

const samples: Partial<Record<FieldType, unknown>> = {
  text: 'some text',
  long_text: 'long',
  integer: 12,
  big_integer: 13,
  decimal: '12.50',
  boolean: true,
  date: '2026-11-22',
  date_time: '2026-11-22T10:00:00.000Z',
}
function valueOf({ type, fields: inner }: StructureField): unknown {
  if (type !== 'list' && type !== 'object') return samples[type]
  const entry = inner?.length ? Object.fromEntries(inner.map((one) => [one.name, valueOf(one)])) : 'a text'
  return type === 'list' ? [entry, entry] : entry
}

test('what the checker calls fine is never refused for its type, whatever is connected with whatever', async () => {
  let runnable = 0
  await fc.assert(
    fc.asyncProperty(field(2), field(2), fc.boolean(), async (from, other, alike) => {
      // Types rarely fit by chance: half of the pairs differ in one place only.
      const to = alike
        ? {
            ...from,
            id: other.id,
            ...(from.fields && {
              fields: from.fields.map((one, i) =>
                i === 0 ? { ...other, name: one.name } : { ...one, id: `${one.id}x` },
              ),
            }),
          }
        : other
      const parts = mapped(from, { ...to, name: 'goal' })
      if (!isRunnable(checkMapping(parts).problems)) return
      runnable++
      const { out, rejected } = await compileMapping(parts, {
        lookup: async () => new Map(),
        references: async () => new Map(),
        data_set: async () => new Map(),
        partners: async () => new Map(),
        numbers: async ({ first }) => first,
        configuration: async () => undefined,
      }).run([{ [from.name]: valueOf(from) }], { now: new Date(0), seed: '' })
      assert.deepEqual(
        rejected.map(({ reason }) => say(reason, 'en')),
        [],
      )
      const stored = checkFor(to)(out[0]!['goal'])
      assert.equal(typeof stored, 'string', typeof stored === 'string' ? '' : say(stored, 'en'))
    }),
    { numRuns: 3_000 },
  )
  assert.ok(runnable > 300, String(runnable))
})
