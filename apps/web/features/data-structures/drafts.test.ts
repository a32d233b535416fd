import assert from 'node:assert/strict'
import { test } from 'node:test'
import { classNameOf, tableNameOf } from '@weft/kit/define/technical-name.ts'
import { newField } from './drafts.ts'

test('class and table names are proposed from the label', () => {
  assert.deepEqual(
    ['Sales order', 'Größe & Maß', '2nd try', 'ärger-liste'].map((label) => [classNameOf(label), tableNameOf(label)]),
    [
      ['SalesOrder', 'sales_order'],
      ['GroesseMass', 'groesse_mass'],
      ['Try', 'nd_try'],
      ['AergerListe', 'aerger_liste'],
    ],
  )
})

test('a new field has an id of its own', () => {
  assert.match(newField().id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  assert.notEqual(newField().id, newField().id)
})
