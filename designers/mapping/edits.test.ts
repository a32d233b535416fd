import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from 'zod'
import type { MappingDefinition } from '@weft/kit/define/mapping.ts'
import { defineTransformer, type Transformer } from '@weft/kit/define/transformer.ts'
import {
  addTransformer,
  changeTransformer,
  childConnections,
  connect,
  removeLink,
  freePlace,
  insertOn,
  linksOf,
  portsOf,
  progressOf,
  removeTransformer,
} from './edits.ts'
import { lineAt, type LinkLine } from './geometry.ts'
import { begin, change, redo, undo } from './history.ts'
import { linesAt, rowsOf, valueIn, visibleRows, type MappedStructure } from './rows.ts'

const field = (
  id: string,
  name: string,
  type: 'text' | 'list' | 'object' | 'decimal',
  fields?: MappedStructure['tree'],
) =>
  ({
    id,
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
    ...(fields && { fields }),
  }) as MappedStructure['tree'][number]
const target: MappedStructure = {
  id: 't',
  label: 'T',
  table_name: 't',
  tree: [
    field('t1', 'no', 'text'),
    field('t2', 'items', 'list', [field('t3', 'sku', 'text'), field('t4', 'net', 'decimal')]),
    field('t5', 'address', 'object', [field('t6', 'city', 'text')]),
  ],
}
const rows = rowsOf(target)
const targets = new Map(rows.map((row) => [row.id, row]))
const sources = new Map(
  rowsOf({
    ...target,
    tree: [field('s1', 'number', 'text'), field('s2', 'lines', 'list', [field('s3', 'sku', 'text')])],
  }).map((row) => [row.id, row]),
)

const concat: Transformer = defineTransformer({
  key: 'concat',
  group: 'text',
  icon: 'IconTextPlus',
  takes: { all: 'text', least: 2 },
  options: z.strictObject({}),
  gives: 'text',
  apply:
    () =>
    (...texts) =>
      texts.join(''),
  labels: { title: { en: '', de: '' }, help: { en: '', de: '' }, fields: {} },
  examples: [],
})
const empty: MappingDefinition = { connections: [], transformers: [] }
let last = 0
const newId = () => `id${++last}`

test('a transformer is put into a line, towards a field or another transformer', () => {
  const where = (id: string) => ({ id, position: { x: 0, y: 0 }, fields: new Set<string>() })
  const once = connect(empty, 's:s1', 't:t1', () => 'c1')
  const [line] = linksOf(once, sources)
  const inserted = insertOn(once, line!, concat, where('n1'))
  assert.deepEqual(inserted.connections, [{ id: 'c1', source_field_id: 'concat_1', target_field_id: 't1' }])
  assert.deepEqual(inserted.transformers[0]!.inputs, ['s1'])
  const into = linksOf(inserted, sources).find(({ to }) => to === 'i:n1:0')!
  const again = insertOn(inserted, into, concat, where('n2'))
  assert.deepEqual(
    again.transformers.map(({ id, inputs }) => [id, inputs]),
    [
      ['n1', ['concat_2']],
      ['n2', ['s1']],
    ],
  )
})

test('a line may begin at either end, and a target has one line', () => {
  const once = connect(empty, 't:t1', 's:s1', () => 'c1')
  assert.deepEqual(once.connections, [{ id: 'c1', source_field_id: 's1', target_field_id: 't1' }])
  assert.deepEqual(connect(once, 's:s3', 't:t1', () => 'c2').connections, [
    { id: 'c2', source_field_id: 's3', target_field_id: 't1' },
  ])
  assert.equal(connect(once, 's:s1', 's:s3', newId), once)
})

