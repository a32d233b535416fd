import type { CapturedChange } from '@weft/kit/define/capture-session.ts'
import type { FoundField } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { loggedReaderOf } from './fields.ts'
import { textOf } from './log-position.ts'
import {
  LogUnreadable,
  readMessage,
  unchanged,
  type LoggedColumn,
  type LoggedRow,
  type LogMessage,
} from './pgoutput.ts'

type Wanted = { schema: string; table: string; fields: readonly FoundField[]; at: bigint; skip: number }
type Column = LoggedColumn & { read: (text: string) => unknown }

/** Where the reading stands: behind the end of a transaction, or behind so many changes of one that was committed at `at`. */
type Standing = { at: bigint; skip: number }

/**
 * Turns messages into the changes of one table: those of transactions that were committed at `at` or later, of that very one without
 * the first `skip`. Tables are described anew in each reading, before their first change.
 */
export function loggedChanges({ schema, table, fields, at, skip }: Wanted) {
  const readers = new Map(fields.map((field) => [field.name, loggedReaderOf(field)]))
  const relations = new Map<number, Column[] | undefined>()
  let standing: Standing = { at, skip }
  let transaction: { commit: bigint; at: string; changes: number } | undefined

  function follow(message: LogMessage | undefined): CapturedChange | { emptied: string } | undefined {
    if (!message) return undefined
    switch (message.kind) {
      case 'begin':
        transaction = { commit: message.commit, at: message.at, changes: 0 }
        return undefined
      case 'commit':
        transaction = undefined
        if (message.end > standing.at) standing = { at: message.end, skip: 0 }
        return undefined
      case 'relation': {
        const isOurs = message.schema === schema && message.table === table
        relations.set(message.id, isOurs ? message.columns.map(withReader) : undefined)
        return undefined
      }
      case 'truncate': {
        const { at: when, isNew } = counted(message.relations.some((id) => columnsOf(id) !== undefined))
        return isNew ? { emptied: when } : undefined
      }
      default: {
        const columns = columnsOf(message.relation)
        const { at: when, position, isNew } = counted(columns !== undefined)
        return isNew ? { ...changeOf(message, columns!), at: when, position } : undefined
      }
    }
  }

  function columnsOf(id: number): Column[] | undefined {
    if (!relations.has(id)) throw new LogUnreadable('a table was not described')
    return relations.get(id)
  }

  /** Counts what is about the table, and says whether it was not given before. */
  function counted(isOurs: boolean) {
    if (!transaction) throw new LogUnreadable('a change belongs to no transaction')
    if (isOurs) transaction.changes++
    const { commit, changes, at: when } = transaction
    const isNew = isOurs && (commit > standing.at || (commit === standing.at && changes > standing.skip))
    if (isNew) standing = { at: commit, skip: changes }
    return { at: when, position: `${textOf(commit)} ${changes}`, isNew }
  }

  const withReader = (column: LoggedColumn): Column => ({
    ...column,
    read: readers.get(column.name) ?? ((text) => text),
  })

  return { take: (bytes: Buffer) => follow(readMessage(bytes)), standing: () => standing }
}

type RowMessage = Extract<LogMessage, { kind: 'insert' | 'update' | 'delete' }>

function changeOf(message: RowMessage, columns: readonly Column[]): Pick<CapturedChange, 'kind' | 'record'> {
  const { kind } = message
  if (kind === 'insert') return { kind, ...recordOf(columns, message.now) }
  const before = message.before && recordOf(message.isWhole ? columns : columns.map(orNothing), message.before).record
  if (kind === 'delete') return { kind, record: before! }
  const now = recordOf(columns, message.now)
  // What the log leaves out of the new row stands in the old one, where all of that is logged.
  for (const name of message.isWhole && before ? (now.unchanged ?? []) : []) now.record[name] = before![name]
  return { kind, ...(message.isWhole ? { record: now.record } : now), ...(before && { before }) }
}

/** Of a row's key only that is known: the other columns stand there as nothing. */
const orNothing = (column: Column): Column | undefined => (column.isKey ? column : undefined)

function recordOf(columns: readonly (Column | undefined)[], row: LoggedRow) {
  if (row.length !== columns.length) throw new LogUnreadable('a row has other columns than its table')
  const record: DataRecord = {}
  const missing: string[] = []
  for (const [i, column] of columns.entries()) {
    if (!column) continue
    const value = row[i]!
    if (value === unchanged) missing.push(column.name)
    else record[column.name] = value === null ? null : read(column, value)
  }
  return missing.length > 0 ? { record, unchanged: missing } : { record }
}

function read(column: Column, value: string): unknown {
  try {
    return column.read(value)
  } catch {
    throw new LogUnreadable(`a value of ${column.name} is none of its type`)
  }
}
