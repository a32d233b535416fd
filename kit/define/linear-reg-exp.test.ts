import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { linearRegExp } from './linear-reg-exp.ts'

/** All that is found, from match to match, as the platform goes. */
function all(exec: (at: number) => (string[] & { index: number }) | null) {
  const found: [string, number][] = []
  for (let at = 0; ;) {
    const match = exec(at)
    if (!match || match[0] === '') return found
    found.push([match[0]!, match.index])
    at = match.index + match[0]!.length
  }
}

test('it finds what the platform finds, from match to match', () => {
  const patterns = [/a+/, /^a/, /(a)(b)?/i, /\d{2}/, /b$/, /^b/m, /ä|a/, /./s, /[^a]/]
  fc.assert(
    fc.property(
      fc.constantFrom(...patterns),
      fc.string({ unit: fc.constantFrom('a', 'b', 'A', '1', 'ä', '\n') }),
      (pattern, text) => {
        const linear = new (linearRegExp(() => undefined))(pattern)
        const platform = new RegExp(pattern.source, `${pattern.flags}g`)
        const ours = (at: number) => {
          linear.lastIndex = at
          return linear.exec(text) as (string[] & { index: number }) | null
        }
        const theirs = (at: number) => {
          platform.lastIndex = at
          return platform.exec(text)
        }
        assert.deepEqual(all(ours), all(theirs))
      },
    ),
    {
      examples: [
        [/^b/m, 'bb'],
        [/^b/m, 'ab\nb'],
      ],
    },
  )
})

test('it tells how much of a text it looks through, and refuses what it cannot do in time', () => {
  const looked: number[] = []
  const linear = new (linearRegExp((characters) => void looked.push(characters)))(/b/)
  assert.equal(linear.exec('abab')?.index, 1)
  assert.equal(linear.exec('abab')?.index, 3)
  assert.equal(linear.exec('abab'), null)
  assert.deepEqual(looked, [4, 2, 0])
  assert.throws(() => new (linearRegExp(() => undefined))(/a(?=b)/), /not available/)
})
