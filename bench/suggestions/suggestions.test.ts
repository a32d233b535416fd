import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fieldPaths } from '@weft/engine/mapping/check/fields.ts'
import { measure } from '../suggestions.ts'
import { fullNameOf, readPairs } from './pairs.ts'

test('every connection of the pairs stands between fields there are', () => {
  const [pairs, more] = [readPairs('pairs'), readPairs('more-pairs')]
  assert.deepEqual([pairs.length, more.length], [40, 10])
  for (const { title, source, target, truth } of [...pairs, ...more]) {
    const [from, to] = [source, target].map((one) => new Set([...fieldPaths(one).keys()].map(fullNameOf)))
    for (const one of truth) {
      const [left, right] = one.split('>')
      assert.ok(from!.has(left!) && to!.has(right!), `${title}: ${one}`)
    }
  }
})

test('suggestions are no worse than the figures that were written down', async () => {
  const [precision, recall, morePrecision, moreRecall] = (await measure()).map(({ value }) => value)
  assert.ok(precision! >= 99, `precision ${precision}`)
  assert.ok(recall! >= 92, `recall ${recall}`)
  assert.ok(morePrecision! >= 95, `10 more pairs: precision ${morePrecision}`)
  assert.ok(moreRecall! >= 50, `10 more pairs: recall ${moreRecall}`)
})
