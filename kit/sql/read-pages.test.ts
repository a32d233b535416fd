import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readPages } from './read-pages.ts'

/** A table of so many records that remembers what it was asked for. */
function tableOf(rows: number, bytes = 10) {
  const asked: number[] = []
  return {
    asked,
    async find(from: { after: number } | undefined, most: number) {
      asked.push(most)
      const first = from ? from.after + 1 : 0
      const records = Array.from({ length: Math.min(most, rows - first) }, (_, i) => ({
        id: first + i,
        text: 'x'.repeat(bytes),
      }))
      return { records, keyAt: (place: number) => records[place]!.id }
    },
  }
}

test('small records are asked for by the ten thousand and come by the thousand', async () => {
  const table = tableOf(21_500)
  const batches = await Array.fromAsync(readPages({ size: 1_000, find: table.find }))
  assert.deepEqual(table.asked, [100, 1_000, 10_000, 10_000, 10_000])
  assert.deepEqual(
    batches.map(({ records }) => records.length),
    [100, ...Array<number>(21).fill(1_000), 400],
  )
  assert.deepEqual(
    batches.flatMap(({ records }) => records.map(({ id }) => id)),
    Array.from({ length: 21_500 }, (_, i) => i),
  )
})

test('a reading goes on behind any batch, to its limit, and batches are whole however small they are', async () => {
  const table = tableOf(500)
  const pages = {
    size: 7,
    limit: 300,
    find: table.find,
    trim: (records: Record<string, unknown>[]) => trimmed(records),
  }
  const trimmed = (records: Record<string, unknown>[]) => records.forEach((record) => delete record['text'])
  const batches = await Array.fromAsync(readPages(pages))
  assert.deepEqual(table.asked, [98, 202])
  assert.deepEqual(
    batches.map(({ records }) => records.length),
    [...Array<number>(42).fill(7), 6],
  )
  assert.deepEqual(batches[20]!.cursor, { after: 146, count: 147 })
  assert.deepEqual(batches[20]!.records[0], { id: 140 })
  const rest = await Array.fromAsync(readPages({ ...pages, from: { after: 146, count: 147 } }))
  assert.deepEqual(
    rest.flatMap(({ records }) => records.map(({ id }) => id)),
    Array.from({ length: 153 }, (_, i) => 147 + i),
  )
})

test('of large records no more are asked for than fit into memory', async () => {
  const table = tableOf(150, 100_000)
  await Array.fromAsync(readPages({ size: 1_000, find: table.find }))
  assert.deepEqual(table.asked, [100, 39, 39])
})
