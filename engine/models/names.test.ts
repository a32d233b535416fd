import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { fieldNames, structureNames } from '@weft/kit/define/field-names.ts'
import { decimalOf, parseMoment } from './shapes.ts'

test('any column names become field names that can be used', () => {
  assert.deepEqual(fieldNames(['Order', 'order', 'Größe (cm)', '1st', '', 'unitPrice', 'XMLHttpID', '@no', '#text']), [
    'order_value',
    'order_value_2',
    'groesse_cm',
    'n1st',
    'field',
    'unit_price',
    'xml_http_id',
    'no',
    'text',
  ])
  assert.deepEqual(structureNames('in/2026/order-details.csv'), {
    class_name: 'OrderDetails',
    table_name: 'order_details',
    label: 'Order details',
  })
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme', maxLength: 90 })), (originals) => {
      const names = fieldNames(originals)
      assert.equal(new Set(names).size, originals.length)
      for (const name of names) assert.match(name, /^[a-z][a-z0-9_]{0,62}$/)
    }),
  )
})

test('decimals keep every digit and dates know the calendar', () => {
  assert.deepEqual(
    ['1.234,50', '1234,5', '-0,001', '1.234.567', '1,2,3'].map((text) => decimalOf(text, true)),
    ['1234.50', '1234.5', '-0.001', '1234567', undefined],
  )
  assert.deepEqual(
    ['1,234.50', '+7', '1.5e-3', '-2E3', '12.3.4'].map((text) => decimalOf(text, false)),
    ['1234.50', '7', '0.0015', '-2000', undefined],
  )
  assert.deepEqual(parseMoment('29.02.24', 'dmy')?.date, '2024-02-29')
  assert.deepEqual(parseMoment('12/31/1999 11:05 PM', 'mdy'), { date: '1999-12-31', time: '23:05:00', zone: '' })
  assert.deepEqual(parseMoment('2026-01-02T03:04:05.120+01:00', 'ymd'), {
    date: '2026-01-02',
    time: '03:04:05.120',
    zone: '+01:00',
  })
  assert.equal(parseMoment('29.02.2023', 'dmy'), undefined)
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      assert.equal(Number(decimalOf(String(number), false)), number === 0 ? 0 : number)
    }),
  )
})
