import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault, placed, tooDeep, type Path } from './fault.ts'

const texts = defineMessages({
  short: { en: 'The content ends too early.', de: 'Der Inhalt endet zu früh.' },
  varint: { en: 'A number is longer than 64 bits.', de: 'Eine Zahl ist länger als 64 Bit.' },
  text: { en: 'The text is not UTF-8.', de: 'Der Text ist nicht UTF-8.' },
  many: {
    en: 'It becomes more values than a content of its length should.',
    de: 'Daraus werden mehr Werte, als ein Inhalt dieser Länge haben sollte.',
  },
})

/** Bytes on their way to be values: how far they were read, and for which field. */
export type Source = {
  readonly bytes: Uint8Array
  at: number
  end: number
  depth: number
  /** How many values may still come of them: a few bytes can stand for any number of empty ones. */
  values_left: number
  readonly path: Path
}

const most_levels = 100
const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

export const sourceOf = (bytes: Uint8Array, at: number): Source => ({
  bytes,
  at,
  end: bytes.length,
  depth: 0,
  values_left: 50_000 + 16 * bytes.length,
  path: [],
})

/** Reads all of it; what is wrong is told with its place. */
export function readWhole<T>(source: Source, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof Fault ? new Fault(placed(error.reason, source.path, source.at), error) : error
  }
}

export function count(source: Source, values = 1) {
  source.values_left -= values
  if (source.values_left < 0) throw new Fault(texts.many())
}

/** Reads what lies a level deeper, under its name. */
export function within<T>(source: Source, key: string | number, read: () => T): T {
  if (++source.depth > most_levels) throw tooDeep(most_levels)
  source.path.push(key)
  const value = read()
  source.path.pop()
  source.depth--
  return value
}

export function takeByte(source: Source): number {
  if (source.at >= source.end) throw new Fault(texts.short())
  return source.bytes[source.at++]!
}

export function takeBytes(source: Source, length: number): Uint8Array {
  if (length < 0 || length > source.end - source.at) throw new Fault(texts.short())
  return source.bytes.subarray(source.at, (source.at += length))
}

export const viewOf = (bytes: Uint8Array) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)

export const takeView = (source: Source, length: number): DataView => viewOf(takeBytes(source, length))

/** A number of up to 64 bits in groups of seven, the lowest first. */
export function takeVarint(source: Source): bigint {
  let low = 0
  for (let shift = 0; shift < 28; shift += 7) {
    const byte = takeByte(source)
    low += (byte & 0x7f) << shift
    if (byte < 0x80) return BigInt(low)
  }
  let value = BigInt(low)
  for (let shift = 28n; shift < 70n; shift += 7n) {
    const byte = takeByte(source)
    value |= BigInt(byte & 0x7f) << shift
    if (byte >= 0x80) continue
    if (value >= 1n << 64n) break
    return value
  }
  throw new Fault(texts.varint())
}

/** The same with its sign in the lowest bit. */
export function takeZigzag(source: Source): bigint {
  const value = takeVarint(source)
  return (value >> 1n) ^ -(value & 1n)
}

export function textOf(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (cause) {
    throw new Fault(texts.text(), cause)
  }
}

export const base64Of = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64')
