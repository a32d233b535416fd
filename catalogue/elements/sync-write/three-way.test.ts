import assert from 'node:assert/strict'
import { test } from 'node:test'
import { threeWay } from './three-way.ts'

test('who alone has changed a field has it, and what both have changed is a conflict', () => {
  const cases: [what: string, ours: string, theirs: string, base: string | undefined, gives: string][] = [
    ['nobody', 'a', 'a', 'a', ''],
    ['we', 'b', 'a', 'a', 'write'],
    ['they', 'a', 'b', 'a', ''],
    ['both the same', 'b', 'b', 'a', ''],
    ['both', 'b', 'c', 'a', 'conflict'],
    ['we have emptied it', '', 'a', 'a', 'write'],
    ['we have emptied what they changed', '', 'b', 'a', 'conflict'],
    ['nothing agreed, the same', 'a', 'a', undefined, ''],
    ['nothing agreed, empty there', 'a', '', undefined, 'write'],
    ['nothing agreed, empty here', '', 'a', undefined, ''],
    ['nothing agreed', 'a', 'b', undefined, 'conflict'],
  ]
  for (const [what, ours, theirs, base, gives] of cases) {
    const { write, conflicts } = threeWay({ f: ours }, { f: theirs }, base === undefined ? {} : { f: base })
    assert.deepEqual([what, write.length > 0 ? 'write' : conflicts.length > 0 ? 'conflict' : ''], [what, gives])
  }
})

test('a field that is not there counts as empty, and what we do not send is nobody’s business', () => {
  assert.deepEqual(threeWay({ a: '1' }, { b: '2' }, {}), { write: ['a'], conflicts: [] })
})
