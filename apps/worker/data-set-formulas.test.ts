import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { Exact } from '@weft/kit/define/compare.ts'
import { dataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { compileDataSet } from '@weft/engine/data-sets/compile.ts'
import { previewDataSet } from '@weft/engine/data-sets/data-sets.server.ts'
import { computeFields } from '@weft/engine/data-sets/formulas/compute.ts'
import type { ComputeFields } from '@weft/engine/data-sets/formulas/computed-later.ts'
import { introduceTransformers } from '@weft/engine/data-sets/formulas/introduced.ts'
import { unfoldField } from '@weft/engine/data-sets/formulas/parts.ts'
import { openRecords } from '@weft/engine/records/records.server.ts'
import { onBothDatabases } from '@weft/engine/testing/both-databases.ts'
import { aField, aStructure } from '@weft/engine/testing/structure.ts'

introduceTransformers(transformers)
const known = new Map(transformers.map((one) => [one.key, one]))
const control = await testDatabase()

const records: DataRecord[] = [
  { id: 1, i: 7, d: '10.10', u: '0.125', t: 'Köln', b: true, day: '2026-01-31', at: '2026-01-31T23:30:00Z' },
  { id: 2, i: -3, d: '-2.50', u: '-1.5', t: 'open', b: false, day: '2024-02-29', at: '2024-02-29T12:00:00.125Z' },
  { id: 3, i: 0, d: '0.00', u: '0', t: '', b: null, day: null, at: null },
  { id: 4, i: null, d: null, u: null, t: null, b: true, day: '1996-07-04', at: '1996-07-04T00:00:00Z' },
  {
    id: 5,
    i: 2147483647,
    d: '99999999.99',
    u: '3.333',
    t: '  two  spaces ',
    b: false,
    day: '2026-12-31',
    at: '2026-03-29T01:30:00Z',
  },
  { id: 6, i: 100, d: '0.05', u: '12345.6789', t: 'OPEN', b: null, day: '2025-06-15', at: '2025-06-15T08:15:30Z' },
  {
    id: 7,
    i: 3,
    d: '2.345'.slice(0, 4),
    u: '2.5',
    t: '🛒 14.00 %_',
    b: true,
    day: '2026-11-18',
    at: '2026-11-18T23:40:00Z',
  },
]
const columns = ['id', 'i', 'd', 'u', 't', 'b', 'day', 'at']

/** Formulas that databases compute, by what they give. */
const { number, truth, text } = fc.letrec<{ number: string; truth: string; text: string }>((tie) => {
  const two = fc.tuple(tie('number'), tie('number'))
  return {
    number: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom('i', 'd', 'u', '0', '3', '0.1', '12.50', '-7'),
      fc.tuple(two, fc.constantFrom('+', '-')).map(([[a, b], sign]) => `(${a} ${sign} ${b})`),
      fc
        .tuple(fc.constantFrom('i', 'd', 'u', '1.19'), fc.constantFrom('i', 'd', '0.5'))
        .map(([a, b]) => `(${a} * ${b})`),
      fc
        .tuple(fc.constantFrom('i', 'd', 'u', '1'), fc.constantFrom('i', 'd', 'u', '3'))
        .map(([a, b]) => `(${a} / ${b})`),
      fc
        .tuple(two, fc.constantFrom(0, 2, 5))
        .map(([[a, b], places]) => `divide(round(${a}, 4), round(${b}, 4), decimals: ${places})`),
      fc.tuple(tie('number'), fc.constantFrom(0, 1, 4)).map(([a, places]) => `round(${a}, ${places})`),
      fc.tuple(tie('number'), fc.constantFrom('floor', 'ceil', 'abs')).map(([a, name]) => `${name}(${a})`),
      fc.tuple(two, fc.constantFrom('min', 'max')).map(([[a, b], name]) => `${name}(${a}, ${b})`),
      two.map(([a, b]) => `modulo(round(${a}, 3), round(${b}, 3))`),
      fc.tuple(fc.constantFrom('i', 'd'), fc.constantFrom('d', 'i')).map(([a, b]) => `percent_of(${a}, ${b})`),
      fc.tuple(tie('truth'), two).map(([c, [a, b]]) => `if(${c}, ${a}, ${b})`),
      two.map(([a, b]) => `coalesce(${a}, ${b})`),
      tie('text').map((a) => `length(${a})`),
      fc
        .tuple(
          fc.constantFrom('at', 'day'),
          fc.constantFrom('year', 'quarter', 'month', 'day', 'weekday', 'weekNumber', 'ordinal', 'hour', 'minute'),
          fc.constantFrom('UTC', 'Europe/Berlin'),
        )
        .map(([a, part, zone]) => `date_part(${a}, part: "${part}", zone: "${zone}")`),
      fc
        .tuple(fc.constantFrom('at', 'day'), fc.constantFrom('seconds', 'hours', 'days', 'weeks'))
        .map(([a, unit]) => `date_diff(${a}, add_interval(at, "2d 5h"), unit: "${unit}")`),
    ),
    truth: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom('b', 'true', 't = "open"', '"OPEN" <> t', 'at >= "2026-01-01"', 'day = "2026-01-31"', 'day < at'),
      fc.tuple(two, fc.constantFrom('=', '<>', '<', '<=', '>', '>=')).map(([[a, b], sign]) => `(${a} ${sign} ${b})`),
      fc.tuple(tie('truth'), tie('truth'), fc.constantFrom('and', 'or')).map(([a, b, word]) => `(${a} ${word} ${b})`),
      tie('truth').map((a) => `(not ${a})`),
      fc.constantFrom('is_empty(t)', 'is_empty(i)', 'is_empty(day)'),
      fc.constantFrom('contains', 'starts_with', 'ends_with').map((how) => `compare(t, "o", operator: "${how}")`),
    ),
    text: fc.oneof(
      { maxDepth: 2, withCrossShrink: true },
      fc.constantFrom('t', '"a-b"', '"%"', '"it\'s \\\\ so"'),
      fc.tuple(tie('text'), tie('text')).map(([a, b]) => `(${a} & ${b})`),
      fc.tuple(tie('text'), tie('text')).map(([a, b]) => `concat(${a}, ${b}, separator: ", ")`),
      fc
        .tuple(tie('text'), fc.constantFrom('left', 'right'), fc.integer({ min: 1, max: 6 }))
        .map(([a, side, n]) => `${side}(${a}, ${n})`),
      fc.tuple(tie('text'), fc.integer({ min: 1, max: 4 })).map(([a, from]) => `substring(${a}, ${from}, 3)`),
      tie('text').map((a) => `replace(${a}, "o", "0")`),
      tie('number').map((a) => `to_text(${a})`),
      fc.constantFrom('to_text(d)', 'to_text(u)', 'to_text(b)', 'to_text(day)', 'to_text(at)', 'to_text(1.50)'),
      fc.constant('value_map(t, [{from: "open", to: "1"}, {from: "", to: "none"}], default: "other")'),
      fc.tuple(tie('truth'), tie('text'), tie('text')).map(([c, a, b]) => `if(${c}, ${a}, ${b})`),
    ),
  }
})

