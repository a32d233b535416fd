import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { idsIn, nameText, namesIn, withIds, withNames, type Named } from './names.ts'

const mapping = '11111111-1111-4111-8111-111111111111'
const field = '22222222-2222-4222-8222-222222222222'
const stranger = '33333333-3333-4333-8333-333333333333'
const known = new Map<string, Named>([
  [mapping, { of: 'mapping', key: 'shop-to-sales' }],
  [field, { of: 'field', key: 'sales-order', field: 'lines.price' }],
])
const ids = new Map([...known].map(([id, named]) => [nameText(named), id]))
const there = (text: string) => withNames(text, (id) => known.get(id))
const back = (text: string) => withIds(text, (named) => ids.get(nameText(named)))

test('ids of known things become names, what surrounds them stays', () => {
  const text = `mapping: ${mapping} # ours\nfield: "${field}"\nuser: ${stranger}\n  - [unfinished`
  const kept = `mapping: ref:mapping/shop-to-sales # ours\nfield: "ref:field/sales-order/lines.price"\nuser: ${stranger}\n  - [unfinished`
  assert.equal(there(text), kept)
  assert.equal(back(kept), text)
  assert.deepEqual(idsIn(text), [mapping, field, stranger])
  assert.deepEqual(namesIn(kept), [...known.values()])
})

test('a name that nothing has any more stays as it is', () => {
  assert.equal(back('mapping: ref:mapping/gone'), 'mapping: ref:mapping/gone')
})

test('a text that says “ref:” itself comes back as it was', () => {
  assert.equal(there('ref:mapping/shop-to-sales'), 'ref::mapping/shop-to-sales')
  const piece = fc.constantFrom(
    mapping,
    field,
    stranger,
    'ref:',
    ':',
    'mapping/',
    'field/',
    'shop-to-sales',
    '/',
    '-',
    '.',
    ' ',
    'a',
    'ref:mapping/x',
    'ref::field/a/b',
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join('')
      assert.equal(back(there(text)), text)
    }),
    { numRuns: 20_000 },
  )
})
