import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { asIndexed, rarePieces } from './search-term.ts'

const sample = Array.from({ length: 100 }, (_, i) =>
  asIndexed(`SKU-${i * 7}\nArticle number-${i * 7}${i % 10 === 0 ? ' blue' : ''}`),
)

test('a word that many records hold is left to the check of what was found', () => {
  assert.deepEqual(rarePieces('number-777777', sample), ['-777777'])
  assert.deepEqual(rarePieces('Article Number Zebra', sample), [' Zebra'])
  assert.deepEqual(rarePieces('zebra crossing number', sample), ['zebra ', ' crossing '])
  assert.deepEqual(rarePieces('SKU777777', sample), ['777777'])
  assert.deepEqual(rarePieces('number 12', sample), [' 12'])
})

test('a term is searched whole when all of it is rare, all of it frequent, or little is known', () => {
  for (const term of ['zebra crossing', 'article number', 'number', '12', 'on 12', '100%'])
    assert.deepEqual(rarePieces(term, sample), [term])
  assert.deepEqual(rarePieces('number-777777', sample.slice(0, 5)), ['number-777777'])
})

test('whatever is asked for, each piece is a part of it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.array(fc.string(), { minLength: 20 }), (term, texts) =>
      rarePieces(term, texts).every((piece) => term.includes(piece)),
    ),
  )
})
