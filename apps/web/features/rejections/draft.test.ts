import assert from 'node:assert/strict'
import { test } from 'node:test'
import { mendOf, newDraft } from './draft.ts'

const values = [
  { value: 'GER', records: 3 },
  { value: 7, records: 2 },
  { value: null, records: 1 },
]

test('a map sends what was filled in, each value of its kind', () => {
  const draft = { ...newDraft('country'), map: { '"GER"': 'DE', '7': '49', null: '', '"gone"': 'X' } }
  assert.deepEqual(mendOf(draft, values), {
    way: 'map',
    field: 'country',
    values: [
      { from: 'GER', to: 'DE' },
      { from: 7, to: 49 },
    ],
  })
  assert.equal(mendOf(newDraft('country'), values), undefined)
})

test('rules without a pattern are not sent, and nothing is without a field or a value', () => {
  const draft = {
    ...newDraft('country'),
    rules: [
      { pattern: '^G', text: '' },
      { pattern: '', text: 'x' },
    ],
  }
  assert.deepEqual(mendOf({ ...draft, way: 'replace' }, values), {
    way: 'replace',
    field: 'country',
    rules: [{ pattern: '^G', text: '' }],
  })
  assert.equal(mendOf({ ...draft, way: 'replace', field: '' }, values), undefined)
  assert.equal(mendOf({ ...draft, way: 'set' }, values), undefined)
  assert.deepEqual(mendOf({ ...draft, way: 'as_is' }, values), { way: 'as_is' })
})

test('a value that is set is of the kind of those that wait', () => {
  const draft = { ...newDraft('n'), way: 'set' as const, value: '5' }
  assert.deepEqual(mendOf(draft, [{ value: 7, records: 1 }]), { way: 'set', field: 'n', value: 5, only_empty: false })
  assert.deepEqual(mendOf(draft, values), { way: 'set', field: 'n', value: '5', only_empty: false })
  assert.deepEqual(mendOf(draft, []), { way: 'set', field: 'n', value: '5', only_empty: false })
})
