import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { transformers as house } from '@weft/catalogue/transformers/all.ts'
import { compileMapping, emitted, emittedFunctions } from '@weft/engine/mapping/compile.ts'
import { checkMapping } from '@weft/engine/mapping/check/check.ts'
import { evaluatorFor } from '@weft/engine/mapping/emit/evaluate.ts'
import { withFunctions } from '@weft/engine/mapping/functions.ts'
import { evaluatedFunctions } from '@weft/engine/mapping/preview.ts'
import { runnerFor } from '@weft/engine/mapping/runner.ts'
import { mappingDefinition, type MappingDefinition } from '@weft/kit/define/mapping.ts'
import { resultField, type MappingFunction } from '@weft/kit/define/mapping-function.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { FieldType, StructureField } from '@weft/kit/define/structure.ts'
import { arity, inputType } from '@weft/kit/define/transformer.ts'
import { fits, valueTypeOf, type ValueType } from '@weft/kit/define/value.ts'

/** Own functions: of a formula, of one another, of boxes with a condition, and of a list. */
const own = (
  name: string,
  gives: ValueType,
  parameters: [string, ValueType][],
  boxes: object[],
  takes: unknown[],
): MappingFunction => ({
  ...{ name, label: name, description: '', gives },
  parameters: parameters.map(([id, type]) => ({ id, name: id, type })),
  definition: mappingDefinition.parse({
    transformers: boxes.map((box, i) => ({
      ...{ id: randomUUID(), inputs: [], output: `box_${i}`, position: { x: 0, y: 0 } },
      ...box,
    })),
    connections: [{ id: randomUUID(), source_field_id: `box_${boxes.length - 1}`, target_field_id: resultField }],
  }),
  tests: [{ takes, refused: false }],
})
const functions: MappingFunction[] = [
  own(
    'own_total',
    'decimal',
    [
      ['amount', 'decimal'],
      ['rate', 'any'],
    ],
    [{ key: 'formula', options: { text: 'round(coalesce(amount, 1) * (1 + rate / 100), 2)' } }],
    ['10', '19'],
  ),
  own(
    'own_label',
    'text',
    [
      ['word', 'text'],
      ['on', 'boolean'],
    ],
    [
      {
        key: 'upper',
        inputs: ['word'],
        conditions: [{ field: 'on', operator: 'equals', value: true }],
        otherwise: 'pass',
      },
      { key: 'formula', options: { text: 'box_0 & "/" & own_total(length(word), 7)' } },
    ],
    ['ab', true],
  ),
  own('own_first', 'any', [['many', 'list']], [{ key: 'first', inputs: ['many'] }], [['a', 'b']]),
  own('own_when', 'date', [['day', 'any']], [{ key: 'to_date', inputs: ['day'] }], ['2026-11-27']),
]
const known = new Map(house.map((one) => [one.key, one]))
const transformers = withFunctions(known, functions, emittedFunctions)
const evaluated = withFunctions(known, functions, evaluatedFunctions)
const all = [...transformers.values()]
const field = (name: string, type: FieldType, more: Partial<StructureField> = {}): StructureField => ({
  id: randomUUID(),
  name,
  type,
  nullable: true,
  unsigned: false,
  unique: false,
  index: false,
  required: false,
  primary_key: false,
  show_in_view: true,
  skip_on_delta: false,
  ...more,
})

const scalars: FieldType[] = ['text', 'integer', 'decimal', 'boolean', 'date', 'date_time', 'json']
const flat = (prefix: string) => [
  ...scalars.map((type) => field(`${prefix}_${type}`, type)),
  field('constructor', 'text'),
]
const nested = (prefix: string) => [
  ...flat(prefix),
  field(`${prefix}_object`, 'object', {
    fields: [...flat(`${prefix}o`), field(`${prefix}_deep`, 'object', { fields: flat(`${prefix}d`) })],
  }),
  field(`${prefix}_list`, 'list', {
    fields: [...flat(`${prefix}l`), field(`${prefix}_inner`, 'list', { fields: flat(`${prefix}i`) })],
  }),
  field(`${prefix}_plain`, 'list'),
]
const source = { id: randomUUID(), label: 'Source', fields: nested('s') }
const target = { id: randomUUID(), label: 'Target', fields: nested('t') }