const compute: ComputeFields = async (_, { fields, rows, now }) =>
  computeFields(fields, rows, { transformers: known, now })

/** Numbers to the thirtieth place, which is where databases end. */
const told = (value: unknown, isNumber: boolean) =>
  value === null || !isNumber ? value : new Exact(String(value)).toDecimalPlaces(30).toFixed()

for (const { kind, tenant, store, it } of await onBothDatabases(control)) {
  const { scope } = tenant
  const ground = { db: control.db, databases: tenant.databases }
  const structure = await aStructure(ground, scope, 'Measured', [
    aField('id', 'integer', { primary_key: true, nullable: false }),
    aField('i', 'integer'),
    aField('d', 'decimal', { precision: 10, scale: 2 }),
    aField('u', 'decimal'),
    aField('t', 'text'),
    aField('b', 'boolean'),
    aField('day', 'date'),
    aField('at', 'date_time'),
  ])
  const writer = await openRecords(ground, scope).open({
    ...{ structure_id: structure.id, mode: 'insert' as const, job_id: randomUUID(), step: 's', attempt: 1 },
  })
  assert.deepEqual((await writer.write(records, 0)).rejected, [])
  const sources = { structures: new Map([[structure.id, structure]]), data_sets: new Map() }
  const asking = (fields: object[], more: object = {}) =>
    dataSetDefinition.parse({
      structures: [{ as: 'm', structure_id: structure.id }],
      fields: [...columns.map((field) => ({ name: field, of: 'm', field })), ...fields],
      sort: [{ field: 'id' }],
      ...more,
    })
  const problemsOf = (fields: object[], more: object = {}) =>
    Object.entries(compileDataSet(asking(fields, more), sources).problems).map(([path, [message]]) => [
      path,
      say(message!, 'en'),
    ])
  const names = { find: (name: string) => (columns.includes(name) ? name : undefined), known: () => columns }
  const inputs = Object.fromEntries(columns.map((name) => [name, name]))

  it('a formula gives on the database what its transformers give', async () => {
    let [computed, left] = [0, 0]
    const formulas = fc.array(
      fc.oneof(
        number.map((formula) => ({ formula, isNumber: true })),
        fc.oneof(truth, text).map((formula) => ({ formula, isNumber: false })),
      ),
      { minLength: 12, maxLength: 12 },
    )
    await fc.assert(
      fc.asyncProperty(formulas, async (some) => {
        const fields = some.map(({ formula }, i) => ({ name: `f${i}`, formula }))
        const { compiled, problems } = compileDataSet(asking(fields), sources, {}, store.dialect)
        assert.deepEqual(problems, {}, JSON.stringify(some))
        const later = new Set(compiled.later.map(({ name }) => name))
        const inSql = fields.filter(({ name }) => !later.has(name))
        left += later.size
        computed += inSql.length
        if (inSql.length === 0) return
        const { rows } = await previewDataSet(ground, scope, asking(inSql))
        for (const { name, formula } of inSql) {
          const parts = unfoldField({ formula }, names, () => assert.fail(formula))!
          const { isNumber } = some[Number(name.slice(1))]!
          const wanted = computeFields([{ name: 'wanted', parts, inputs }], rows, {
            transformers: known,
            now: new Date(),
          })
          assert.deepEqual(
            rows.map((row) => told(row[name], isNumber)),
            wanted.map((row) => told(row['wanted'], isNumber)),
            `${kind}: ${formula}`,
          )
        }
      }),
      {
        numRuns: 60,
        examples: [
          [[{ formula: 'to_text(min(1, modulo(i, i)))', isNumber: false }]],
          [[{ formula: 'min(i, i) + (i / u)', isNumber: true }]],
          [[{ formula: 'max(i, i) + (i / u)', isNumber: true }]],
        ],
      },
    )
    assert.ok(computed > 500 && left < computed / 10, `${computed} computed by the database, ${left} left`)
  })

  it('what only transformers compute is computed when the rows are there, and a chain of them, too', async () => {
    const fields = [
      { name: 'loud', formula: 'upper(t) & "!"' },
      { name: 'short', of: 'm', field: 't', transformers: [{ key: 'trim' }, { key: 'left', options: { length: 3 } }] },
      { name: 'cents', of: 'm', field: 'd', transformers: [{ key: 'round', options: { decimals: 0 } }] },
    ]
    const { compiled, problems } = compileDataSet(asking(fields), sources, {}, store.dialect)
    assert.deepEqual(problems, {})
    assert.deepEqual(
      compiled.later.map(({ name }) => name),
      ['loud', 'short'],
    )
    const { rows } = await previewDataSet({ ...ground, compute }, scope, asking(fields))
    assert.deepEqual(
      rows.slice(0, 3).map(({ loud, short, cents }) => ({ loud, short, cents })),
      [
        { loud: 'KÖLN!', short: 'Köl', cents: '10' },
        { loud: 'OPEN!', short: 'ope', cents: '-3' },
        { loud: '!', short: null, cents: '0' },
      ],
    )
    assert.deepEqual(
      Object.keys(rows[0]!).filter((name) => name.startsWith('_')),
      [],
    )
  })

  it('a data set may consist of nothing but what is computed later', async () => {
    const { rows } = await previewDataSet(
      { ...ground, compute },
      scope,
      dataSetDefinition.parse({
        structures: [{ as: 'm', structure_id: structure.id }],
        fields: [{ name: 'loud', formula: 'upper("all")' }],
        limit: 2,
      }),
    )
    assert.deepEqual(rows, [{ loud: 'ALL' }, { loud: 'ALL' }])
  })

  it('formulas are grouped and added up, stage by stage', async () => {
    const { rows } = await previewDataSet(
      ground,
      scope,
      dataSetDefinition.parse({
        stages: [
          {
            id: 'lines',
            structures: [{ as: 'm', structure_id: structure.id }],
            fields: [
              { name: 'open', formula: 't = "open" or b' },
              { name: 'gross', formula: 'round(d * 1.19, 2)' },
            ],
            filters: [{ group: 'not', filters: [{ of: 'm', field: 'd', operator: 'greater', value: '1000' }] }],
          },
        ],
        structures: [{ as: 'lines', parent_id: 'lines' }],
        fields: [
          { name: 'open', of: 'lines', field: 'open' },
          { name: 'sum', of: 'lines', field: 'gross', function: 'sum' },
          { name: 'double', formula: 'gross * 2', function: 'max' },
        ],
        sort: [{ field: 'sum' }],
      }),
    )
    assert.deepEqual(rows, [
      { open: false, sum: '0.06', double: '0.12' },
      { open: true, sum: '11.82', double: '24.04' },
    ])
  })

  if (kind === 'PostgreSQL')
    it('what is wrong with a formula is told at its field', () => {
      assert.deepEqual(problemsOf([{ name: 'x', formula: 'nowhere + 1' }]), [
        ['fields.8.formula', 'There is no field “nowhere” in the source.'],
      ])
      assert.deepEqual(problemsOf([{ name: 'x', formula: 't * 2' }]), [
        ['fields.8.formula', '“multiply” takes a number here, not a text.'],
      ])
      assert.deepEqual(problemsOf([{ name: 'x', formula: 'round(d' }]), [
        ['fields.8.formula', 'one bracket still open'],
      ])
      assert.deepEqual(problemsOf([{ name: 'x', formula: 'upper(t)', function: 'max' }]).slice(0, 1), [
        [
          'fields.8.formula',
          '“upper” is computed only when the rows are there, so nothing can be grouped by it or added up.',
        ],
      ])
      assert.deepEqual(problemsOf([{ name: 'x', formula: 'upper(t)' }], { sort: [{ field: 'x' }] }), [
        ['sort.0.field', '“x” is computed only when the rows are there, so they cannot be chosen or sorted by it.'],
      ])
      assert.deepEqual(problemsOf([{ name: 'x', of: 'm', field: 't', transformers: [{ key: 'cross_reference' }] }]), [
        [
          'fields.8.transformers.0',
          '“cross_reference” needs what only a mapping has. Read the data set by a mapping and use it there.',
        ],
      ])
    })
}
