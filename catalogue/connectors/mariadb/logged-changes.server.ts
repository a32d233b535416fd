import type { CapturedChange } from '@weft/kit/define/capture-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { readEvent, type LogEvent, type MappedColumn, type RowsOf } from './binlog-events.server.ts'
import { LogUnreadable } from './byte-reader.ts'
import type { LogPosition } from './log-position.ts'
import { doneTo, meaningOf } from './logged-statements.ts'
import { fits, type LoggedColumn } from './logged-values.server.ts'

type Wanted = { schema: string; table: string; columns: readonly LoggedColumn[]; from: LogPosition }

/** Why the changes of the table cannot be followed from here on: all of it has to be read again. */
export class Unfollowable extends Error {
  readonly why: 'again' | 'changed' | 'statement' | 'distributed' | 'packed' | 'parts' | 'lost' | 'undone'
  constructor(why: Unfollowable['why']) {
    super(why)
    this.why = why
  }
}

/** What an entry tells besides changes: when the table was emptied at once, or that a statement may have made another of it. */
type Told = { emptied?: string; mayHaveChanged?: boolean }

/**
 * `changes`: how many of the table there are, also what undid some; `given`: how many of them were given; `held`: how many changes of
 * transactions before are held.
 */
type Group = {
  start: number
  at: string
  changes: number
  given: number
  isOpen: boolean
  held: number
  savepoints: Map<string, number>
}
type Row = { record: DataRecord; absent: string[] }

/**
 * Turns entries of the log into the changes of one table. They are held until they are drained: what belongs to a transaction that does
 * not end, as its server has not been there any more, is forgotten.
 */