const every = (fields: StructureField[]): StructureField[] => fields.flatMap((one) => [one, ...every(one.fields ?? [])])
const sourceFields = every(source.fields)
const targetFields = every(target.fields)

/** A mapping made of numbers: each picks one of what is possible at its place. */
function mappingOf(picks: number[]): MappingDefinition {
  let at = 0
  const pick = <T>(list: readonly T[]): T => list[picks[at++ % picks.length]! % list.length]!
  const known: { id: string; type: ValueType }[] = sourceFields.map(({ id, type }) => ({ id, type: valueTypeOf[type] }))
  const definition: MappingDefinition = { connections: [], transformers: [] }
  for (let i = 0; i < picks[0]! % 14; i++) {
    const transformer = pick(all)
    const { least, most } = arity(transformer)
    const example = pick(transformer.examples)
    const inputs = Array.from(
      { length: least + (pick([0, 0, 1]) && most > least ? 1 : 0) },
      (_, n) => pick(known.filter(({ type }) => fits(type, inputType(transformer, n)) || type !== 'list')).id,
    )
    const options = { ...example.options } as Record<string, unknown>
    const parsed = transformer.options.safeParse(options)
    const gives =
      typeof transformer.gives === 'function'
        ? transformer.gives(
            parsed.data,
            inputs.map((input) => known.find(({ id }) => id === input)!.type),
          )
        : transformer.gives
    const output = `out_${i}`
    const conditions = pick([0, 0, 0, 1])
      ? [
          {
            field: pick(known).id,
            operator: pick(['equals', 'not_empty', 'greater'] as const),
            value: pick(['1', 'a', null]),
          },
        ]
      : []
    definition.transformers.push({
      id: randomUUID(),
      key: transformer.key,
      label: '',
      inputs,
      options,
      output,
      conditions,
      otherwise: pick(['empty', 'pass'] as const),
      position: { x: 0, y: 0 },
    })
    known.push({ id: output, type: gives })
  }
  for (const { id, type, fields } of targetFields) {
    if (type === 'object' || (pick([0, 1, 1]) === 0 && !(type === 'list' && fields))) continue
    const fitting = known.filter((one) =>
      type === 'list' ? one.type === 'list' || !fields : fits(one.type, valueTypeOf[type]),
    )
    definition.connections.push({
      id: randomUUID(),
      source_field_id: pick([...fitting, ...known.slice(-4)]).id,
      target_field_id: id,
    })
  }
  return definition
}

