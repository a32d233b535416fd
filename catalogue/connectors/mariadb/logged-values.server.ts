import type { FoundField } from '@weft/kit/define/connector-session.ts'
import type { MappedColumn } from './binlog-events.server.ts'
import { LogUnreadable, type ByteReader } from './byte-reader.ts'
import { choices, readerOf as fieldReaderOf } from './fields.ts'
import { doubleText } from './double-text.ts'

/** How a column stands in the log: `types` as the log numbers them, `read` as the server would have written the value. */
export type LoggedColumn = { name: string; types: readonly number[]; read: (from: ByteReader, meta: number) => unknown }

/** What `information_schema` says of a column besides. */
type Kept = { base: string; charset: string | null; length: number }

type Reading = Pick<LoggedColumn, 'types' | 'read'>

/** undefined where values of this kind cannot be read from the log. */
export function loggedColumn(field: FoundField, kept: Kept): LoggedColumn | undefined {
  const reading = readingOf(field, kept)
  if (!reading) return undefined
  const asRecord = fieldReaderOf(field)
  const read: LoggedColumn['read'] = asRecord ? (from, meta) => asRecord(reading.read(from, meta)) : reading.read
  return { name: field.name, types: reading.types, read }
}

function readingOf({ native, precision = 0, scale = 0 }: FoundField, kept: Kept): Reading | undefined {
  const isUnsigned = native.includes('unsigned')
  const padded = native.includes('zerofill')
  const whole = (type: number, size: number): Reading => ({
    types: [type],
    read: (from) => (isUnsigned ? from.number(size) : from.signed(size)),
  })
  switch (kept.base) {
    case 'tinyint':
      return whole(1, 1)
    case 'smallint':
      return whole(2, 2)
    case 'mediumint':
      return whole(9, 3)
    case 'int':
      return whole(3, 4)
    case 'bigint': {
      const width = padded ? numberIn(native) : 0
      return {
        types: [8],
        read: (from) => String(isUnsigned ? from.large() : from.largeSigned()).padStart(width, '0'),
      }
    }
    case 'year':
      return { types: [13], read: (from) => yearOf(from.number(1)) }
    case 'decimal': {
      const width = padded ? precision + (scale > 0 ? 1 : 0) : 0
      return { types: [246], read: (from, meta) => decimalFrom(from, meta >> 8, meta & 0xff).padStart(width, '0') }
    }
    // With digits that are told they are rounded when they are written out.
    case 'float':
      return native.includes('(') || padded ? undefined : { types: [4], read: (from) => doubleText(from.float() + 0) }
    case 'double':
      return native.includes('(') || padded ? undefined : { types: [5], read: (from) => doubleText(from.double()) }
    case 'bit':
      return {
        types: [16],
        read: (from, meta) => String(bitsFrom(from.bytes((meta >> 8) + ((meta & 0xff) > 0 ? 1 : 0)))),
      }
    case 'date':
      return { types: [10, 14], read: (from) => dateOf(from.number(3)) }
    case 'datetime':
      return { types: [18], read: dateTimeFrom }
    case 'timestamp':
      return { types: [17], read: timestampFrom }
    case 'time':
      return { types: [19], read: timeFrom }
    case 'enum': {
      const values = ['', ...choices(native)]
      return { types: [247], read: (from, meta) => known(values[from.number(sized(meta))]) }
    }
    case 'set': {
      const values = choices(native)
      return { types: [248], read: (from, meta) => membersOf(values, setFrom(from, meta)) }
    }
    case 'uuid':
      return { types: [254], read: (from, meta) => uuidOf(shortFrom(from, meta, 16)) }
    case 'inet4':
      return { types: [254], read: (from, meta) => [...shortFrom(from, meta, 4)].join('.') }
    case 'char':
    case 'varchar':
    case 'tinytext':
    case 'text':
    case 'mediumtext':
    case 'longtext': {
      const decode = decoderOf(kept.charset)
      const types = kept.base === 'char' ? [254] : kept.base === 'varchar' ? [15] : [252]
      return decode && { types, read: (from, meta) => decode(bytesFrom(types[0]!, from, meta)) }
    }
    case 'binary':
      return { types: [254], read: (from, meta) => shortFrom(from, meta, kept.length).toString('base64') }
    case 'varbinary':
      return { types: [15], read: (from, meta) => bytesFrom(15, from, meta).toString('base64') }
    case 'tinyblob':
    case 'blob':
    case 'mediumblob':
    case 'longblob':
      return { types: [252], read: (from, meta) => bytesFrom(252, from, meta).toString('base64') }
    default:
      return undefined
  }
}

export const fits = (column: LoggedColumn, { type }: MappedColumn) => column.types.includes(type)

const numberIn = (native: string) => Number(/\((\d+)\)/.exec(native)?.[1] ?? 0)
const yearOf = (stored: number) => (stored === 0 ? 0 : 1900 + stored)
const two = (n: number) => String(n).padStart(2, '0')

function known<T>(value: T | undefined): T {
  if (value === undefined) throw new LogUnreadable('a value is none of its type')
  return value
}

function sized(bytes: number): number {
  if (bytes < 1 || bytes > 6) throw new LogUnreadable('a value has a length that none has')
  return bytes
}

function bytesFrom(type: number, from: ByteReader, meta: number): Buffer {
  const bytes = type === 252 ? sized(meta) : meta > 255 ? 2 : 1
  return from.bytes(from.number(bytes))
}