export function loggedChanges({ schema, table, columns, from }: Wanted) {
  let standing: LogPosition = { ...from }
  /** Where the last entry outside of a transaction ended. */
  let last = from.at
  let group: Group | undefined
  let held: { number: number; change: CapturedChange }[] = []
  const tables = new Map<number, MappedColumn[] | undefined>()

  function follow(event: LogEvent): Told {
    switch (event.kind) {
      case 'file':
        if (event.name !== standing.file) nextFile(event)
        return {}
      case 'format':
        compareMark(event)
        break
      case 'group':
        forget()
        begin(event, event.isStatement === false)
        return {}
      case 'statement':
        return stated(event)
      case 'commit':
        end(event.end)
        return {}
      case 'prepare':
        if (group && group.changes > 0) throw new Unfollowable('distributed')
        end(event.end)
        return {}
      case 'table': {
        const isOurs = event.schema === schema && event.table === table
        if (isOurs && !isAsDescribed(event.columns)) throw new Unfollowable('changed')
        tables.set(event.id, isOurs ? event.columns : undefined)
        return {}
      }
      case 'rows':
        changed(event)
        return {}
      case 'unknown':
        throw new Unfollowable(event.reason)
      case 'other':
    }
    if (!group) end(event.end)
    return {}
  }

  function nextFile({ name, position }: { name: string; position: number }) {
    forget()
    tables.clear()
    last = position
    standing = { file: name, at: position, shape: from.shape }
  }

  function compareMark(event: LogEvent) {
    const mark = markOf(event)
    if (standing.mark !== undefined && standing.mark !== mark) throw new Unfollowable('again')
    standing.mark = mark
  }

  const isAsDescribed = (mapped: readonly MappedColumn[]) =>
    mapped.length === columns.length && mapped.every((one, i) => fits(columns[i]!, one))

  function begin({ at }: LogEvent, isOpen: boolean): Group {
    const given = last === standing.at ? (standing.skip ?? 0) : 0
    const moment = new Date(at * 1000).toISOString()
    group = { start: last, at: moment, changes: 0, given, isOpen, held: held.length, savepoints: new Map() }
    return group
  }

  function standAt(at: number) {
    standing = { file: standing.file, at, mark: standing.mark, shape: from.shape }
  }

  function end(position: number) {
    group = undefined
    // A file may become longer than a position can say: the transaction that made it so is its last.
    if (position <= last) return
    last = position
    standAt(position)
  }

  function forget() {
    if (!group) return
    held.length = Math.min(held.length, group.held)
    standAt(group.start)
    group = undefined
  }

  function stated(event: LogEvent & { kind: 'statement' }): Told {
    const now = group ?? begin(event, false)
    const meaning = meaningOf(event.text)
    if (typeof meaning === 'object') {
      if ('savepoint' in meaning) now.savepoints.set(meaning.savepoint, now.changes)
      else undo(now, now.savepoints.get(meaning.undone) ?? 0)
      return {}
    }
    if (meaning === 'begin') now.isOpen = true
    if (meaning === 'begin' || meaning === 'nothing') return {}
    const done = meaning === 'does' ? doneTo({ schema, table }, event) : undefined
    if (done === 'rows') throw new Unfollowable('statement')
    if (meaning === 'rollback') undo(now, 0)
    if (meaning !== 'does' || !now.isOpen) end(event.end)
    if (done === 'emptied') return { emptied: now.at }
    return done === 'table' ? { mayHaveChanged: true } : {}
  }

  /** It counts like a change, so that whoever goes on behind it knows that it was minded. */
  function undo(now: Group, behind: number) {
    if (now.changes === behind) return
    now.changes++
    if (now.changes <= now.given) return
    if (now.given > behind) throw new Unfollowable('undone')
    held = held.filter(({ number }, i) => i < now.held || number <= behind)
    standing = { ...standing, skip: now.changes }
  }

  function changed({ id, change, rows }: LogEvent & { kind: 'rows' }) {
    if (!tables.has(id)) throw new LogUnreadable('a table was not described')
    if (!group) throw new LogUnreadable('a change belongs to no transaction')
    const mapped = tables.get(id)
    if (!mapped) return
    if (rows.width !== columns.length) throw new LogUnreadable('a row has other columns than its table')
    while (rows.from.left() > 0) {
      const first = rowFrom(columns, mapped, rows.first, rows.from)
      const second = rows.second && rowFrom(columns, mapped, rows.second, rows.from)
      group.changes++
      if (group.changes <= group.given) continue
      standing = { ...standing, skip: group.changes }
      const position = `${standing.file} ${group.start} ${group.changes}`
      const number = group.changes
      held.push({ number, change: { ...changeOf(change, first, second), at: group.at, position } })
    }
  }

  return {
    take: (bytes: Buffer) => follow(readEvent(bytes)),
    held: () => held.length,
    isBetween: () => group === undefined,
    /** What is held, and where a reading goes on behind it. */
    drain(): { changes: CapturedChange[]; position: LogPosition } {
      const changes = held.map(({ change }) => change)
      held = []
      if (group) {
        group.held = 0
        group.given = Math.max(group.given, group.changes)
      }
      return { changes, position: { ...standing } }
    },
    /** What is held of a transaction under way. */
    forget,
  }
}

/** When and by which server a file was begun. */
export const markOf = ({ at, server }: LogEvent) => `${at} ${server}`

function changeOf(kind: CapturedChange['kind'], first: Row, second: Row | undefined) {
  if (!second) return { kind, record: first.record, ...(kind === 'insert' && missing(first.absent)) }
  // Where only what has changed is logged the rest may stand in the row before.
  for (const name of second.absent) if (name in first.record) second.record[name] = first.record[name]
  const absent = second.absent.filter((name) => !(name in first.record))
  return { kind, record: second.record, before: first.record, ...missing(absent) }
}

const missing = (names: string[]) => (names.length > 0 ? { unchanged: names } : {})
const has = (bits: Buffer, i: number) => ((bits[i >> 3]! >> (i & 7)) & 1) === 1

function rowFrom(
  columns: readonly LoggedColumn[],
  mapped: readonly MappedColumn[],
  present: Buffer,
  from: RowsOf['from'],
): Row {
  const count = columns.filter((_, i) => has(present, i)).length
  // Rows of nothing would have no end.
  if (count === 0) throw new LogUnreadable('a row has no columns')
  const empty = from.bytes((count + 7) >> 3)
  const row: Row = { record: {}, absent: [] }
  let at = 0
  for (const [i, { name, read }] of columns.entries())
    if (!has(present, i)) row.absent.push(name)
    else row.record[name] = has(empty, at++) ? null : read(from, mapped[i]!.meta)
  return row
}