const text = fc.oneof(
  fc.constantFrom(
    '',
    '7',
    '12.50',
    'Köln',
    'true',
    'Germany',
    '1996-07-04 00:00:00.000',
    '2026-11-21',
    'a,b',
    '{"a":1}',
    'constructor',
    '-0',
    '1e2',
    'x'.repeat(80),
  ),
  fc.string({ maxLength: 12 }),
)
const wild = fc.oneof(
  text,
  fc.integer(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.jsonValue({ maxDepth: 2 }),
)
const valuesFor: Record<string, fc.Arbitrary<unknown>> = {
  text,
  integer: fc.integer({ min: -1_000, max: 1_000 }),
  decimal: fc.oneof(fc.constantFrom('0', '14.00', '-3.005', '9007199254740993.1'), fc.integer({ min: -50, max: 50 })),
  boolean: fc.boolean(),
  date: fc.constantFrom('1996-07-04', '2026-02-28'),
  date_time: fc.constantFrom('1996-07-04T00:00:00.000Z', '2026-11-18T09:24:00+01:00'),
  json: fc.jsonValue({ maxDepth: 2 }),
}
const recordOf = (fields: StructureField[]): fc.Arbitrary<DataRecord> =>
  fc.record(Object.fromEntries(fields.map((one) => [one.name, valueFor(one)])), {
    requiredKeys: [],
    noNullPrototype: true,
  })
function valueFor({ type, fields }: StructureField): fc.Arbitrary<unknown> {
  const right =
    type === 'object'
      ? recordOf(fields!)
      : type === 'list'
        ? fields
          ? fc.array(recordOf(fields), { maxLength: 3 })
          : fc.array(text, { maxLength: 3 })
        : valuesFor[type]!
  return fc.oneof({ weight: 12, arbitrary: right }, { weight: 1, arbitrary: wild })
}

const rows = new Map<string, DataRecord>([
  ['7', { company_name: 'Seven', customer_id: '7' }],
  ['Köln', { company_name: 'Cologne' }],
])
const ports = {
  references: async () => new Map<string, string>(),
  data_set: async () => new Map(),
  partners: async () => new Map(),
  numbers: async ({ first }: { first: string }) => first,
  lookup: async ({ values }: { values: unknown[] }) => new Map([...rows].filter(([key]) => values.includes(key))),
  configuration: async (key: string) => (key === 'sales_org' ? 'DE01' : undefined),
}
const moment = { now: new Date('2026-11-21T08:30:00Z'), seed: 'job 1 batch 1' }

test('the emitted function and the evaluator agree on random mappings and random records', async () => {
  let mapped = 0
  let rejected = 0
  let values = 0
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.nat(10_000), { minLength: 60, maxLength: 200 }),
      fc.array(recordOf(source.fields), { minLength: 1, maxLength: 6 }),
      async (picks, records) => {
        const definition = mappingOf(picks)
        const checked = checkMapping({ definition, source, target, transformers })
        const checkedAgain = checkMapping({ definition, source, target, transformers: evaluated })
        const before = structuredClone(records)
        const a = await runnerFor(checked, ports, emitted).run(records, moment)
        const b = await runnerFor(checkedAgain, ports, evaluatorFor).run(records, moment)
        assert.deepStrictEqual(plainly(a.out), plainly(b.out))
        assert.deepStrictEqual(
          a.rejected.map(({ reason, field, value }) => ({ reason, field, value })),
          b.rejected.map(({ reason, field, value }) => ({ reason, field, value })),
        )
        assert.deepEqual(records, before, 'the source stays as it was')
        assert.ok(
          a.rejected.every(({ field }) => field !== undefined),
          'a rejection names its field',
        )
        mapped += a.out.length
        rejected += a.rejected.length
        values += a.out.reduce((sum, record) => sum + Object.keys(record).length, 0)
      },
    ),
    { numRuns: 600 },
  )
  assert.ok(
    mapped > 300 && rejected > 50 && values > 2_000,
    `${mapped} mapped with ${values} values, ${rejected} rejected: enough of both`,
  )
})

test('each own function takes part', () => {
  assert.deepEqual(
    functions.map(({ name }) => name).filter((name) => !transformers.has(name)),
    [],
  )
})

test('whatever is stored, checking answers with problems and never throws, and compiling refuses what cannot run', () => {
  const anything = fc.oneof(
    fc.jsonValue(),
    fc.record({
      connections: fc.array(
        fc.record({
          id: fc.uuid(),
          source_field_id: fc.oneof(fc.constantFrom(...sourceFields.map(({ id }) => id)), fc.string()),
          target_field_id: fc.oneof(fc.constantFrom(...targetFields.map(({ id }) => id)), fc.uuid()),
        }),
      ),
      transformers: fc.array(
        fc.record({
          id: fc.uuid(),
          key: fc.oneof(fc.constantFrom(...transformers.keys()), fc.string({ minLength: 1 })),
          inputs: fc.array(
            fc.oneof(
              fc.constantFrom('a', 'b', 'c', ...sourceFields.slice(0, 5).map(({ id }) => id)),
              fc.constant(null),
            ),
            { maxLength: 12 },
          ),
          options: fc.dictionary(fc.string(), fc.jsonValue()),
          output: fc.oneof(
            fc.constantFrom('a', 'b', 'c', 'source', 'constructor', '__proto__', 'x`${y}'),
            fc.string({ minLength: 1 }),
          ),
          position: fc.constant({ x: 0, y: 0 }),
        }),
      ),
    }),
  )
  fc.assert(
    fc.property(anything, (definition) => {
      try {
        compileMapping({ definition, source, target, transformers }, ports)
      } catch (error) {
        assert.equal((error as { code?: string }).code, 'MAPPING_INVALID')
      }
    }),
    { numRuns: 400 },
  )
})

/** Exact numbers compare as what they are; a missing key and undefined are the same to a record. */
const plainly = (value: unknown) => JSON.parse(JSON.stringify(value)) as unknown
