import { mkdir, open } from 'node:fs/promises'
import path from 'node:path'

const block = 512
const folderType = '5'
const fileTypes = new Set(['0', '\0'])

/**
 * Unpacks a tar archive as PostgreSQL writes it (files and folders, names of at most 100 bytes) below a folder that is there. Each file is on
 * the disk when this is over. Throws at anything else, and at names that lead out of the folder.
 */
export async function unpackTar(archive: AsyncIterable<Buffer>, folder: string): Promise<void> {
  const bytes = readerOf(archive)
  for (let head = await bytes.take(block); head; head = await bytes.take(block)) {
    if (head.every((byte) => byte === 0)) continue // two empty blocks end an archive, and what feeds it waits to be read to its end
    const { name, type, size } = memberOf(head)
    const place = path.join(folder, name)
    if (place !== folder && !place.startsWith(`${folder}${path.sep}`))
      throw new Error(`The archive holds the name ${name}, which leads elsewhere.`)
    if (type === folderType) await mkdir(place, { recursive: true, mode: 0o700 })
    else if (fileTypes.has(type)) await writeMember(place, bytes.pieces(size))
    else throw new Error(`The archive holds ${name}, which is neither a file nor a folder.`)
    await bytes.take((block - (size % block)) % block)
  }
}

function memberOf(head: Buffer) {
  const text = (from: number, to: number) => head.toString('utf8', from, to).split('\0')[0]!
  return {
    name: text(0, 100),
    type: String.fromCharCode(head[156]!),
    // Beyond 8 GB a size does not fit its eleven octal digits and stands in binary behind a first bit.
    size: head[124]! & 0x80 ? Number(head.readBigUInt64BE(128)) : Number.parseInt(text(124, 136), 8) || 0,
  }
}

async function writeMember(place: string, pieces: AsyncIterable<Buffer>) {
  await mkdir(path.dirname(place), { recursive: true, mode: 0o700 })
  const handle = await open(place, 'wx', 0o600)
  try {
    for await (const piece of pieces) await handle.writeFile(piece)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Bytes in the sizes they are asked for, of whatever pieces they come in. */
function readerOf(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  /** What is at hand of at most so many bytes; nothing at the end. */
  async function next(most: number): Promise<Buffer | undefined> {
    while (rest.length === 0) {
      const { done, value } = await chunks.next()
      if (done) return undefined
      rest = value
    }
    const piece = rest.subarray(0, most)
    rest = rest.subarray(piece.length)
    return piece
  }
  async function* pieces(size: number): AsyncGenerator<Buffer> {
    for (let left = size; left > 0;) {
      const piece = await next(left)
      if (!piece) throw new Error('The archive ends in the middle.')
      left -= piece.length
      yield piece
    }
  }
  return {
    pieces,
    /** So many bytes, or nothing where there are none any more. */
    async take(size: number): Promise<Buffer | undefined> {
      const first = await next(size)
      if (!first || first.length === size) return first
      return Buffer.concat([first, ...(await Array.fromAsync(pieces(size - first.length)))])
    },
  }
}
