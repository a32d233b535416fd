import type { Seen } from '@weft/kit/files/remote/connection.ts'
import { Malformed, sliceOf } from './bytes.ts'
import { piece } from './requests.ts'

// What stands behind the header of an answer: MS-SMB2 2.2. Offsets count from the header.

const attribute = { folder: 0x10, link: 0x400 }

/** Bodies begin with their own size, of which the fixed part has to be there. */
function checked(message: Buffer, size: number): Buffer {
  sliceOf(message, 64, size - (size % 2))
  if (message.readUInt16LE(64) !== size) throw new Malformed('an answer of another kind than was asked for')
  return message
}

/** The version that the server chose; it takes and gives at least as much at once as is ever asked of it. */
export function negotiated(answer: Buffer): number {
  const message = checked(answer, 65)
  if (Math.min(message.readUInt32LE(96), message.readUInt32LE(100)) < piece)
    throw new Malformed('it takes less than any server does')
  return message.readUInt16LE(68)
}

export function sessionSet(answer: Buffer) {
  const message = checked(answer, 9)
  const isGuest = (message.readUInt16LE(66) & 3) !== 0
  return { isGuest, token: sliceOf(message, message.readUInt16LE(68), message.readUInt16LE(70)) }
}

const disk = 1
export const isDisk = (answer: Buffer): boolean => checked(answer, 16).readUInt8(66) === disk

export function created(answer: Buffer): { file: Buffer } & Omit<Seen, 'name'> {
  const message = checked(answer, 89)
  return {
    file: Buffer.from(message.subarray(128, 144)),
    kind: kindOf(message.readUInt32LE(120)),
    size: sizeOf(message.readBigUInt64LE(112)),
    modified_at: timeOf(message.readBigUInt64LE(88)),
  }
}

export function bytesRead(answer: Buffer): Buffer {
  const message = checked(answer, 17)
  const length = message.readUInt32LE(68)
  if (length > piece) throw new Malformed('more bytes than were asked for')
  return sliceOf(message, message.readUInt8(66), length)
}

export const countWritten = (answer: Buffer): number => checked(answer, 17).readUInt32LE(68)

/** The entries of a folder, without itself and the one around it. */
export function listed(answer: Buffer): Seen[] {
  const message = checked(answer, 9)
  const length = message.readUInt32LE(68)
  if (length > piece) throw new Malformed('more bytes than were asked for')
  const list = sliceOf(message, message.readUInt16LE(66), length)
  const found: Seen[] = []
  for (let at = 0; ;) {
    const entry = sliceOf(list, at, 64)
    const name = sliceOf(list, at + 64, entry.readUInt32LE(60)).toString('utf16le')
    if (name !== '.' && name !== '..')
      found.push({
        name,
        kind: kindOf(entry.readUInt32LE(56)),
        size: sizeOf(entry.readBigUInt64LE(40)),
        modified_at: timeOf(entry.readBigUInt64LE(24)),
      })
    const next = entry.readUInt32LE(0)
    if (next === 0) return found
    if (next < 64) throw new Malformed('a list that turns in a circle')
    at += next
  }
}

const kindOf = (attributes: number): Seen['kind'] =>
  attributes & attribute.link ? 'link' : attributes & attribute.folder ? 'folder' : 'file'

function sizeOf(size: bigint): number {
  if (size > BigInt(Number.MAX_SAFE_INTEGER)) throw new Malformed('a file larger than there are')
  return Number(size)
}

/** From tenths of a microsecond since 1601; the beginning of time for what no clock says. */
function timeOf(time: bigint): string {
  const since = Number(time / 10_000n) - 11_644_473_600_000
  return new Date(since > 0 && since < 8.64e15 ? since : 0).toISOString()
}
