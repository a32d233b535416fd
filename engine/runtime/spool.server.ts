import { mkdir, open, readdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { ifMissing, unlessEmpty } from '@weft/kit/errors/if-missing.ts'
import { isBackupUnderWay } from '../backup/under-way.server.ts'

/** Held in memory until this much waits or the journal must rely on it. */
const keptInMemory = 1_000_000

export type Spools = {
  /** Keeps one batch under its number; writing it again changes nothing. */
  write(name: string, number: number, records: DataRecord[]): Promise<void>
  /** All batches in the order of their numbers, in constant memory. */
  read(name: string, from?: number): AsyncGenerator<{ number: number; records: DataRecord[] }>
  /** Brings everything held in memory to disk: called before the journal says that it is there. */
  flush(): Promise<void>
  /** Puts one batch on disk before it answers. */
  keep(name: string, number: number, records: DataRecord[]): Promise<void>
  /** The numbers of the batches on disk, and one of them. */
  numbers(name: string): Promise<number[]>
  one(name: string, number: number): Promise<DataRecord[]>
  /** Removes batches that nobody will read again, both numbers included. */
  drop(name: string, from: number, to: number): Promise<void>
  /** Spools a whole stream at once, or not at all; answers whether it was there already. */
  whole(name: string, records: () => AsyncIterable<DataRecord[]>): Promise<void>
  isWhole(name: string): Promise<boolean>
  /** Whether anything was written to disk. */
  onDisk(): boolean
  /** After a success: what nobody will read again goes, what was handed in stays. While a backup is made both wait for the cleanup. */
  tidy(): Promise<void>
}

export const folderOfJob = (home: string, job_id: string) => path.join(home, 'jobs', job_id.slice(0, 2), job_id)

/**
 * The files of one job below `WEFT_HOME/jobs`: JSON lines, one file a batch. What a small job spools never touches the disk: it is
 * only written when it grows or when a checkpoint is about to depend on it.
 */
export function openSpools(home: string, job_id: string): Spools {
  const root = folderOfJob(home, job_id)
  const memory = new Map<string, Map<number, string>>()
  let size = 0
  let touched = false
  const folder = (name: string) => path.join(root, name)

  let flushing: Promise<void> = Promise.resolve()
  const flush = () => (flushing = flushing.catch(heardElsewhere).then(writeHeld))

  /** A reader finds a batch in memory until it is on disk: steps read on while a checkpoint is under way. */
  async function writeHeld() {
    const waiting = [...memory].flatMap(([name, batches]) =>
      [...batches].map(([number, lines]) => ({ name, number, lines })),
    )
    if (waiting.length > 0) touched = true
    for (const { name, number, lines } of waiting) {
      await keep(folder(name), number, lines)
      const batches = memory.get(name)
      if (batches?.get(number) !== lines) continue
      batches.delete(number)
      size -= lines.length
    }
  }

  return {
    async write(name, number, records) {
      const lines = toLines(records)
      if (size + lines.length > keptInMemory) {
        touched = true
        await flush()
        await keep(folder(name), number, lines)
        return
      }
      const batches = memory.get(name) ?? new Map<number, string>()
      memory.set(name, batches)
      size += lines.length - (batches.get(number)?.length ?? 0)
      batches.set(number, lines)
    },
    async *read(name, from = 0) {
      const held = memory.get(name)
      const numbers = new Set([...(held?.keys() ?? []), ...(await numbersIn(folder(name)))])
      for (const number of [...numbers].filter((n) => n >= from).sort((a, b) => a - b)) {
        const lines = memory.get(name)?.get(number) ?? (await readFile(fileOf(folder(name), number), 'utf8'))
        yield { number, records: fromLines(lines) }
      }
    },
    flush,
    async keep(name, number, records) {
      touched = true
      await keep(folder(name), number, toLines(records))
    },
    numbers: (name) => numbersIn(folder(name)),
    one: async (name, number) => fromLines(await readFile(fileOf(folder(name), number), 'utf8')),
    async drop(name, from, to) {
      if (await isBackupUnderWay(home)) return
      for (let number = from; number <= to; number++) await rm(fileOf(folder(name), number), { force: true })
    },
    onDisk: () => touched,
    async whole(name, records) {
      touched = true
      await rm(folder(name), { recursive: true, force: true })
      let number = 0
      for await (const batch of records()) if (batch.length > 0) await keep(folder(name), number++, toLines(batch))
      await mkdir(folder(name), { recursive: true })
      await writeFile(path.join(folder(name), 'whole'), '', { flush: true })
    },
    isWhole: async (name) => (await names(folder(name))).includes('whole'),
    async tidy() {
      await flushing.catch(heardElsewhere)
      memory.clear()
      size = 0
      if (await isBackupUnderWay(home)) return
      const kept = await names(root)
      for (const name of kept) if (!handedIn.test(name)) await rm(folder(name), { recursive: true, force: true })
      if (kept.every((name) => !handedIn.test(name))) await rmdir(root).catch(unlessEmpty)
    },
  }
}

/** A child's input, records that are tried again, and refused ones too long for the journal. */
const handedIn = /__(in|retry|rejected)$/

const toLines = (records: DataRecord[]) => records.map((record) => JSON.stringify(record)).join('\n')
const fromLines = (lines: string): DataRecord[] =>
  lines === '' ? [] : lines.split('\n').map((line) => JSON.parse(line) as DataRecord)

const fileOf = (folder: string, number: number) => path.join(folder, `${number}.jsonl`)

async function keep(folder: string, number: number, lines: string) {
  const file = fileOf(folder, number)
  const handle = await open(`${file}.partial`, 'w').catch(async () => {
    await mkdir(folder, { recursive: true })
    return open(`${file}.partial`, 'w')
  })
  try {
    await handle.writeFile(lines)
    await handle.datasync()
  } finally {
    await handle.close()
  }
  await rename(`${file}.partial`, file)
}

const names = (folder: string) => readdir(folder).catch(ifMissing<string[]>([]))
const numbersIn = async (folder: string) =>
  (await names(folder)).filter((name) => name.endsWith('.jsonl')).map((name) => Number(name.slice(0, -'.jsonl'.length)))
