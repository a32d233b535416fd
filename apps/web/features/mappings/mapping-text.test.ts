import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import fc from 'fast-check'
import { transformers } from '@weft/catalogue/transformers/all.ts'
import { operators } from '@weft/kit/define/condition.ts'
import { mappingDefinition, type MappingDefinition } from '@weft/kit/define/mapping.ts'
import { arity } from '@weft/kit/define/transformer.ts'
import { formulaKey } from '@weft/kit/formula/transformer.ts'
import { mergeMapping } from '@weft/kit/mapping-text/merge.ts'
import { printMapping } from '@weft/kit/mapping-text/print.ts'
import { parseMappingText, readMappingText } from '@weft/kit/mapping-text/read.ts'
import { say } from '@weft/kit/messages/messages.ts'

const named = (...names: string[]) => new Map(names.map((name) => [randomUUID() as string, name]))
const ground = {
  sources: named('order_no', 'price', 'quantity', 'lines', 'lines.sku', 'lines.price', 'twice', 'twice', 'out_2'),
  targets: named('number', 'net', 'items', 'items.material', 'note'),
  transformers: [...transformers.map(({ key }) => key), formulaKey],
}
const idOf = (side: 'sources' | 'targets', name: string) => [...ground[side]].find(([, path]) => path === name)![0]
const empty: MappingDefinition = { connections: [], transformers: [] }
const told = (text: string, before = empty) =>
  parseMappingText(text, ground, before).problems.map(({ line, message }) => `${line}: ${say(message, 'en')}`)

const strange = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 20 }).filter((text) => text.isWellFormed()),
  fc.constantFrom(
    'true',
    '~',
    '1e3',
    '0x1f',
    'a: b',
    '- x',
    '# no comment',
    'two\nlines\n',
    ' padded ',
    '2026-11-27',
    "it's",
    '*a',
    '&b',
    '<<',
  ),
)
const options = fc.dictionary(strange, fc.oneof(strange, fc.jsonValue({ maxDepth: 2 })), { maxKeys: 3 })

/** Mappings that use the transformer, with options of its examples or any, and boxes that take each other's outputs. */
const mappingOf = (key: string): fc.Arbitrary<MappingDefinition> => {
  const transformer = transformers.find((one) => one.key === key)
  const shown = (transformer?.examples ?? []).map((example) => example.options ?? {})
  const { least } = transformer ? arity(transformer) : { least: 2 }
  const origin = fc.constantFrom(...ground.sources.keys(), 'out_1', 'out_2', 'out_3')
  const box = (output: string) =>
    fc.record({
      id: fc.uuid(),
      key: fc.constant(key),
      label: fc.oneof(fc.constant(''), strange),
      inputs: fc.array(fc.option(origin), { minLength: Math.min(least, 3), maxLength: 5 }),
      options: fc.oneof(options, fc.constantFrom({}, ...shown), fc.constant({ text: 'price * quantity', names: [] })),
      output: fc.constant(output),
      conditions: fc.array(
        fc.record({ field: origin, operator: fc.constantFrom(...operators), value: fc.jsonValue({ maxDepth: 1 }) }),
        { maxLength: 2 },
      ),
      otherwise: fc.constantFrom('empty' as const, 'pass' as const),
      position: fc.record({ x: fc.integer({ min: -500, max: 500 }), y: fc.integer({ min: -500, max: 500 }) }),
    })
  return (
    fc
      .record({
        connections: fc.uniqueArray(
          fc.record({
            id: fc.uuid(),
            source_field_id: origin,
            target_field_id: fc.constantFrom(...ground.targets.keys()),
          }),
          { selector: ({ target_field_id }) => target_field_id, maxLength: 4 },
        ),
        transformers: fc.tuple(box('out_1'), box('out_2'), box('out_3')),
      })
      // As it was stored.
      .map((one) => mappingDefinition.parse(JSON.parse(JSON.stringify(one))))
  )
}

for (const key of ground.transformers)
  test(`a mapping with ${key} reads from its text as it was`, () => {
    fc.assert(
      fc.property(mappingOf(key), (mapping) => {
        const { definition, problems } = parseMappingText(printMapping(mapping, ground), ground, mapping)
        assert.deepEqual(problems, [])
        assert.deepEqual(definition, mapping)
      }),
      { numRuns: 25 },
    )
  })

