import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import { removeTransformer } from './edits.ts'
import { addSource, changeSource, removeSource } from './source-edits.ts'

const of = { structure_id: '0197a3c0-0000-7000-8000-000000000001' }
const box = {
  ...{ id: 'n1', key: 'upper', label: '', options: {}, output: 'loud', otherwise: 'empty' as const },
  ...{ inputs: ['customer@f1'], conditions: [{ field: 'customer@f2', operator: 'not_empty' as const }] },
  position: { x: 0, y: 0 },
}
const empty: MappingDefinition = { connections: [], transformers: [] }
const filled: MappingDefinition = {
  connections: [
    { id: 'c1', source_field_id: 'customer@f1', target_field_id: 't1' },
    { id: 'c2', source_field_id: 'f9', target_field_id: 't2' },
  ],
  transformers: [box],
  sources: [
    {
      ...{ name: 'customer', of, take: 'only', order: [], on_missing: 'empty' },
      on: [{ source_field_id: 'f9', field: 'f1' }],
    },
    {
      ...{ name: 'region', of, take: 'only', order: [], on_missing: 'empty' },
      on: [{ source_field_id: 'customer@f2', field: 'f1' }],
    },
  ],
}

test('a source is added under a name that nothing else has', () => {
  const once = addSource(empty, of, 'customer', ['number'])
  assert.deepEqual(once.sources, [{ name: 'customer', of, on: [], take: 'only', order: [], on_missing: 'empty' }])
  assert.equal(addSource(once, of, 'customer', ['customer']).sources![1]!.name, 'customer_2')
  assert.equal(addSource(empty, of, 'Turnover by customer', []).sources![0]!.name, 'other')
})

test('lines, boxes, conditions and later sources follow a source to its new name', () => {
  const next = changeSource(filled, 'customer', { name: 'buyer' })
  assert.deepEqual(
    next.connections.map(({ source_field_id }) => source_field_id),
    ['buyer@f1', 'f9'],
  )
  assert.deepEqual(next.transformers[0]!.inputs, ['buyer@f1'])
  assert.equal(next.transformers[0]!.conditions[0]!.field, 'buyer@f2')
  assert.equal(next.sources![1]!.on[0]!.source_field_id, 'buyer@f2')
})

test('a source goes with every line from it, and the last one leaves nothing behind', () => {
  const next = removeSource(filled, 'customer')
  assert.deepEqual(
    next.connections.map(({ id }) => id),
    ['c2'],
  )
  assert.deepEqual([next.transformers[0]!.inputs, next.transformers[0]!.conditions], [[null], []])
  assert.deepEqual(next.sources, [{ ...filled.sources![1]!, on: [] }])
  assert.deepEqual(Object.keys(removeSource(next, 'region')), ['connections', 'transformers'])
})

test('taking a transformer away keeps the sources', () => {
  assert.deepEqual(removeTransformer(filled, 'n1').sources, filled.sources)
})
