export type Arrivals<T> = {
  push(item: T): void
  /** Nothing more comes; whoever waits is told why. */
  fail(error: Error): void
  /** Batch by batch until there were `limit`, or nothing has come for `wait_ms`. */
  batches(query: { limit: number; wait_ms: number }): AsyncGenerator<T[]>
  /** Takes out what is left over. */
  rest(): T[]
}

type Options<T> = {
  bytesOf(item: T): number
  /** So much waits that the sender should be held up, and later that it need not be any more. */
  full?: (() => void) | undefined
  drained?: (() => void) | undefined
}

const batch_items = 1_000
const batch_bytes = 4_000_000
const full_bytes = 16_000_000
/** What is on its way comes into the same batch. */
const gather_ms = 20

/** What a server pushes, taken batch by batch. */
export function createArrivals<T>({ bytesOf, full, drained }: Options<T>): Arrivals<T> {
  const items: T[] = []
  let bytes = 0
  let isFull = false
  let broken: Error | undefined
  let wake: (() => void) | undefined

  /** Whether something has come in this time. */
  async function comes(ms: number): Promise<boolean> {
    const before = items.length
    if (broken) throw broken
    let timer: NodeJS.Timeout | undefined
    await new Promise<void>((done) => {
      wake = done
      timer = setTimeout(done, ms)
    })
    clearTimeout(timer)
    wake = undefined
    if (broken) throw broken
    return items.length > before
  }

  function taken(most: number): T[] {
    let [count, size] = [0, 0]
    while (count < Math.min(most, items.length) && (count === 0 || size + bytesOf(items[count]!) <= batch_bytes))
      size += bytesOf(items[count++]!)
    bytes -= size
    const batch = items.splice(0, count)
    if (isFull && bytes < full_bytes / 2) {
      isFull = false
      drained?.()
    }
    return batch
  }

  return {
    push(item) {
      items.push(item)
      bytes += bytesOf(item)
      if (!isFull && bytes > full_bytes) {
        isFull = true
        full?.()
      }
      wake?.()
    },
    fail(error) {
      broken ??= error
      wake?.()
    },
    async *batches({ limit, wait_ms }) {
      for (let left = limit; left > 0;) {
        if (broken) throw broken
        if (items.length === 0 && !(await comes(wait_ms))) return
        const most = Math.min(left, batch_items)
        while (items.length < most && bytes < batch_bytes && (await comes(gather_ms)));
        const batch = taken(most)
        left -= batch.length
        yield batch
      }
    },
    rest() {
      bytes = 0
      return items.splice(0)
    },
  }
}