test('a transformer gets a name of its own, inputs, and another name that its lines follow', () => {
  const one = addTransformer(empty, concat, { id: 'f1', position: { x: 0, y: 0 }, fields: new Set(['concat_1']) })
  assert.equal(one.transformers[0]!.output, 'concat_2')
  const wired = connect(
    connect(connect(one, 's:s1', 'i:f1:0', newId), 's:s3', 'i:f1:1', newId),
    'o:concat_2',
    't:t1',
    () => 'c1',
  )
  assert.deepEqual(wired.transformers[0]!.inputs, ['s1', 's3'])
  assert.equal(portsOf(concat, wired.transformers[0]!.inputs), 3)
  const renamed = changeTransformer(wired, 'f1', { output: 'whole' })
  assert.equal(renamed.connections[0]!.source_field_id, 'whole')
  assert.deepEqual(
    linksOf(renamed, sources).map(({ from, to }) => [from, to]),
    [
      ['o:whole', 't:t1'],
      ['s:s1', 'i:f1:0'],
      ['s:s3', 'i:f1:1'],
    ],
  )
  assert.deepEqual(removeLink(renamed, linksOf(renamed, sources)[2]!).transformers[0]!.inputs, ['s1'])
  assert.deepEqual(removeTransformer(renamed, 'f1'), empty)
})

test('a new transformer stands where no other stands', () => {
  let definition = empty
  const places: { x: number; y: number }[] = []
  for (let i = 0; i < 8; i++) {
    const position = freePlace(definition, () => 80, 0)
    places.push(position)
    definition = addTransformer(definition, concat, { id: `f${i}`, position, fields: new Set() })
  }
  assert.equal(
    places.some((a, i) => places.some((b, j) => i < j && Math.abs(a.x - b.x) <= 290 && Math.abs(a.y - b.y) < 80)),
    false,
  )
})

test('connections inside the target of another are its children', () => {
  const nested: MappingDefinition = {
    transformers: [],
    connections: [
      ['c1', 's2', 't2'],
      ['c2', 's3', 't3'],
      ['c3', 's1', 't1'],
    ].map(([id, source_field_id, target_field_id]) => ({
      id: id!,
      source_field_id: source_field_id!,
      target_field_id: target_field_id!,
    })),
  }
  assert.deepEqual(childConnections(nested, 'c1', targets), ['c2'])
  assert.deepEqual(childConnections(nested, 'c3', targets), [])
  assert.deepEqual(progressOf(nested, rows), { done: 3, all: 5 })
})

test('undo and redo go step by step; a drag is one step', () => {
  const dragged = change(change(change(begin(0), 1), 2, 'drag a'), 3, 'drag a')
  assert.deepEqual([undo(dragged).now, undo(undo(dragged)).now, redo(undo(dragged)).now], [1, 0, 3])
})

test('a search keeps the groups around what it finds; lines of a closed group end at the group', () => {
  assert.deepEqual(
    visibleRows(rows, new Set(), 'net').map(({ id }) => id),
    ['t2', 't4'],
  )
  const closed = visibleRows(rows, new Set(['t2']), '')
  assert.deepEqual(
    closed.map(({ id }) => id),
    ['t1', 't2', 't5', 't6'],
  )
  assert.equal(linesAt(rows, closed).get('t4'), 1)
})

test('a sample value inside a list is that of its first entry', () => {
  assert.equal(valueIn({ items: [{ sku: 'LM-2209' }, { sku: 'x' }] }, targets.get('t3')!), 'LM-2209')
  assert.equal(valueIn({ items: [] }, targets.get('t3')!), undefined)
})

test('the line under the pointer is found', () => {
  const line = (id: string, y1: number, y2: number): LinkLine => ({
    id,
    at: [0, y1, 600, y2],
    tone: 'blue',
    lit: false,
    clamped: false,
  })
  assert.equal(lineAt([line('a', 10, 10), line('b', 60, 200)], 300, 12), 'a')
  assert.equal(lineAt([line('a', 10, 10), line('b', 60, 200)], 4, 61), 'b')
  assert.equal(lineAt([line('a', 10, 10)], 300, 60), undefined)
})
