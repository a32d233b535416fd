import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault, placed, tooDeep, type Path } from './fault.ts'

const texts = defineMessages({
  much: { en: 'It becomes too large for a message.', de: 'Es wird zu groß für eine Nachricht.' },
  work: {
    en: 'The schema leaves too many ways to write this.',
    de: 'Das Schema lässt zu viele Möglichkeiten, dies zu schreiben.',
  },
})

/** Values on their way to be bytes. */
export type Target = {
  bytes: Buffer
  length: number
  depth: number
  /** How many values may still be written or tried. */
  tries_left: number
  readonly path: Path
}

const most_levels = 100
const most_bytes = 50_000_000

export const targetOf = (): Target => ({
  bytes: Buffer.alloc(256),
  length: 0,
  depth: 0,
  tries_left: 2_000_000,
  path: [],
})

/** All that was written; what is wrong is told with the field. */
export function writeWhole(target: Target, write: () => void): Uint8Array {
  try {
    write()
  } catch (error) {
    throw error instanceof Fault ? new Fault(placed(error.reason, target.path), error) : error
  }
  return target.bytes.subarray(0, target.length)
}

export function under(target: Target, key: string | number, write: () => void) {
  if (++target.depth > most_levels) throw tooDeep(most_levels)
  if (--target.tries_left < 0) throw new Fault(texts.work())
  target.path.push(key)
  write()
  target.path.pop()
  target.depth--
}

/** Makes room for so many bytes and says where they begin. */
export function room(target: Target, length: number): number {
  const at = target.length
  if (at + length > most_bytes) throw new Fault(texts.much())
  if (at + length > target.bytes.length) {
    const larger = Buffer.alloc(Math.max(target.bytes.length * 2, at + length))
    target.bytes.copy(larger, 0, 0, at)
    target.bytes = larger
  }
  target.length += length
  return at
}

export function putByte(target: Target, byte: number) {
  const at = room(target, 1)
  target.bytes[at] = byte
}

export function putBytes(target: Target, bytes: Uint8Array) {
  const at = room(target, bytes.length)
  target.bytes.set(bytes, at)
}

export function putVarint(target: Target, value: bigint) {
  let left = BigInt.asUintN(64, value)
  for (; left > 0x7fn; left >>= 7n) putByte(target, Number(left & 0x7fn) | 0x80)
  putByte(target, Number(left))
}

export const putZigzag = (target: Target, value: bigint) => putVarint(target, (value << 1n) ^ (value >> 63n))

/** Puts in front how long it is. */
export function putSized(target: Target, bytes: Uint8Array, putLength: (target: Target, length: bigint) => void) {
  putLength(target, BigInt(bytes.length))
  putBytes(target, bytes)
}
