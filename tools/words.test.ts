import assert from 'node:assert/strict'
import { test } from 'node:test'
import { wordsIn } from './words.ts'

test('a word of our own that the field has another for is refused where it is declared, and only there', () => {
  assert.deepEqual(wordsIn('engine/a.ts', `const one = 1\nexport type ${'House'} = { db: Database }`), [
    'engine/a.ts:2: House is a word of our own; say AppContext',
  ])
  assert.deepEqual(wordsIn('engine/a.ts', "const text = 'House'\nconst HouseNumber = 4"), [])
})
