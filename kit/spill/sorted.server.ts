import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { heardElsewhere } from '../errors/heard-elsewhere.ts'

export type SpillLimits = {
  /** Entries held in memory at once. */ entries?: number
  /** Bytes held in memory at once, as JSON. */ bytes?: number
  /** Spill files read at once. */ ways?: number
}

/**
 * Sorts any amount of JSON entries in constant memory: what does not fit is sorted in runs on disk and merged. Equal entries keep
 * their order. The spill files are gone when the iteration ends, however it ends.
 */
export async function* sorted<T>(
  source: AsyncIterable<T[]>,
  compare: (a: T, b: T) => number,
  limits: SpillLimits = {},
): AsyncGenerator<T[]> {
  const { entries = 20_000, bytes = 8_000_000, ways = 64 } = limits
  await using folder = new SpillFolder()
  let held: T[] = []
  let size = 0
  let runs: string[] = []
  for await (const batch of source) {
    if (batch.length === 0) continue
    size += sizeOf(batch)
    held.push(...batch)
    if (held.length < entries && size < bytes) continue
    runs.push(await folder.write(chunks(held.sort(compare))))
    held = []
    size = 0
  }
  held.sort(compare)
  if (runs.length === 0) return yield* chunks(held)
  if (held.length > 0) runs.push(await folder.write(chunks(held)))
  held = []
  while (runs.length > ways) runs = await fewerRuns(folder, runs, compare, ways)
  yield* mergedRuns(folder, runs, compare)
}

/** Merges neighbours only, so that equal entries keep their order. */
async function fewerRuns<T>(
  folder: SpillFolder,
  runs: string[],
  compare: (a: T, b: T) => number,
  ways: number,
): Promise<string[]> {
  const next: string[] = []
  for (let i = 0; i < runs.length; i += ways) {
    const group = runs.slice(i, i + ways)
    next.push(group.length === 1 ? group[0]! : await folder.write(mergedRuns(folder, group, compare)))
    if (group.length > 1) await Promise.all(group.map((file) => rm(file)))
  }
  return next
}

type Head<T> = { batch: T[]; position: number; run: number; rest: AsyncGenerator<T[]> }

async function* mergedRuns<T>(
  folder: SpillFolder,
  runs: string[],
  compare: (a: T, b: T) => number,
): AsyncGenerator<T[]> {
  const before = (a: Head<T>, b: Head<T>) => compare(a.batch[a.position]!, b.batch[b.position]!) || a.run - b.run
  const heap: Head<T>[] = []
  const open = runs.map((file) => folder.read<T>(file))
  try {
    for (const [run, rest] of open.entries()) {
      const { value } = await rest.next()
      if (value) heap.push({ batch: value, position: 0, run, rest })
    }
    heap.sort(before)
    let out: T[] = []
    while (heap.length > 0) {
      const top = heap[0]!
      out.push(top.batch[top.position++]!)
      if (top.position === top.batch.length) {
        const { value } = await top.rest.next()
        if (value) Object.assign(top, { batch: value, position: 0 })
        else {
          const last = heap.pop()!
          if (heap.length > 0) heap[0] = last
        }
      }
      sink(heap, before)
      if (out.length === chunk) {
        yield out
        out = []
      }
    }
    if (out.length > 0) yield out
  } finally {
    await Promise.all(open.map((rest) => rest.return(undefined)))
  }
}

/** Lets the top of a binary heap find its place. */
function sink<H>(heap: H[], before: (a: H, b: H) => number) {
  let at = 0
  for (;;) {
    const left = 2 * at + 1
    if (left >= heap.length) return
    const right = left + 1
    const least = right < heap.length && before(heap[right]!, heap[left]!) < 0 ? right : left
    if (before(heap[least]!, heap[at]!) >= 0) return
    ;[heap[at], heap[least]] = [heap[least]!, heap[at]!]
    at = least
  }
}

const chunk = 1_000

function* chunks<T>(entries: T[]): Generator<T[]> {
  for (let i = 0; i < entries.length; i += chunk) yield entries.slice(i, i + chunk)
}

/** Guessed from three entries; batches are alike inside. */
function sizeOf(batch: unknown[]) {
  const some = [batch[0], batch[batch.length >> 1], batch.at(-1)]
  return (some.reduce<number>((sum, entry) => sum + JSON.stringify(entry).length, 0) / 3) * batch.length
}

/** A folder below the machine's own for temporary files; made on first use, removed at the end. */
class SpillFolder {
  #folder: Promise<string> | undefined
  #files = 0

  async write(batches: Iterable<unknown[]> | AsyncIterable<unknown[]>): Promise<string> {
    this.#folder ??= mkdtemp(path.join(tmpdir(), 'weft-spill-'))
    const file = path.join(await this.#folder, String(this.#files++))
    const stream = createWriteStream(file, { highWaterMark: 1 << 18, mode: 0o600 })
    const failed = once(stream, 'error').then(([error]) => Promise.reject(error))
    failed.catch(heardElsewhere)
    for await (const batch of batches) {
      if (!stream.write(batch.map((entry) => `${JSON.stringify(entry)}\n`).join('')))
        await Promise.race([once(stream, 'drain'), failed])
    }
    stream.end()
    await Promise.race([once(stream, 'close'), failed])
    return file
  }

  /** One JSON value a line. */
  async *read<T>(file: string): AsyncGenerator<T[]> {
    let rest = ''
    for await (const text of createReadStream(file, {
      encoding: 'utf8',
      highWaterMark: 1 << 16,
    }) as AsyncIterable<string>) {
      const lines = (rest + text).split('\n')
      rest = lines.pop()!
      if (lines.length > 0) yield lines.map((line) => JSON.parse(line) as T)
    }
  }

  async [Symbol.asyncDispose]() {
    if (this.#folder) await rm(await this.#folder, { recursive: true, force: true })
  }
}
