import type { DataRecord } from '../define/record.ts'

/** The entries of batches, one after the other. */
export async function* each<T>(batches: AsyncIterable<T[]>): AsyncGenerator<T> {
  for await (const batch of batches) yield* batch
}

/** Entries as batches of at most 1,000. */
export async function* inBatches<T>(entries: AsyncIterable<T> | Iterable<T>, size = 1_000): AsyncGenerator<T[]> {
  let batch: T[] = []
  for await (const entry of entries) {
    batch.push(entry)
    if (batch.length < size) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}

/** Turns every batch into another. */
export async function* mapped<T, U>(batches: AsyncIterable<T[]>, turn: (batch: T[]) => U[]): AsyncGenerator<U[]> {
  for await (const batch of batches) yield turn(batch)
}

/** The first record of an input; undefined where none arrives. */
export async function firstRecord(input: () => AsyncIterable<DataRecord[]>): Promise<DataRecord | undefined> {
  for await (const batch of input()) if (batch.length > 0) return batch[0]
  return undefined
}
