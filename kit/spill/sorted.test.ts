import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { test } from 'node:test'
import fc from 'fast-check'
import { sorted } from './sorted.server.ts'

type Entry = { k: number; n: number; text: string }
async function* batches(entries: Entry[], size: number) {
  for (let i = 0; i < entries.length; i += size) yield entries.slice(i, i + size)
}
const byKey = (a: Entry, b: Entry) => a.k - b.k
const spills = () => readdirSync(tmpdir()).filter((name) => name.startsWith('weft-spill-')).length

test('whatever the limits, the order is that of a stable sort in memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.record({ k: fc.integer({ min: 0, max: 20 }), text: fc.string({ unit: 'binary' }) }), {
        maxLength: 300,
      }),
      fc.integer({ min: 1, max: 40 }),
      fc.integer({ min: 2, max: 5 }),
      async (list, entries, ways) => {
        const given = list.map((entry, n) => ({ ...entry, n }))
        const got = (await Array.fromAsync(sorted(batches(given, 7), byKey, { entries, ways }))).flat()
        assert.deepEqual(got, given.toSorted(byKey))
      },
    ),
    { numRuns: 60 },
  )
})

test('nothing stays on disk when the reader stops early or the source fails', async () => {
  const before = spills()
  const many = Array.from({ length: 5_000 }, (_, n) => ({ k: -n, n, text: 'x' }))
  for await (const batch of sorted(batches(many, 100), byKey, { entries: 500 })) {
    assert.equal(batch[0]!.k, -4_999)
    break
  }
  const failing = async function* () {
    yield many
    throw new Error('the source broke')
  }
  await assert.rejects(Array.fromAsync(sorted(failing(), byKey, { entries: 500 })), /the source broke/)
  assert.equal(spills(), before)
})
