import assert from 'node:assert/strict'
import { test } from 'node:test'
import { transformers as all } from '@weft/catalogue/transformers/all.ts'
import { asBoxes, asFormula, cameFrom, writeText, type FormulaGround } from '@weft/designers/mapping/formulas.ts'
import { rowsOf } from '@weft/designers/mapping/rows.ts'
import { aField } from '@weft/engine/testing/structure.ts'
import type { MappingDefinition } from '@weft/kit/define/mapping.ts'

const transformers = new Map(all.map((one) => [one.key, one]))
const fields = {
  source: [
    aField('quantity', 'integer'),
    aField('price', 'decimal'),
    aField('ship_to', 'object', { fields: [aField('country')] }),
  ],
  target: [aField('net', 'decimal'), aField('vat', 'decimal'), aField('land')],
}
const rows = (tree: typeof fields.source) => rowsOf({ id: 'x', label: '', table_name: '', tree })
const groundOf = (definition: MappingDefinition, source = fields.source): FormulaGround => ({
  definition,
  sources: new Map(rows(source).map((row) => [row.id, row])),
  targets: new Map(rows(fields.target).map((row) => [row.id, row])),
  transformers,
})
const [net, vat, land] = rows(fields.target) as [
  ReturnType<typeof rows>[0],
  ReturnType<typeof rows>[0],
  ReturnType<typeof rows>[0],
]
const idOf = (name: string) => rows(fields.source).find(({ full_name }) => full_name === name)!.id
let last = 0
const newId = () => `id-${++last}`
const empty: MappingDefinition = { connections: [], transformers: [] }
const write = (definition: MappingDefinition, row: typeof net, text: string) =>
  writeText(text, row, groundOf(definition), newId)
const textOf = (definition: MappingDefinition, row: typeof net) => {
  const from = cameFrom(row.id, groundOf(definition))
  return from.is === 'text' ? from.text : from.is
}

test('a field alone is a connection, anything more a formula that knows its fields by id', () => {
  const once = write(empty, land, 'ship_to.country')
  assert.deepEqual(once.transformers, [])
  assert.equal(once.connections[0]!.source_field_id, idOf('ship_to.country'))
  const twice = write(once, land, 'upper(ship_to.country)')
  assert.deepEqual(
    twice.transformers.map(({ key, inputs, options, output }) => [key, inputs, options, output]),
    [
      [
        'formula',
        [idOf('ship_to.country')],
        { text: 'upper(ship_to.country)', names: ['ship_to.country'] },
        'land_formula',
      ],
    ],
  )
  assert.equal(textOf(twice, land), 'upper(ship_to.country)')
  const back = write(twice, land, 'ship_to.country')
  assert.deepEqual(back.transformers, [], 'a formula nobody needs any more is gone')
  assert.deepEqual(write(back, land, ' '), empty)
})

test('an unfinished text is kept, and a field that is renamed is called by its new name', () => {
  const definition = write(empty, net, 'round(quantity * price')
  assert.equal(textOf(definition, net), 'round(quantity * price')
  const renamed = fields.source.map((one) => (one.name === 'price' ? { ...one, name: 'unit_price' } : one))
  const from = cameFrom(net.id, groundOf(definition, renamed))
  assert.equal(from.is === 'text' && from.text, 'round(quantity * unit_price')
})

test('one field of the target is computed from another, and keeps doing so when that one changes', () => {
  const first = write(write(empty, net, 'quantity * price'), vat, 'net * 0.19')
  const formula = first.transformers.find(({ output }) => output === 'vat_formula')!
  assert.deepEqual(formula.inputs, ['net_formula'])
  const second = write(first, net, 'quantity * price * 2')
  assert.equal(textOf(second, net), 'quantity * price * 2')
  assert.equal(textOf(second, vat), 'net * 0.19')
  assert.equal(second.transformers.length, 2)
})

test('a formula becomes boxes and boxes become the same formula', () => {
  const text = 'round(quantity * price * (1 - 0.05), decimals: 1)'
  const definition = write(empty, net, text)
  const box = definition.transformers[0]!
  const boxes = asBoxes(box, groundOf(definition), newId)
  assert.deepEqual(
    boxes.transformers.map(({ key }) => key),
    ['constant', 'constant', 'subtract', 'multiply', 'round'],
  )
  assert.deepEqual(boxes.connections, definition.connections, 'the last box takes the place of the formula')
  assert.equal(textOf(boxes, net), text)
  const again = asFormula(boxes.transformers.at(-1)!, groundOf(boxes))!
  assert.equal(again.transformers.length, 1)
  assert.equal(again.transformers[0]!.key, 'formula')
  assert.equal(textOf(again, net), text)
  const written = write(boxes, net, 'price')
  assert.deepEqual(written.transformers, [], 'boxes that are written over are gone')
})

test('a box that others use as well stands there by its name and stays', () => {
  const definition = write(empty, net, 'quantity * price')
  const shared: MappingDefinition = {
    transformers: asBoxes(definition.transformers[0]!, groundOf(definition), newId).transformers,
    connections: [...definition.connections, { id: 'c2', source_field_id: 'net_formula', target_field_id: vat.id }],
  }
  assert.equal(textOf(shared, vat), 'net_formula')
  const changed = write(shared, vat, 'round(net_formula)')
  assert.equal(textOf(changed, net), 'net_formula')
  assert.equal(changed.transformers.length, 2)
})

test('boxes with conditions are no text', () => {
  const definition = write(empty, net, 'quantity * price')
  const boxes = asBoxes(definition.transformers[0]!, groundOf(definition), newId)
  const conditions = [{ field: idOf('price'), operator: 'not_empty' as const }]
  const conditional = { ...boxes, transformers: boxes.transformers.map((one) => ({ ...one, conditions })) }
  assert.equal(textOf(conditional, net), 'boxes')
  assert.equal(asFormula(conditional.transformers[0]!, groundOf(conditional)), undefined)
})
