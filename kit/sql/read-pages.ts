import type { ReadBatch } from '../define/connector-session.ts'
import type { DataRecord } from '../define/record.ts'
import { heardElsewhere } from '../errors/heard-elsewhere.ts'
import { fittingSize } from './fitting.ts'

const batchSize = 1_000
/** So many rows at most are asked for at once: to find the place again costs a database about as much as three hundred rows. */
const pageSize = 10_000

/** How many records a batch may have. */
export const sizeOfBatch = (wanted = batchSize) => Math.min(Math.max(wanted, 1), pageSize)

/** Where a reading by key stands: the key of the last record, and how many were read. */
type Standing<Key> = { after: Key; count: number }

/** `keyAt`: the key of the record at this place. */
type Page<Key> = { records: DataRecord[]; keyAt(place: number): Key }

type Pages<Key> = {
  /** How many records a batch has at most. */ size: number
  limit?: number | undefined
  from?: Standing<Key> | undefined
  find(from: Standing<Key> | undefined, most: number): Promise<Page<Key>>
  /** Takes from records what only the key was read for. */ trim?(records: DataRecord[]): void
}

/** Batches out of pages by key, each of which can be gone on behind. The database looks for the next page while one is worked on. */
export async function* readPages<Key>({
  size,
  limit = Infinity,
  from,
  find,
  trim,
}: Pages<Key>): AsyncIterable<ReadBatch> {
  const fitting = fittingSize(pageSize)
  function ask(at?: Standing<Key>) {
    const count = at?.count ?? 0
    const fits = fitting.next()
    const whole = fits < size ? fits : fits - (fits % size)
    const most = Math.min(whole, limit - count)
    if (most <= 0) return undefined
    const found = find(at, most)
    found.catch(heardElsewhere)
    return { found, most, count }
  }
  for (let page = ask(from); page;) {
    const { most, count } = page
    const { records: all, keyAt } = await page.found
    const standing = (read: number) => ({ after: keyAt(read - 1), count: count + read })
    fitting.learn(all)
    page = all.length < most ? undefined : ask(standing(all.length))
    for (let at = 0; at < all.length; at += size) {
      const records = all.slice(at, at + size)
      const cursor = standing(at + records.length)
      trim?.(records)
      yield { records, cursor }
    }
  }
}
