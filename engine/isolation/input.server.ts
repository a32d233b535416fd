import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { pieceBytes } from './messages.ts'

type Stream = { source: Readable; pieces: AsyncIterator<Buffer> }

let written = 0

/** Hands an input to a process as files in its folder, piece by piece as it asks: never more than one lies there, however large it is. */
export function handOver(input: ((name?: string) => Promise<Readable>) | undefined, folder: string) {
  const streams = new Map<number, Stream>()
  let opened = 0

  const close = (id: number) => {
    streams.get(id)?.source.destroy()
    streams.delete(id)
  }
  return {
    answers: {
      'input.open': async (name: unknown) => {
        if (!input) throw new Error('This task has no input.')
        const source = await input(name as string | undefined)
        streams.set(++opened, { source, pieces: piecesOf(source) })
        return opened
      },
      'input.next': async (id: unknown) => {
        const next = await streams.get(id as number)?.pieces.next()
        if (!next || next.done) return undefined
        const name = `input-${++written}`
        await writeFile(path.join(folder, name), next.value)
        return name
      },
      'input.close': async (id: unknown) => close(id as number),
    },
    close() {
      for (const id of streams.keys()) close(id)
    },
  }
}

/** A stream in pieces of about the same size. */
async function* piecesOf(source: Readable): AsyncGenerator<Buffer> {
  let gathered: Buffer[] = []
  let size = 0
  for await (const part of source) {
    const bytes = Buffer.isBuffer(part) ? part : Buffer.from(part as string)
    gathered.push(bytes)
    size += bytes.length
    if (size < pieceBytes) continue
    yield Buffer.concat(gathered)
    gathered = []
    size = 0
  }
  if (size > 0) yield Buffer.concat(gathered)
}
