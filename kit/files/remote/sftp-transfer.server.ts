import type { Readable } from 'node:stream'
import { heardElsewhere } from '../../errors/heard-elsewhere.ts'
import { ignore } from '../../log/ignore.server.ts'
import type { SFTPWrapper } from 'ssh2'
import { isEnd } from './sftp-faults.server.ts'
import type { Ask } from './sftp-requests.server.ts'

// So many requests of so many bytes are under way at once: what a far server needs to be fast.
const window = 16
const piece = 32 * 1024

type Session = { ask: Ask; sftp: SFTPWrapper }

/** The bytes of a file from a position on, many requests under way at once. */
export async function* readFile(session: Session, path: string, start: number): AsyncGenerator<Buffer> {
  const { ask, sftp } = session
  const handle = await ask<Buffer>((done) => sftp.open(path, 'r', done))
  try {
    const under: Promise<Buffer>[] = []
    for (let at = start; ; at += piece) {
      const reading = readPiece(session, handle, at)
      reading.catch(heardElsewhere)
      under.push(reading)
      if (under.length < window) continue
      const bytes = await under.shift()
      if (!bytes) return
      if (bytes.length > 0) yield bytes
      if (bytes.length < piece) return
    }
  } finally {
    await ask<void>((done) => sftp.close(handle, done)).catch(
      ignore('a file on an SFTP server could not be closed after it was read'),
    )
  }
}

/** A piece of a file, shorter only at its end. */
async function readPiece({ ask, sftp }: Session, handle: Buffer, at: number): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(piece)
  let filled = 0
  while (filled < piece) {
    const count = await ask<number>((done) =>
      sftp.read(handle, bytes, filled, piece - filled, at + filled, (error, n) =>
        isEnd(error) ? done(null, 0) : done(error, n),
      ),
    )
    if (count === 0) break
    filled += count
  }
  return bytes.subarray(0, filled)
}

/** Writes a file from its beginning, many requests under way at once. */
export async function writeFile({ ask, sftp }: Session, path: string, source: Readable) {
  const handle = await ask<Buffer>((done) => sftp.open(path, 'w', done))
  const under = new Set<Promise<void>>()
  let failed: Error | undefined
  let at = 0
  try {
    for await (const bytes of pieces(source)) {
      if (failed) throw failed
      const position = at
      at += bytes.length
      const writing = ask<void>((done) => sftp.write(handle, bytes, 0, bytes.length, position, done))
        .catch((error: Error) => void (failed ??= error))
        .finally(() => under.delete(writing))
      under.add(writing)
      if (under.size >= window) await Promise.race(under)
    }
    await Promise.all(under)
    if (failed) throw failed
  } finally {
    const closing = ask<void>((done) => sftp.close(handle, done))
    // What a server could not keep it may only say here.
    if (failed) await closing.catch(ignore('a file on an SFTP server could not be closed after writing had failed'))
    else await closing
  }
}

/** The bytes of a stream in pieces no larger than one request may be. */
async function* pieces(source: Readable): AsyncIterable<Buffer> {
  for await (const chunk of source as AsyncIterable<Buffer | string>) {
    const bytes = Buffer.from(chunk as Buffer)
    for (let i = 0; i < bytes.length; i += piece) yield bytes.subarray(i, i + piece)
  }
}
