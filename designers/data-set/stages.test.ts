import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dataSetDefinition, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import { plainField } from '@weft/kit/define/structure.ts'
import { dataSetSources, type KnownStructure } from './sources.ts'
import { knownAt, questionsOf, renameStage, withoutStage, withStageBehind, withStagesSwapped } from './stages.ts'

const id = '00000000-0000-4000-8000-000000000001'
const orders: KnownStructure = {
  id,
  label: 'Orders',
  table_name: 'orders',
  fields: [
    { ...plainField, id: 'n', name: 'number', type: 'integer' },
    { ...plainField, id: 't', name: 'total', type: 'decimal' },
  ],
}
const plain: DataSetDefinition = dataSetDefinition.parse({
  structures: [{ as: 'o', structure_id: id }],
  fields: [
    { name: 'number', of: 'o', field: 'number' },
    { name: 'total', of: 'o', field: 'total', label: 'Total' },
  ],
  sort: [{ field: 'number' }],
  limit: 50,
})
const columns = [
  { name: 'number', label: 'number' },
  { name: 'total', label: 'Total' },
]
/** What each question is called and reads. */
const chain = (definition: DataSetDefinition) =>
  questionsOf(definition).map(({ id: name = 'answer', structures: [first] }) => [
    name,
    first!.parent_id ?? first!.structure_id,
  ])

test('a question alone becomes a stage, and the answer reads it whole, in its order and with its limit', () => {
  const two = withStageBehind(plain, 0, columns)
  assert.deepEqual(chain(two), [
    ['stage', id],
    ['answer', 'stage'],
  ])
  assert.deepEqual(two.fields, [
    { name: 'number', of: 'stage', field: 'number' },
    { name: 'total', of: 'stage', field: 'total', label: 'Total' },
  ])
  assert.deepEqual([two.sort, two.limit], [plain.sort, 50])
  assert.deepEqual([two.stages![0]!.sort, two.stages![0]!.limit], [[], undefined])
  assert.deepEqual(dataSetDefinition.parse(two), two)
})

test('a stage is put between two, moved, renamed and taken out, and who read it goes on reading', () => {
  const three = withStageBehind(withStageBehind(plain, 0, columns), 0, columns)
  assert.deepEqual(chain(three), [
    ['stage', id],
    ['stage_2', 'stage'],
    ['answer', 'stage_2'],
  ])
  assert.deepEqual(chain(withStagesSwapped(three, 0)), [
    ['stage_2', id],
    ['stage', 'stage_2'],
    ['answer', 'stage'],
  ])
  assert.deepEqual(chain(renameStage(three, 0, 'orders')), [
    ['orders', id],
    ['stage_2', 'orders'],
    ['answer', 'stage_2'],
  ])
  assert.deepEqual(chain(withoutStage(three, 0)), [
    ['stage_2', id],
    ['answer', 'stage_2'],
  ])
  assert.deepEqual(chain(withoutStage(three, 2)), [
    ['stage', id],
    ['answer', 'stage'],
  ])
  assert.equal(withoutStage(withStageBehind(plain, 0, columns), 1).stages, undefined)
  for (const changed of [withStagesSwapped(three, 0), withStagesSwapped(three, 1), withoutStage(three, 1)])
    assert.deepEqual(dataSetDefinition.parse(changed).fields, changed.fields)
})

test('later questions are offered what earlier ones answer, with its types', () => {
  const two = withStageBehind(plain, 0, columns)
  const known = knownAt(two, 1, [orders], new Map())
  const [source] = dataSetSources(questionsOf(two)[1]!, known)
  assert.deepEqual(
    source!.fields.map(({ name, label, type }) => [name, label, type]),
    [
      ['number', undefined, 'integer'],
      ['total', 'Total', 'decimal'],
    ],
  )
})
