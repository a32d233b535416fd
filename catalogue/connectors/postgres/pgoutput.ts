/**
 * What PostgreSQL's own plugin `pgoutput` says of a transaction, in version 1 of its protocol, values as text:
 * https://www.postgresql.org/docs/current/protocol-logicalrep-message-formats.html
 */
export type LogMessage =
  | { kind: 'begin'; commit: bigint; at: string }
  | { kind: 'commit'; end: bigint }
  | { kind: 'relation'; id: number; schema: string; table: string; columns: LoggedColumn[] }
  | { kind: 'insert'; relation: number; now: LoggedRow }
  | { kind: 'update'; relation: number; before?: LoggedRow; isWhole: boolean; now: LoggedRow }
  | { kind: 'delete'; relation: number; before: LoggedRow; isWhole: boolean }
  | { kind: 'truncate'; relations: number[] }

/** Whether the column is one of those by which the log tells which row it is. */
export type LoggedColumn = { name: string; isKey: boolean }
/** `unchanged`: a large value that the log does not repeat. */
export type LoggedRow = (string | null | typeof unchanged)[]
export const unchanged = Symbol('unchanged')

/** What is no message of the protocol. */
export class LogUnreadable extends Error {}

/** One message; undefined where it says nothing of records. */
export function readMessage(bytes: Buffer): LogMessage | undefined {
  const from = readerOf(bytes)
  const kind = from.letter()
  switch (kind) {
    case 'B':
      return { kind: 'begin', commit: from.int64(), at: moment(from.int64()) }
    case 'C':
      from.skip(1 + 8)
      return { kind: 'commit', end: from.int64() }
    case 'R': {
      const relation = { kind: 'relation', id: from.int32(), schema: from.text(), table: from.text() } as const
      from.skip(1)
      return { ...relation, columns: from.list(from.int16(), () => columnFrom(from)) }
    }
    case 'I':
      return { kind: 'insert', relation: from.int32(), now: rowBehind(from, 'N') }
    case 'U': {
      const relation = from.int32()
      const letter = from.letter()
      if (letter === 'N') return { kind: 'update', relation, isWhole: false, now: from.row() }
      const before = oldRow(from, letter)
      return { kind: 'update', relation, ...before, now: rowBehind(from, 'N') }
    }
    case 'D': {
      const relation = from.int32()
      return { kind: 'delete', relation, ...oldRow(from, from.letter()) }
    }
    case 'T': {
      const count = from.int32()
      from.skip(1)
      return { kind: 'truncate', relations: from.list(count, () => from.int32()) }
    }
    // Where a change came from first, types that are not built in, and what somebody has written into the log by hand.
    case 'O':
    case 'Y':
    case 'M':
      return undefined
    default:
      throw new LogUnreadable(`there is no message ${JSON.stringify(kind)}`)
  }
}

type From = ReturnType<typeof readerOf>

function columnFrom(from: From): LoggedColumn {
  const isKey = (from.int8() & 1) === 1
  const name = from.text()
  from.skip(4 + 4)
  return { name, isKey }
}

function rowBehind(from: From, wanted: 'N'): LoggedRow {
  const letter = from.letter()
  if (letter !== wanted) throw new LogUnreadable(`a row begins with ${JSON.stringify(letter)}`)
  return from.row()
}

function oldRow(from: From, letter: string): { before: LoggedRow; isWhole: boolean } {
  if (letter !== 'K' && letter !== 'O') throw new LogUnreadable(`an old row begins with ${JSON.stringify(letter)}`)
  return { before: from.row(), isWhole: letter === 'O' }
}

function readerOf(bytes: Buffer) {
  let at = 0
  const take = (length: number): number => {
    if (length < 0 || at + length > bytes.length) throw new LogUnreadable('a message is cut off')
    const start = at
    at += length
    return start
  }
  const reader = {
    skip: (length: number) => void take(length),
    letter: () => String.fromCharCode(bytes.readUInt8(take(1))),
    int8: () => bytes.readInt8(take(1)),
    int16: () => bytes.readInt16BE(take(2)),
    int32: () => bytes.readInt32BE(take(4)),
    int64: () => bytes.readBigInt64BE(take(8)),
    text() {
      const end = bytes.indexOf(0, at)
      if (end < 0) throw new LogUnreadable('a name does not end')
      return bytes.toString('utf8', take(end - at + 1), end)
    },
    list<T>(count: number, one: () => T): T[] {
      // Each entry takes a byte at least: who announces more does not mean it.
      if (count < 0 || count > bytes.length - at) throw new LogUnreadable('a message is cut off')
      return Array.from({ length: count }, one)
    },
    row: (): LoggedRow => reader.list(reader.int16(), value),
  }
  function value(): LoggedRow[number] {
    const kind = reader.letter()
    if (kind === 'n') return null
    if (kind === 'u') return unchanged
    if (kind !== 't') throw new LogUnreadable(`a value begins with ${JSON.stringify(kind)}`)
    const length = reader.int32()
    const start = take(length)
    return bytes.toString('utf8', start, start + length)
  }
  return reader
}

const epoch = Date.UTC(2000, 0, 1)

/** Microseconds since the year 2000 as ISO 8601. */
function moment(microseconds: bigint): string {
  const at = new Date(epoch + Number(microseconds / 1000n))
  if (Number.isNaN(at.getTime())) throw new LogUnreadable('a point in time lies nowhere')
  return at.toISOString()
}