const box = {
  id: randomUUID(),
  key: 'upper',
  label: 'Loud',
  inputs: [idOf('sources', 'lines.sku')],
  options: { a: 1 },
  output: 'loud',
  conditions: [{ field: 'loud_too', operator: 'equals' as const, value: 'x' }],
  otherwise: 'pass' as const,
  position: { x: 1, y: 2 },
}
const line = { id: randomUUID(), source_field_id: 'loud', target_field_id: idOf('targets', 'items.material') }

test('a mapping reads as names of fields and transformers', () => {
  const formula = {
    ...{
      id: randomUUID(),
      key: formulaKey,
      label: '',
      output: 'net_formula',
      conditions: [],
      otherwise: 'empty' as const,
    },
    inputs: [idOf('sources', 'price'), idOf('sources', 'quantity')],
    options: { text: 'price * quantity', names: ['price', 'quantity'] },
    position: { x: 440, y: 60 },
  }
  const mapping = { connections: [line], transformers: [box, formula] }
  assert.equal(
    printMapping(mapping, ground),
    `connections:
  - { source_field: loud, target_field: items.material }
transformers:
  - output: loud
    key: upper
    label: Loud
    inputs: [ lines.sku ]
    options:
      a: 1
    conditions:
      - field: loud_too
        operator: equals
        value: x
    otherwise: pass
    position: { x: 1, y: 2 }
  - output: net_formula
    key: formula
    options:
      text: price * quantity
    position: { x: 440, y: 60 }
`,
  )
})

test('parts of a document that are not known here go through the text as they are', () => {
  const more = { lookups: [{ name: 'orders', structure_id: randomUUID(), keys: [['a', 1]] }], of: null }
  const mapping = {
    connections: [{ ...line, source: 'orders', weight: 1.5 }],
    transformers: [{ ...box, note: { by: 'x' } }],
    ...more,
  }
  const { document } = readMappingText(printMapping(mapping, ground), ground, mapping)
  assert.deepEqual(document, mapping)
})

test('further sources read as names of their fields, and are read as they were', () => {
  const of = { structure_id: randomUUID() }
  const city = randomUUID()
  const sources = new Map([...ground.sources, ['buyer@', 'buyer'], [`buyer@${city}`, 'buyer.city']])
  const mapping = mappingDefinition.parse({
    connections: [{ ...line, source_field_id: `buyer@${city}` }],
    sources: [
      { name: 'buyer', of, on: [{ source_field_id: idOf('sources', 'order_no'), field: city }] },
      {
        ...{ name: 'shops', of, take: 'first', on_missing: 'reject' },
        on: [{ source_field_id: `buyer@${city}`, field: 'town' }],
        order: [{ field: 'since', descending: true }],
      },
    ],
  })
  const text = printMapping(mapping, { ...ground, sources })
  assert.equal(
    text,
    `connections:
  - { source_field: buyer.city, target_field: items.material }
transformers: []
sources:
  - name: buyer
    of:
      structure_id: ${of.structure_id}
    on:
      - { source_field: order_no, field: city }
  - name: shops
    of:
      structure_id: ${of.structure_id}
    on:
      - { source_field: buyer.city, field: town }
    take: first
    order:
      - field: since
        descending: true
    on_missing: reject
`,
  )
  const { definition, problems } = parseMappingText(text, { ...ground, sources }, mapping)
  assert.deepEqual([definition, problems], [mapping, []])
  assert.deepEqual(
    parseMappingText(text.replace('order_no', 'order_nr'), { ...ground, sources }, mapping).problems.map(
      ({ line: at, message }) => `${at}: ${say(message, 'en')}`,
    ),
    ['9: “order_nr” is neither a field of the source nor an output of a transformer. Did you mean order_no?'],
  )
})

test('a name nobody has is told at its line with the one that is nearest', () => {
  const text = `connections:
  - { source_field: prise, target_field: net }
  - { source_field: price, target_field: nett }
transformers:
  - output: loud
    key: uper
    inputs: [ lines.skus ]
`
  assert.deepEqual(told(text), [
    '2: “prise” is neither a field of the source nor an output of a transformer. Did you mean price?',
    '3: The target has no field “nett”. Did you mean net?',
    '6: There is no transformer “uper”. Did you mean upper?',
    '7: “lines.skus” is neither a field of the source nor an output of a transformer. Did you mean lines.sku?',
  ])
})

