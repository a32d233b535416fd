import type { DataRecord } from '@weft/kit/define/record.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import { batchFiles, fileOfBatch, filesBetween, isWhole, olderThan, wholeFile } from './batch-files.ts'
import type { JobFiles } from './job-files.ts'

/** Held in memory until this much waits or the journal must rely on it. */
const keptInMemory = 1_000_000
/** A bucket answers each of them only after a while. */
const writtenAtOnce = 8

export type Spools = {
  /** Keeps one batch under its number; writing it again changes nothing. */
  write(name: string, number: number, records: DataRecord[]): Promise<void>
  /** All batches in the order of their numbers, in constant memory. */
  read(name: string, from?: number): AsyncGenerator<{ number: number; records: DataRecord[] }>
  /** Brings everything held in memory to where it is safe: called before the journal says that it is there. */
  flush(): Promise<void>
  /** Puts one batch where it is safe before it answers. */
  keep(name: string, number: number, records: DataRecord[]): Promise<void>
  /** The batches that are safe, by their numbers, to be read when they are needed. */
  kept(name: string): Promise<Map<number, () => Promise<DataRecord[]>>>
  /** Removes batches that nobody will read again, both numbers included. */
  drop(name: string, from: number, to: number): Promise<void>
  /** Spools a whole stream at once, or not at all; answers whether it was there already. */
  whole(name: string, records: () => AsyncIterable<DataRecord[]>): Promise<void>
  isWhole(name: string): Promise<boolean>
  /** Whether anything has left the memory. */
  hasFiles(): boolean
  /** After a success: what nobody will read again goes, what was handed in stays. While a backup is made both wait for the cleanup. */
  tidy(): Promise<void>
}

/**
 * What one job spools: JSON lines, one file a batch. What a small job spools never leaves the memory: it is only written when it grows or
 * when a checkpoint is about to depend on it. `attempt` is that of whoever writes; nothing where there is no attempt yet.
 */
export function openSpools(files: JobFiles, job_id: string, attempt = 0): Spools {
  const memory = new Map<string, Map<number, string>>()
  let size = 0
  let touched = false
  const limited = createSemaphore({ at_once: writtenAtOnce })

  let flushing: Promise<void> = Promise.resolve()
  const flush = () => (flushing = flushing.catch(heardElsewhere).then(writeHeld))

  const keep = (name: string, number: number, lines: string) => {
    touched = true
    return files.write(job_id, name, fileOfBatch(number, attempt), lines)
  }
  const found = async (name: string) => batchFiles(await files.names(job_id, name))
  const linesIn = (name: string, file: string) => files.read(job_id, name, file)

  /** A reader finds a batch in memory until it is written: steps read on while a checkpoint is under way. */
  async function writeHeld() {
    const waiting = [...memory].flatMap(([name, batches]) =>
      [...batches].map(([number, lines]) => ({ name, number, lines })),
    )
    await allOf(
      waiting.map(({ name, number, lines }) =>
        limited(async () => {
          await keep(name, number, lines)
          const batches = memory.get(name)
          if (batches?.get(number) !== lines) return
          batches.delete(number)
          size -= lines.length
        }),
      ),
    )
  }

  /** What an earlier attempt has left of a spool that did not become whole. */
  const removeOlder = async (name: string) =>
    files.remove(job_id, name, olderThan(await files.names(job_id, name), attempt))

  return {
    async write(name, number, records) {
      const lines = toLines(records)
      if (size + lines.length > keptInMemory) {
        touched = true
        await flush()
        await keep(name, number, lines)
        return
      }
      const batches = memory.get(name) ?? new Map<number, string>()
      memory.set(name, batches)
      size += lines.length - (batches.get(number)?.length ?? 0)
      batches.set(number, lines)
    },
    async *read(name, from = 0) {
      const held = memory.get(name)
      const written = await found(name)
      const numbers = new Set([...(held?.keys() ?? []), ...written.keys()])
      const order = [...numbers].filter((n) => n >= from).sort((a, b) => a - b)
      const linesOf = (number: number) =>
        memory.get(name)?.get(number) ?? linesIn(name, written.get(number) ?? fileOfBatch(number, attempt))
      // While one is worked on the next one comes.
      let next = order.length > 0 ? Promise.resolve(linesOf(order[0]!)) : undefined
      for (const [i, number] of order.entries()) {
        const lines = await next!
        next = i + 1 < order.length ? Promise.resolve(linesOf(order[i + 1]!)) : undefined
        next?.catch(heardElsewhere)
        yield { number, records: fromLines(lines) }
      }
    },
    flush,
    keep: (name, number, records) => keep(name, number, toLines(records)),
    kept: async (name) => {
      const written = await found(name)
      return new Map([...written].map(([number, file]) => [number, async () => fromLines(await linesIn(name, file))]))
    },
    async drop(name, from, to) {
      if (await files.allStays()) return
      await files.remove(job_id, name, filesBetween(await files.names(job_id, name), from, to))
    },
    hasFiles: () => touched,
    async whole(name, records) {
      await removeOlder(name)
      const writing = new Set<Promise<void>>()
      const failures: unknown[] = []
      let [number, underWay] = [0, 0]
      const begin = (lines: string) => {
        underWay += lines.length
        const one = keep(name, number++, lines)
          .catch((error: unknown) => void failures.push(error))
          .finally(() => {
            underWay -= lines.length
            writing.delete(one)
          })
        writing.add(one)
      }
      try {
        for await (const batch of records()) {
          if (batch.length === 0) continue
          const lines = toLines(batch)
          // Several at once, unless they are large.
          while (writing.size >= writtenAtOnce || (writing.size > 0 && underWay + lines.length > keptInMemory))
            await Promise.race(writing)
          if (failures.length > 0) break
          begin(lines)
        }
      } finally {
        // One that arrives later would stand in what is spooled next.
        await Promise.all(writing)
      }
      if (failures.length > 0) throw failures[0]
      await files.write(job_id, name, wholeFile(attempt, number), '')
    },
    isWhole: async (name) => isWhole(await files.names(job_id, name)),
    async tidy() {
      await flushing.catch(heardElsewhere)
      memory.clear()
      size = 0
      if (!(await files.allStays())) await files.tidy(job_id, (spool) => handedIn.test(spool))
    },
  }
}

/** A child's input, records that are tried again, and refused ones too long for the journal. */
const handedIn = /__(in|retry|rejected)$/

const toLines = (records: DataRecord[]) => records.map((record) => JSON.stringify(record)).join('\n')
const fromLines = (lines: string): DataRecord[] =>
  lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as DataRecord)

/** All of them, or the first error, when none is under way any more. */
async function allOf(work: Promise<void>[]): Promise<void> {
  const failed = (await Promise.allSettled(work)).find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
}
