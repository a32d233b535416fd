import type { Readable } from 'node:stream'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { Fault } from '@weft/kit/files/remote/connection.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { Line } from './line.server.ts'
import { onServer, opened } from './opened.server.ts'
import { bytesRead, countWritten, created } from './protocol/answers.ts'
import { access, disposition, option, piece } from './protocol/requests.ts'
import * as requests from './protocol/requests.ts'
import { status } from './protocol/status.ts'

/** So many requests are under way at once: what a far server needs to be fast. */
const window = 16

/** The bytes of a file from a position on. */
export async function* readFile(line: Line, path: string, start: number): AsyncGenerator<Buffer> {
  const asked = { path: onServer(path), access: access.read, disposition: disposition.open, options: option.file }
  const { file, size } = created((await line.ask({ command: 'create', body: requests.create(asked) })).message)
  try {
    const under: { at: number; bytes: Promise<Buffer> }[] = []
    for (let next = start; next < size || under.length > 0;) {
      for (; next < size && under.length < window; next += piece) {
        const bytes = pieceAt(line, file, next)
        bytes.catch(heardElsewhere)
        under.push({ at: next, bytes })
      }
      const { at, bytes } = under.shift()!
      const end = Math.min(at + piece, size)
      let got = await bytes
      // A server may answer with less than it was asked for.
      for (let from = at; got.length > 0;) {
        yield got.subarray(0, end - from)
        from += got.length
        if (from >= end) break
        got = await pieceAt(line, file, from)
      }
      if (got.length === 0) return
    }
  } finally {
    if (line.isOpen())
      await line
        .ask({ command: 'close', body: requests.close(file) })
        .catch(ignore('a file on a share could not be closed after it was read'))
  }
}

async function pieceAt(line: Line, file: Buffer, at: number): Promise<Buffer> {
  const answer = await line.ask({ command: 'read', body: requests.read(file, at), fine: [status.end_of_file] })
  return answer.status === status.end_of_file ? Buffer.alloc(0) : bytesRead(answer.message)
}

/** Writes a file from its beginning. */
export async function writeFile(line: Line, path: string, source: Readable): Promise<void> {
  const how = { access: access.write, disposition: disposition.overwrite_or_create, options: option.file }
  await opened(line, path, how, async ({ file }) => {
    const under = new Set<Promise<void>>()
    let failed: unknown
    let at = 0
    for await (const bytes of pieces(source)) {
      if (failed) throw failed
      const body = requests.write(file, at, bytes)
      at += bytes.length
      const writing = line
        .ask({ command: 'write', body })
        .then(({ message }) => {
          if (countWritten(message) !== bytes.length) throw new Fault('full', 'not all of it was written')
        })
        .catch((error: unknown) => void (failed ??= error))
        .finally(() => under.delete(writing))
      under.add(writing)
      if (under.size >= window) await Promise.race(under)
    }
    await Promise.all(under)
    if (failed) throw failed
  })
}

/** The bytes of a stream in pieces no larger than one request may be. */
async function* pieces(source: Readable): AsyncIterable<Buffer> {
  for await (const chunk of source as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk as Buffer)
    for (let i = 0; i < bytes.length; i += piece) yield bytes.subarray(i, i + piece)
  }
}
