import { heardElsewhere } from '../errors/heard-elsewhere.ts'
import { createSemaphore } from './semaphore.ts'

/** Lets so much work be under way; `signal` ends all of it. What comes in goes ahead in the order it came. */
export type Lanes = { limited: ReturnType<typeof createSemaphore>; at_once: number; signal: AbortSignal }
export const openLanes = (at_once: number, signal: AbortSignal): Lanes => ({
  limited: createSemaphore({ at_once }),
  at_once,
  signal,
})

/** Work on one item. Its signal ends it when all is to end, or when work on an item before it has failed. */
export type ItemWork<T, R> = (item: T, signal: AbortSignal, position: number) => Promise<R>

/**
 * What comes of items, in their order, several of them under way. The first one of the order that fails is what is thrown, as if they had
 * been worked on one after the other: those before it come to their end, those behind it are ended.
 */
export async function allInOrder<T, R>(lanes: Lanes, items: readonly T[], work: ItemWork<T, R>): Promise<R[]> {
  const row = openRow(lanes, work)
  for (const item of items) row.add(item)
  try {
    const all: R[] = []
    while (row.length > 0) all.push(await row.take())
    return all
  } finally {
    await row.end()
  }
}

/** The same of items that come bit by bit, read ahead of whoever takes the results: what is finished waits for its turn. */
export async function* inOrder<T, R>(
  lanes: Lanes,
  items: AsyncIterable<T>,
  work: ItemWork<T, R>,
): AsyncGenerator<R, void, undefined> {
  const row = openRow(lanes, work)
  // One slow answer shall not keep the others from being asked for.
  const ahead = lanes.at_once * 4
  try {
    for await (const item of items) {
      if (row.failed) break
      row.add(item)
      if (row.length >= ahead) yield await row.take()
    }
    while (row.length > 0) yield await row.take()
  } finally {
    await row.end()
  }
}

type Place<R> = { position: number; result: Promise<R>; ending: AbortController }

function openRow<T, R>({ limited, signal }: Lanes, work: ItemWork<T, R>) {
  const places: Place<R>[] = []
  let count = 0
  let failedAt = Infinity

  function add(item: T) {
    const position = count++
    const ending = new AbortController()
    const result = limited(async () => {
      const either = AbortSignal.any([signal, ending.signal])
      either.throwIfAborted()
      try {
        return await work(item, either, position)
      } catch (error) {
        endBehind(position, error)
        throw error
      }
    })
    result.catch(heardElsewhere)
    places.push({ position, result, ending })
    if (position > failedAt) ending.abort()
  }

  // Before its turn is given on: what has not begun must not begin any more.
  function endBehind(failed: number, error: unknown) {
    failedAt = Math.min(failedAt, failed)
    for (const { position, ending } of places) if (position > failed) ending.abort(error)
  }

  return {
    add,
    get length() {
      return places.length
    },
    get failed() {
      return failedAt < Infinity
    },
    take: (): Promise<R> => places.shift()!.result,
    /** Ends what is still under way, and waits until it has. */
    async end() {
      for (const { ending } of places) ending.abort()
      await Promise.all(places.map(({ result }) => result.catch(heardElsewhere)))
    },
  }
}
