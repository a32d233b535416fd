import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { objectMaker } from './object-maker.ts'

test('values stand under their names in the same order, and a missing one is null', () => {
  assert.deepEqual(Object.entries(objectMaker(['name', 'unit price', 'note'])(['Anke', undefined])), [
    ['name', 'Anke'],
    ['unit price', null],
    ['note', null],
  ])
})

test('a name is only ever a name, whatever it says', () => {
  assert.deepEqual(
    Object.keys(objectMaker(['__proto__', 'constructor', '\'"`\\\n\u2028', '] = evil(), x: ['])([1, 2, 3, 4])),
    ['__proto__', 'constructor', '\'"`\\\n\u2028', '] = evil(), x: ['],
  )
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'binary' })), (names) => {
      const made = objectMaker(names)(names.map((_, i) => i))
      assert.ok(names.every((name, i) => Object.hasOwn(made, name) && made[name] === i))
    }),
  )
})
