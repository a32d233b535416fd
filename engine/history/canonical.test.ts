import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { definitionOf, sourceIn, textOf, withSource } from './canonical.ts'
import { definitionKinds, kindOf } from './kinds.ts'

test('a mapping is a text one can read', () => {
  const text = textOf({
    kind: 'mapping',
    key: 'shop-to-sales',
    values: {
      label: 'Shop to sales',
      description: 'Orders of the shop.\nOnce a night.\n',
      active: true,
      source_structure_id: 'ref:data_structure/shop-order',
      target_structure_id: 'ref:data_structure/sales-order',
      definition: {
        connections: [
          {
            id: '0f6de5a0-6d1f-4c4e-8b1c-3a1f0c9d2e11',
            source_field_id: 'ref:field/shop-order/number',
            target_field_id: 'ref:field/sales-order/order_no',
          },
        ],
        transformers: [],
      },
    },
  })
  assert.equal(
    text,
    `kind: mapping
key: shop-to-sales
label: Shop to sales
description: |
  Orders of the shop.
  Once a night.
active: true
source_structure: ref:data_structure/shop-order
target_structure: ref:data_structure/sales-order
definition:
  connections:
    - id: 0f6de5a0-6d1f-4c4e-8b1c-3a1f0c9d2e11
      source_field_id: ref:field/shop-order/number
      target_field_id: ref:field/sales-order/order_no
  transformers: []
`,
  )
})

test('the text of a workflow stands behind its columns, with its comments', () => {
  const source = '# nightly\nlabel: Import\nsteps: []\n---\nmore: 1\n'
  const values = { class_name: 'Import', icon: '', queue_id: 'ref:queue/standard', concurrency_limit: 1, source }
  const kept = textOf({ kind: 'workflow', key: 'import', values })
  assert.equal(sourceIn(kept), source)
  assert.equal(definitionOf(kept)!.values['source'], source)
  assert.equal(sourceIn(withSource(kept, 'label: Other\n')), 'label: Other\n')
  assert.equal(sourceIn(source), source, 'a version of before is the text alone')
})

const awkward = fc.constantFrom(
  'true',
  'No',
  '007',
  '1e3',
  '2026-01-31',
  '- a',
  'a: b',
  'a #b',
  '',
  ' a',
  'a ',
  'a\nb',
  'a\n\n b\n',
  'a\n\n',
  '\ta\nb',
  '---\nx',
  'a\r\nb',
  '{{ x }}',
  'ref:mapping/x',
  '\u2028',
  '\ufeffa\nb',
  '<<',
  '*a',
  '&a',
  '!t',
  'null',
  '~',
)
const text = fc.oneof(
  awkward,
  fc.string({ unit: 'grapheme' }),
  fc.string({ unit: fc.constantFrom('a', ' ', '\n', ':', '-', '#', '\t', 'ä') }),
)
const { tree: value } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    text,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => (Object.is(number, -0) ? 0 : number)),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.dictionary(
      text.filter((key) => key !== '__proto__'),
      tie('tree'),
      { maxKeys: 4, noNullPrototype: true },
    ),
  ),
}))

for (const kind of definitionKinds)
  test(`every ${kind} comes back from its text as it was`, () => {
    const { columns, text: own } = kindOf(kind)
    fc.assert(
      fc.property(
        fc.tuple(...columns.map(() => value)),
        text.filter((source) => !source.includes('\u0000')),
        (all, source) => {
          const values = Object.fromEntries(columns.map((column, i) => [column, all[i] ?? null]))
          if (own) values[own] = source
          assert.deepEqual(definitionOf(textOf({ kind, key: 'a-key', values })), { kind, key: 'a-key', values })
        },
      ),
      { numRuns: 300 },
    )
  })
