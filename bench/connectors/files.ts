import { PassThrough, type Readable } from 'node:stream'
import { formatBodies } from '@weft/catalogue/formats/all.server.ts'
import { formats } from '@weft/catalogue/formats/all.ts'
import { formatsForSteps, knownFormats } from '@weft/engine/models/formats.ts'
import type { FileSession } from '@weft/kit/define/file-session.ts'
import type { Row } from '../figure.ts'
import { batchFrom } from './orders.ts'
import { readByHand, writtenByHand, type Format } from './files-by-hand.ts'
import { memoryOver, sideBySide, speedRow } from './side-by-side.ts'

/** What a script does by hand, with the same library: bytes from a file and into one. */
export type FilesByHand = {
  read(path: string): Promise<Readable>
  write(path: string, source: Readable): Promise<void>
}

const forSteps = formatsForSteps(knownFormats(formats, formatBodies))
const turns = 3
/** What it takes to make them counts for nobody. */
const made = Array.from({ length: 10 }, (_, i) => batchFrom(i * 1000))

/** Files as the elements read and build them, and as a script does. */
export async function measureFiles(
  name: string,
  rows: number,
  session: FileSession,
  byHand: FilesByHand,
): Promise<Row[]> {
  const figures: Row[] = []
  for (const format of ['csv', 'json'] as const)
    figures.push(...(await measureFormat(`${name}, ${format.toUpperCase()}`, format, rows, session, byHand)))
  return figures
}

async function measureFormat(name: string, format: Format, rows: number, session: FileSession, byHand: FilesByHand) {
  const [ours, theirs] = [`ours.${format}`, `by-hand.${format}`]
  const [writing, reading] = [memoryOver(rows), memoryOver(rows)]
  const times = <T>(turn: T) => Array.from({ length: turns }, () => turn)
  const whole = (count: number) => {
    if (count !== rows) throw new Error(`${name} gave ${count} rows instead of ${rows}`)
  }
  async function* batches(pass: (count: number) => void = () => undefined) {
    for (let n = 0; n < rows; n += 1000) {
      pass(1000)
      yield made[(n / 1000) % made.length]!
    }
  }
  const written = await sideBySide(
    rows * turns,
    times({
      async ours() {
        const pipe = new PassThrough()
        await Promise.all([session.write(ours, pipe), forSteps.write(format, {}, batches(writing.pass), pipe)])
      },
      byHand: () => byHand.write(theirs, writtenByHand(format, batches())),
    }),
  )
  const read = await sideBySide(
    rows * turns,
    times({
      async ours() {
        let count = 0
        for await (const { records } of forSteps.read(format, {}, await session.read(ours))) {
          count += records.length
          reading.pass(records.length)
        }
        whole(count)
      },
      byHand: async () => whole(await readByHand(format, await byHand.read(theirs))),
    }),
  )
  return [
    speedRow(`${name}: write`, written),
    writing.row(`${name}: most memory while writing`),
    speedRow(`${name}: read`, read),
    reading.row(`${name}: most memory while reading`),
  ]
}
