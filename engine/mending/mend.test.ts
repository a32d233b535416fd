import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { valueAt, type ToMend } from './fields.ts'
import type { Mend } from './mend-tasks.ts'
import { mended } from './mend.ts'

const order = (id: string, country: unknown, more: object = {}): ToMend => ({
  id,
  record: { number: id, delivery: { country, city: 'Kiel' }, ...more },
  field: 'delivery.country',
})
const countries = (mend: Mend, ...values: unknown[]) =>
  mended(
    mend,
    values.map((value, i) => order(`${i}`, value)),
  ).map(({ id, record }) => `${id} ${JSON.stringify((record['delivery'] as { country: unknown }).country)}`)

test('a value is set for all, or only where there is none', () => {
  const set: Mend = { way: 'set', field: 'delivery.country', value: 'DE', only_empty: false }
  assert.deepEqual(countries(set, 'Deutschland', null), ['0 "DE"', '1 "DE"'])
  assert.deepEqual(countries({ ...set, only_empty: true }, 'Schweiz', null, ''), ['1 "DE"', '2 "DE"'])
})

test('the first rule that matches replaces; what none matches is left out', () => {
  const rules = [
    { pattern: '^(D|GER|Deut.*)$', text: 'DE' },
    { pattern: '^Ö(.)', text: '$1' },
  ]
  const replace: Mend = { way: 'replace', field: 'delivery.country', rules }
  assert.deepEqual(countries(replace, 'Deutschland', 'GER', 'Österreich', 'Schweiz', 'D'), [
    '0 "DE"',
    '1 "DE"',
    '2 "sterreich"',
    '4 "DE"',
  ])
  const commas: Mend = { way: 'replace', field: 'delivery.country', rules: [{ pattern: ',', text: '.' }] }
  assert.deepEqual(countries(commas, '1,5,0', 7, { a: ',' }), ['0 "1.5.0"'])
  const nothing: Mend = { way: 'replace', field: 'delivery.country', rules: [{ pattern: '^$', text: 'none' }] }
  assert.deepEqual(countries(nothing, null, 'x'), ['0 "none"'])
})

test('a map knows values by what they are, not by how they are written', () => {
  const values = [
    { from: 'GER', to: 'DE' },
    { from: 4, to: 'AT' },
    { from: null, to: 'CH' },
  ]
  assert.deepEqual(countries({ way: 'map', field: 'delivery.country', values }, 'GER', 4, '4', null, undefined), [
    '0 "DE"',
    '1 "AT"',
    '3 "CH"',
    '4 "CH"',
  ])
})

test('of a list the entry that was rejected is mended, and nothing else of the record', () => {
  const record = { lines: [{ sku: 'A' }, { sku: 'B', qty: 2 }], note: 'n' }
  const [one] = mended({ way: 'set', field: 'lines[].sku', value: 'X', only_empty: false }, [
    { id: '1', record, field: 'lines[1].sku' },
  ])
  assert.deepEqual(one!.record, { lines: [{ sku: 'A' }, { sku: 'X', qty: 2 }], note: 'n' })
  assert.deepEqual(record.lines[1], { sku: 'B', qty: 2 })
})

test('a field whose name holds dots is that field', () => {
  const record = { 'Order.No': 'a', Order: { No: 'b' } }
  const [one] = mended({ way: 'set', field: 'Order.No', value: 'c', only_empty: false }, [
    { id: '1', record, field: null },
  ])
  assert.deepEqual(one!.record, { 'Order.No': 'c', Order: { No: 'b' } })
})

test('what was set is what is read there, whatever the names are', () => {
  const names = fc.string({ minLength: 1, maxLength: 8 }).filter((name) => !/[.[\]]/.test(name) && !/^\d+$/.test(name))
  fc.assert(
    fc.property(fc.array(names, { minLength: 1, maxLength: 3 }), fc.jsonValue(), fc.object(), (path, value, rest) => {
      const field = path.join('.')
      const [one] = mended({ way: 'set', field, value, only_empty: false }, [{ id: '1', record: rest, field: null }])
      assert.deepEqual(valueAt({ record: one!.record, field: null }, field), value)
    }),
  )
})
