import { inflateSync } from 'node:zlib'
import { LogUnreadable, readerOf, type ByteReader } from './byte-reader.ts'

/**
 * What MariaDB and MySQL write into their binary log, each entry behind a head of 19 bytes: https://mariadb.com/kb/en/replication-protocol/
 * `end`: where the entry ends in its file, 0 of what the server has made up for its reader.
 */
export type LogEvent = { at: number; server: number; end: number } & LogEntry

type LogEntry =
  | { kind: 'file'; name: string; position: number }
  | { kind: 'format' }
  /** `isStatement`: all of it is the statement that follows. */
  | { kind: 'group'; isStatement: boolean | undefined }
  | { kind: 'statement'; schema: string; text: string }
  | { kind: 'commit' }
  | { kind: 'prepare' }
  | { kind: 'table'; id: number; schema: string; table: string; columns: MappedColumn[] }
  | { kind: 'rows'; id: number; change: 'insert' | 'update' | 'delete'; rows: RowsOf }
  | { kind: 'unknown'; reason: 'packed' | 'parts' | 'lost' }
  | { kind: 'other' }

/** `type` as the log numbers them, `meta` what it needs to know to read a value. */
export type MappedColumn = { type: number; meta: number }
/** Of which columns there are values, before and after; `from` stands before the first row. */
export type RowsOf = { width: number; first: Buffer; second: Buffer | undefined; from: ByteReader }

/** No row is larger that a database should hold, and nobody is to fill the memory here. */
export const most_bytes = 64_000_000

const changes = ['insert', 'update', 'delete'] as const

export function readEvent(bytes: Buffer): LogEvent {
  const from = readerOf(bytes)
  const at = from.number(4)
  const type = from.number(1)
  const server = from.number(4)
  from.skip(4)
  const end = from.number(4)
  from.skip(2)
  return { at, server, end, ...readEntry(type, from) }
}

function readEntry(type: number, from: ByteReader): LogEntry {
  switch (type) {
    case 2:
      return statementFrom(from, (rest) => rest)
    case 165:
      return statementFrom(from, inflated)
    case 4: {
      const position = Number(from.large())
      return { kind: 'file', position, name: from.text(from.left()) }
    }
    case 15:
      return { kind: 'format' }
    case 16:
      return { kind: 'commit' }
    case 19:
      return tableFrom(from)
    // In one phase or as the first of two.
    case 38:
      return { kind: from.number(1) === 1 ? 'commit' : 'prepare' }
    case 23:
    case 24:
    case 25:
      return rowsFrom(from, changes[type - 23]!, { isSecond: false, isPacked: false })
    case 30:
    case 31:
    case 32:
      return rowsFrom(from, changes[type - 30]!, { isSecond: true, isPacked: false })
    case 166:
    case 167:
    case 168:
      return rowsFrom(from, changes[type - 166]!, { isSecond: false, isPacked: true })
    case 169:
    case 170:
    case 171:
      return rowsFrom(from, changes[type - 169]!, { isSecond: true, isPacked: true })
    case 162:
      from.skip(8 + 4)
      return { kind: 'group', isStatement: (from.number(1) & 1) === 1 }
    // MySQL does not say beforehand.
    case 33:
    case 34:
    case 42:
      return { kind: 'group', isStatement: undefined }
    case 26:
      return { kind: 'unknown', reason: 'lost' }
    case 39:
      return { kind: 'unknown', reason: 'parts' }
    case 40:
      return { kind: 'unknown', reason: 'packed' }
    default:
      return { kind: 'other' }
  }
}

function statementFrom(from: ByteReader, unpacked: (rest: Buffer) => Buffer): LogEntry {
  from.skip(4 + 4)
  const schemaLength = from.number(1)
  from.skip(2)
  from.skip(from.number(2))
  const schema = from.text(schemaLength)
  from.skip(1)
  return { kind: 'statement', schema, text: unpacked(from.bytes(from.left())).toString('utf8') }
}

function tableFrom(from: ByteReader): LogEntry {
  const id = from.number(6)
  from.skip(2)
  const name = () => {
    const text = from.text(from.number(1))
    from.skip(1)
    return text
  }
  const [schema, table] = [name(), name()]
  const types = from.bytes(from.packed())
  const metas = readerOf(from.bytes(from.packed()))
  return { kind: 'table', id, schema, table, columns: [...types].map((type) => columnFrom(type, metas)) }
}

function columnFrom(type: number, metas: ByteReader): MappedColumn {
  switch (type) {
    // A float, a double, texts and documents by the bytes of their length, and points in time by the digits of their fraction.
    case 4:
    case 5:
    case 17:
    case 18:
    case 19:
    case 245:
    case 252:
    case 255:
      return { type, meta: metas.number(1) }
    case 15:
    case 16:
      return { type, meta: metas.number(2) }
    case 246:
      return { type, meta: metas.highFirst(2) }
    case 254: {
      // Of a long text two bits of the length stand in the type.
      const [real, length] = [metas.number(1), metas.number(1)]
      return real === 247 || real === 248
        ? { type: real, meta: length }
        : { type, meta: length | (((real & 0x30) ^ 0x30) << 4) }
    }
    default:
      return { type, meta: 0 }
  }
}

type Layout = { isSecond: boolean; isPacked: boolean }

function rowsFrom(from: ByteReader, change: (typeof changes)[number], { isSecond, isPacked }: Layout): LogEntry {
  const id = from.number(6)
  from.skip(2)
  if (isSecond) from.skip(from.number(2) - 2)
  const width = from.packed()
  const bitmap = () => from.bytes((width + 7) >> 3)
  const first = bitmap()
  const second = change === 'update' ? bitmap() : undefined
  const rest = from.bytes(from.left())
  return { kind: 'rows', id, change, rows: { width, first, second, from: readerOf(isPacked ? inflated(rest) : rest) } }
}

/** As MariaDB packs: how many bytes its length takes, its length, and what zlib has made of it. */
function inflated(packed: Buffer): Buffer {
  const from = readerOf(packed)
  const head = from.number(1)
  if ((head & 0x70) !== 0) throw new LogUnreadable('an entry is packed in an unknown way')
  from.skip(head & 7)
  try {
    return inflateSync(from.bytes(from.left()), { maxOutputLength: most_bytes })
  } catch {
    throw new LogUnreadable('a packed entry cannot be unpacked')
  }
}
