import { createReadStream } from 'node:fs'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { StringDecoder } from 'node:string_decoder'
import { createZstdCompress, createZstdDecompress } from 'node:zlib'
import { writeWithDigest } from './digest.server.ts'
import type { Part } from './manifest.ts'

/** Writes values as a part of a backup, each as JSON on a line of its own. */
export async function writeLines(folder: string, name: string, values: AsyncIterable<unknown>): Promise<Part> {
  const lines = async function* () {
    for await (const value of values) yield `${JSON.stringify(value)}\n`
  }
  const written = await pipeline(Readable.from(lines()), createZstdCompress(), (packed: AsyncIterable<Buffer>) =>
    writeWithDigest(path.join(folder, name), packed),
  )
  return { name, ...written }
}

/** Hands over what was written that way; whoever takes it asks for one value after the other, and gets nothing at the end. */
export const readLines = <Line>(file: string, take: (next: () => Promise<Line | undefined>) => Promise<void>) =>
  pipeline(createReadStream(file), createZstdDecompress(), async (unpacked: AsyncIterable<Buffer>) => {
    const all = linesOf<Line>(unpacked)
    await take(async () => (await all.next()).value as Line | undefined)
  })

async function* linesOf<Line>(pieces: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  for await (const piece of pieces) {
    const lines = (rest + decoder.write(piece)).split('\n')
    rest = lines.pop()!
    for (const line of lines) yield JSON.parse(line) as Line
  }
}
