import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import { defineTransformer, type Transformer } from '@weft/kit/define/transformer.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import { formulaTransformer } from '@weft/kit/formula/transformer.ts'
import { codeOffers } from './code-complete.ts'
import { rowsOf } from './rows.ts'

const round = defineTransformer({
  key: 'round',
  group: 'number',
  icon: 'IconMath',
  takes: ['decimal'],
  options: z.strictObject({ digits: z.int().default(2), mode: z.enum(['half_up', 'half_even']).default('half_up') }),
  gives: 'decimal',
  apply: () => (value) => value,
  labels: {
    title: { en: 'Round', de: 'Runden' },
    help: { en: '', de: '' },
    fields: { digits: { en: 'Decimal places', de: 'Nachkommastellen' }, mode: { en: 'Way', de: 'Art' } },
  },
  examples: [],
}) as Transformer
const structure = (label: string, ...names: string[]) => ({
  ...{ id: label, label, table_name: label },
  tree: names.map((name) => aField(name)),
})
const ground = {
  sources: rowsOf(structure('shop', 'price', 'quantity')),
  targets: rowsOf(structure('sales', 'net')),
  transformers: [round, formulaTransformer],
  language: 'de' as const,
}
const box = `connections:
  - { source_field: net_rounded, target_field: net }
transformers:
  - output: net_rounded
    key: round
`
const labels = (before: string) => codeOffers(before, before, ground)?.offers.map(({ label }) => label)

test('fields and outputs are offered where they can stand', () => {
  assert.deepEqual(labels(`${box}    inputs: [ pri`), ['price', 'quantity', 'net_rounded'])
  assert.deepEqual(labels(`${box}    inputs:\n      - `), ['price', 'quantity', 'net_rounded'])
  assert.deepEqual(labels('connections:\n  - { source_field: '), ['price', 'quantity'])
  assert.deepEqual(labels('connections:\n  - { source_field: price, target_field: n'), ['net'])
  assert.deepEqual(labels(`${box}    conditions:\n      - field: `), ['price', 'quantity', 'net_rounded'])
})

test('transformers are offered by their keys, with their settings and the choices of these', () => {
  assert.deepEqual(codeOffers(`transformers:\n  - output: a\n    key: ro`, '', ground)?.offers, [
    { label: 'round', detail: 'Runden' },
    { label: 'formula', detail: 'Formel' },
  ])
  assert.deepEqual(codeOffers(`${box}    options:\n      di`, '', ground), {
    typed: 2,
    offers: [
      { label: 'digits', apply: 'digits: ', detail: 'Nachkommastellen' },
      { label: 'mode', apply: 'mode: ', detail: 'Art' },
    ],
  })
  assert.deepEqual(labels(`${box}    options:\n      mode: h`), ['half_up', 'half_even'])
})

test('a formula is offered fields and functions, a box its keys, and the document its parts', () => {
  assert.deepEqual(labels('transformers:\n  - output: a\n    key: formula\n    options:\n      text: price * ro'), [
    'price',
    'quantity',
    'a',
    'round',
  ])
  assert.ok(labels(`${box}    la`)!.includes('label'))
  assert.deepEqual(labels('con'), ['connections', 'transformers'])
  assert.equal(labels(`${box}    label: some`), undefined)
})