test('what is wrong with the text or its shape is told at its line', () => {
  assert.deepEqual(told('connections:\n  - { source_field: price\n'), [
    '3: This line is indented differently from its neighbours.',
  ])
  assert.deepEqual(told('just a word'), [
    '1: Write the parts of the mapping here, beginning with “connections:” and “transformers:”.',
  ])
  assert.deepEqual(told('transformers:\n  - output: a\n    key: upper\n    otherwise: skip\n'), [
    '4: Please choose one of: empty, pass.',
  ])
  assert.deepEqual(told('transformers:\n  - output: a\n    key: upper\n    labell: x\n'), [
    '4: There is no such field here.',
  ])
})

test('comments and another order lose nothing; boxes and lines stay the same ones', () => {
  const mapping = { connections: [line], transformers: [box] }
  const text = `# how it came about
transformers:
  - position: { y: 2, x: 1 } # here
    options: { a: 1 }
    conditions: [ { value: x, operator: equals, field: loud_too } ]
    otherwise: pass
    inputs: [ lines.sku ]
    label: Loud
    key: upper
    output: loud
connections: [ { target_field: items.material, source_field: loud } ]
`
  // The condition names an output there is none of: told, and kept.
  const { definition, problems } = parseMappingText(text, ground, mapping)
  assert.deepEqual(definition, mapping)
  assert.deepEqual(
    problems.map(({ line, severity }) => [line, severity]),
    [
      [5, 'error'],
      [1, 'info'],
    ],
  )
})

test('what is drawn is written into the text with its comments and its order', () => {
  const text = `# how it came about
transformers:
  # as the customer wishes
  - output: loud
    key: upper # not capitalise
    inputs: [ price ]
    position: { x: 1, y: 2 }
connections: [ { target_field: items.material, source_field: loud } ]
`
  const before = parseMappingText(text, ground, empty).definition!
  const [loud] = before.transformers
  const drawn = {
    connections: [
      ...before.connections,
      { id: randomUUID(), source_field_id: 'quiet', target_field_id: idOf('targets', 'net') },
    ],
    transformers: [
      { ...loud!, position: { x: 30, y: 2 } },
      { ...loud!, id: randomUUID(), key: 'lower', output: 'quiet', inputs: ['loud'] },
    ],
  }
  assert.equal(
    mergeMapping(text, drawn, ground),
    `# how it came about
transformers:
  # as the customer wishes
  - output: loud
    key: upper # not capitalise
    inputs: [ price ]
    position: { x: 30, y: 2 }
  - output: quiet
    key: lower
    inputs: [ loud ]
    position: { x: 1, y: 2 }
connections:
  - { target_field: items.material, source_field: loud }
  - { source_field: quiet, target_field: net }
`,
  )
})

test('an option called as what every object has is written and taken away as any other', () => {
  const text = (options: string) => `transformers:
  - output: loud
    key: upper
    inputs: [ title ]
${options}    position: { x: 1, y: 1 }
connections:
  - { target_field: items.material, source_field: loud }
`
  const drawn = parseMappingText(text(''), ground, empty).definition!
  const merged = mergeMapping(text('    options: { valueOf: false, toString: x }\n'), drawn, ground)
  assert.deepEqual(parseMappingText(merged, ground, drawn).definition, drawn)
})

test('whatever is drawn over whatever was written reads as what was drawn', () => {
  fc.assert(
    fc.property(mappingOf('concat'), mappingOf('value_map'), (written, drawn) => {
      const text = mergeMapping(printMapping(written, ground), drawn, ground)
      assert.deepEqual(parseMappingText(text, ground, drawn).definition, drawn)
    }),
    { numRuns: 300 },
  )
})

test('a formula written as text takes what it names, and a renamed output is the same box', () => {
  const text = `transformers:
  - output: total
    key: formula
    options: { text: 'price * quantity' }
`
  const { definition } = parseMappingText(text, ground, empty)
  const [made] = definition!.transformers
  assert.deepEqual(made!.inputs, [idOf('sources', 'price'), idOf('sources', 'quantity')])
  const renamed = parseMappingText(text.replace('total', 'sum'), ground, definition!).definition!.transformers[0]!
  assert.deepEqual([renamed.id, renamed.output], [made!.id, 'sum'])
})

test('a number that would be rounded stays the text it is', () => {
  const { definition } = parseMappingText(
    'transformers:\n  - output: a\n    key: constant\n    options: { value: 12345678901234567890.5 }\n',
    ground,
    empty,
  )
  assert.deepEqual(definition!.transformers[0]!.options, { value: '12345678901234567890.5' })
})
