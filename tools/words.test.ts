import assert from 'node:assert/strict'
import { test } from 'node:test'
import { trapsIn } from './traps.ts'

test('a word of our own that the field has another for is refused where it is declared, and only there', () => {
  assert.deepEqual(trapsIn('engine/a.ts', `const one = 1\nexport type ${'House'} = { db: Database }`), [
    'engine/a.ts:2: House is a word of our own; say AppContext',
  ])
  assert.deepEqual(trapsIn('engine/a.ts', "const text = 'House'\nconst HouseNumber = 4"), [])
})