/** The log leaves out zeros at the end. */
function shortFrom(from: ByteReader, meta: number, length: number): Buffer {
  const bytes = bytesFrom(254, from, meta)
  return bytes.length >= length ? bytes : Buffer.concat([bytes, Buffer.alloc(length - bytes.length)])
}

const bitsFrom = (bytes: Buffer) => bytes.reduce((bits, byte) => (bits << 8n) | BigInt(byte), 0n)

function setFrom(from: ByteReader, meta: number): bigint {
  if (meta < 1 || meta > 8) throw new LogUnreadable('a value has a length that none has')
  return bitsFrom(Buffer.from(from.bytes(meta)).reverse())
}
const membersOf = (values: readonly string[], bits: bigint) =>
  values.filter((_, i) => (bits >> BigInt(i)) & 1n).join(',')

/** Digits of nine, each in four bytes, and what is left of them before and behind in fewer; all turned round below zero. */
function decimalFrom(from: ByteReader, precision: number, scale: number): string {
  if (precision < 1 || precision > 65 || scale > precision)
    throw new LogUnreadable('a decimal has digits that none has')
  const few = [0, 1, 1, 2, 2, 3, 3, 4, 4]
  const [before, behind] = [precision - scale, scale]
  const groups = [
    ...(before % 9 > 0 ? [before % 9] : []),
    ...Array<number>(Math.floor(before / 9)).fill(9),
    ...Array<number>(Math.floor(behind / 9)).fill(9),
    ...(behind % 9 > 0 ? [behind % 9] : []),
  ]
  const sizeOf = (digits: number) => (digits === 9 ? 4 : few[digits]!)
  const bytes = Buffer.from(from.bytes(groups.reduce((sum, digits) => sum + sizeOf(digits), 0)))
  const isNegative = (bytes[0]! & 0x80) === 0
  bytes[0]! ^= 0x80
  if (isNegative) for (const [i, byte] of bytes.entries()) bytes[i] = ~byte & 0xff
  let [digits, at] = ['', 0]
  for (const count of groups) {
    digits += String(bytes.readUIntBE(at, sizeOf(count))).padStart(count, '0')
    at += sizeOf(count)
  }
  const whole = digits.slice(0, before).replace(/^0+(?=\d)/, '') || '0'
  return `${isNegative ? '-' : ''}${whole}${behind > 0 ? `.${digits.slice(before)}` : ''}`
}

const dateOf = (bits: number) => `${String(bits >> 9).padStart(4, '0')}-${two((bits >> 5) & 15)}-${two(bits & 31)}`

/** As many digits as the column keeps, with a point. */
function fractionFrom(from: ByteReader, digits: number): string {
  if (digits > 6) throw new LogUnreadable('a point in time has more digits than any')
  if (digits === 0) return ''
  const bytes = (digits + 1) >> 1
  return `.${String(from.highFirst(bytes))
    .padStart(bytes * 2, '0')
    .slice(0, digits)}`
}

function dateTimeFrom(from: ByteReader, digits: number): string {
  const bits = from.highFirst(5)
  const [days, seconds] = [Math.floor(bits / 2 ** 17) % 2 ** 22, bits % 2 ** 17]
  const months = days >> 5
  const date = `${String(Math.floor(months / 13)).padStart(4, '0')}-${two(months % 13)}-${two(days & 31)}`
  return `${date} ${two(seconds >> 12)}:${two((seconds >> 6) & 63)}:${two(seconds & 63)}${fractionFrom(from, digits)}`
}

function timestampFrom(from: ByteReader, digits: number): string {
  const seconds = from.highFirst(4)
  const fraction = fractionFrom(from, digits)
  const at = seconds === 0 ? '0000-00-00 00:00:00' : new Date(seconds * 1000).toISOString().slice(0, 19)
  return `${at}${fraction}`
}

/** Counted from the middle, with its fraction as part of the number. */
function timeFrom(from: ByteReader, digits: number): string {
  if (digits > 6) throw new LogUnreadable('a time has more digits than any')
  const places = ((digits + 1) >> 1) * 2
  const unit = 2 ** (places * 4)
  const counted = from.highFirst(3 + places / 2) - 0x800000 * unit
  const size = Math.abs(counted)
  const [time, fraction] = [Math.floor(size / unit), size % unit]
  const text = `${counted < 0 ? '-' : ''}${two((time >> 12) & 0x3ff)}:${two((time >> 6) & 63)}:${two(time & 63)}`
  return digits === 0 ? text : `${text}.${String(fraction).padStart(places, '0').slice(0, digits)}`
}

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString('hex')
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-')
}

/** What the server calls latin1 is what the web calls it, too. */
const charsets: Record<string, string> = {
  ascii: 'windows-1252',
  latin1: 'windows-1252',
  latin2: 'iso-8859-2',
  cp1250: 'windows-1250',
  cp1251: 'windows-1251',
  ucs2: 'utf-16be',
  utf16: 'utf-16be',
  utf16le: 'utf-16le',
}

function decoderOf(charset: string | null): ((bytes: Buffer) => string) | undefined {
  if (charset === null || /^utf8/.test(charset)) return (bytes) => bytes.toString('utf8')
  const name = charsets[charset]
  if (!name) return undefined
  const decoder = new TextDecoder(name, { ignoreBOM: true })
  return (bytes) => decoder.decode(bytes)
}
