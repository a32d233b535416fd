import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compareMappings } from './mapping-changes.ts'
import { layOutComparison } from './places.ts'

const versionOf = (definition: string) => `kind: mapping
key: shop-to-sales
label: Shop to sales
definition:
${definition}`

const before = versionOf(`  connections:
    - { id: c1, source_field_id: ref:field/shop/number, target_field_id: ref:field/sales/order_no }
    - { id: c2, source_field_id: rounded, target_field_id: ref:field/sales/total }
    - { id: c3, source_field_id: ref:field/shop/town, target_field_id: ref:field/sales/city }
  transformers:
    - { id: b1, key: round, inputs: [ref:field/shop/price], options: { decimals: 2 }, output: rounded, position: { x: 0, y: 0 } }
    - { id: b2, key: trim, inputs: [ref:field/shop/name], output: trimmed, position: { x: 0, y: 60 } }
`)
const after = versionOf(`  connections:
    - { id: c1, source_field_id: ref:field/shop/number, target_field_id: ref:field/sales/order_no }
    - { id: c2, source_field_id: rounded, target_field_id: ref:field/sales/total }
    - { id: c4, source_field_id: upper, target_field_id: ref:field/sales/city }
  transformers:
    - { id: b1, key: round, inputs: [ref:field/shop/price], options: { decimals: 3 }, output: rounded, position: { x: 300, y: 200 } }
    - { id: b3, key: upper, inputs: [ref:field/shop/town], output: upper, position: { x: 0, y: 0 } }
  sources:
    - { name: customer, of: { structure_id: ref:data_structure/customers } }
`)

test('boxes and connections are told that came, went or do something else, not those that only moved', () => {
  const { boxes, lines, sources } = compareMappings(before, after)!
  assert.deepEqual(
    boxes.map(({ box, change, differences }) => [box.output, change, differences]),
    [
      ['rounded', 'changed', [{ name: 'decimals', before: 2, after: 3 }]],
      ['upper', 'added', []],
      ['trimmed', 'removed', []],
    ],
  )
  assert.deepEqual(
    lines.map(({ from, to, change }) => [from, to, change]),
    [
      ['s:ref:field/shop/number', 't:ref:field/sales/order_no', undefined],
      ['o:b1', 't:ref:field/sales/total', undefined],
      ['o:b3', 't:ref:field/sales/city', 'added'],
      ['s:ref:field/shop/price', 'i:b1:0', undefined],
      ['s:ref:field/shop/town', 'i:b3:0', 'added'],
      ['s:ref:field/shop/town', 't:ref:field/sales/city', 'removed'],
      ['s:ref:field/shop/name', 'i:b2:0', 'removed'],
    ],
  )
  assert.deepEqual(sources, [{ name: 'customer', change: 'added' }])
  assert.deepEqual(
    compareMappings('', after)!.boxes.map(({ change }) => change),
    ['added', 'added'],
  )
  assert.equal(compareMappings(before, 'definition: ['), undefined)
})

test('each box stands right of what it reads, and none on another', () => {
  const chained = versionOf(`  transformers:
    - { id: a, key: trim, inputs: [ref:field/shop/name], output: first }
    - { id: b, key: upper, inputs: [first], output: second }
    - { id: c, key: upper, inputs: [ref:field/shop/town], output: third }
`)
  const { boxes } = layOutComparison(compareMappings('', chained)!)
  const [a, b, c] = ['a', 'b', 'c'].map((id) => boxes.get(id)!)
  assert.ok(b!.x > a!.x)
  assert.equal(c!.x, a!.x)
  assert.ok(Math.abs(c!.y - a!.y) >= a!.height)
})
