import type { CapturedChange, CaptureReader, CaptureSession } from '@weft/kit/define/capture-session.ts'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import { selectPage } from '@weft/kit/sql/statement.ts'
import { tableParts } from '@weft/kit/sql/table-name.ts'
import type pg from 'pg'
import { postgresSql, recordsOf } from './fields.ts'
import { openLine, statementError, type Settings } from './line.server.ts'
import { logPosition, numberOf, textOf, type LogPosition } from './log-position.ts'
import { loggedChanges } from './logged-changes.ts'
import { LogUnreadable } from './pgoutput.ts'
import { logRights, type LogRights } from './log-rights.ts'
import { publicationOf } from './publication.server.ts'
import { openSession } from './session.server.ts'

const texts = defineMessages({
  level: {
    en: 'The database {database} on {host} does not log what is needed: wal_level is {level} there and has to be logical.',
    de: 'Die Datenbank {database} auf {host} protokolliert nicht, was nötig ist: wal_level ist dort {level} und muss logical sein.',
  },
  role: {
    en: 'The login {user} may not read the log of the database: alter role {user} replication',
    de: 'Der Benutzer {user} darf das Protokoll der Datenbank nicht lesen: alter role {user} replication',
  },
  lost: {
    en: 'The database {database} on {host} has not kept its log from {at} on: the replication slot {name} is gone or was moved on.',
    de: 'Die Datenbank {database} auf {host} hat ihr Protokoll ab {at} nicht aufbewahrt: Der Replication-Slot {name} ist weg oder wurde weitergerückt.',
  },
  unpublished: {
    en: 'The database {database} on {host} does not tell the changes from {at} on: the publication {publication} is gone.',
    de: 'Die Datenbank {database} auf {host} nennt die Änderungen ab {at} nicht: Die Publication {publication} ist weg.',
  },
  unreadable: {
    en: 'The log of the database {database} on {host} cannot be read: {reason}',
    de: 'Das Protokoll der Datenbank {database} auf {host} lässt sich nicht lesen: {reason}',
  },
  emptied: {
    en: 'The table {table} was emptied at once at {at}; its records are not among the deleted ones.',
    de: 'Die Tabelle {table} wurde um {at} auf einmal geleert; ihre Datensätze sind nicht unter den gelöschten.',
  },
})

const slot = `
  select confirmed_flush_lsn::text as at, coalesce(wal_status, '') = 'lost' as lost,
    greatest(0, pg_wal_lsn_diff(${now()}, restart_lsn))::bigint as bytes
  from pg_replication_slots where slot_name = $1 and database = current_database() and plugin = 'pgoutput'`

/** Up to where the log is safe on disk. */
function now() {
  return 'case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end'
}

type Texts = Record<string, string | null>
type Ask = (text: string, values?: unknown[]) => Promise<Texts[]>

/** A transaction that writes and does not end holds up the beginning of a log: longer than this nobody waits. */
const begin_ms = 60_000

/**
 * The log of a database, read by statements and not by a line of its own: what is asked for is answered whole transaction by whole
 * transaction, kept by the server in a file until it is fetched, and asked for again as often as one likes until it is confirmed. A
 * million changes of one transaction took 3 seconds to be looked up and 1.4 to be fetched, in constant memory here.
 */
export async function openCapture(settings: Settings, reach: Reach): Promise<CaptureSession> {
  const { host, database, user } = settings
  const client = await openLine(settings, reach)
  const askBy =
    (line: pg.Client): Ask =>
    async (text, values = []) =>
      (await line.query<Texts>(text, values).catch((cause: unknown) => Promise.reject(statementError(settings, cause))))
        .rows
  const ask = askBy(client)
  const { describe } = openSession(settings, client)

  async function placeOf(reader: CaptureReader) {
    const described = await describe(reader.table)
    const parts = tableParts(described.name)
    const [schema, table] = parts.length === 1 ? ['public', parts[0]!] : [parts[0]!, parts[1]!]
    return { described, schema, table, quoted: postgresSql.table(`${described.name}`) }
  }

  /** What there has to be before the log is kept; the publication comes first, as the log is read by what was true then. */
  async function prepare(reader: CaptureReader) {
    const [rights] = (await ask(logRights)) as [LogRights]
    const level = rights.wal_level
    if (level !== 'logical') throw new Invalid('CAPTURE_REFUSED', texts.level({ host, database, level }))
    if (rights.may !== 't') throw new Invalid('CAPTURE_REFUSED', texts.role({ user }))
    const place = await placeOf(reader)
    return { ...place, publication: await publicationOf(ask, { ...place, reader: reader.name }) }
  }

  async function begin(reader: CaptureReader): Promise<LogPosition> {
    const { publication } = await prepare(reader)
    const [kept] = await ask(slot, [reader.name])
    if (kept && kept['lost'] !== 't') return { at: kept['at']!, publication }
    if (kept) await dropSlot(reader.name)
    await ask(`set lock_timeout = ${begin_ms}`)
    const [made] = await ask(`select lsn::text as at from pg_create_logical_replication_slot($1, 'pgoutput')`, [
      reader.name,
    ])
    await ask('reset lock_timeout')
    return { at: made!['at']!, publication }
  }

  const dropSlot = (name: string) =>
    ask('select pg_drop_replication_slot(slot_name) from pg_replication_slots where slot_name = $1', [name])

  /** By a line of the kind that replicas use: only that shows a table as it was where the log begins. */
  async function whole(reader: CaptureReader) {
    const { described, publication } = await prepare(reader)
    await dropSlot(reader.name)
    const line = await openLine(settings, reach, undefined, { replication: 'database' })
    const tell = askBy(line)
    try {
      await tell(`set lock_timeout = ${begin_ms}`)
      await tell('begin isolation level repeatable read read only')
      const [made] = await tell(`CREATE_REPLICATION_SLOT "${reader.name}" LOGICAL pgoutput USE_SNAPSHOT`)
      const { text } = selectPage(postgresSql, described, { table: described.name }, { size: undefined })
      await tell(`declare weft_whole no scroll cursor for ${text}`)
      const batches = (async function* () {
        try {
          for await (const rows of fetched(tell, 'weft_whole')) yield { records: recordsOf(described.fields, rows) }
        } finally {
          await line.end().catch(ignore('a connection that is given up could not be closed'))
        }
      })()
      return { cursor: { at: made!['consistent_point']!, publication } satisfies LogPosition, batches }
    } catch (error) {
      await line.end().catch(ignore('a connection that is given up could not be closed'))
      throw error
    }
  }

  /** Throws where the log does not reach back to the position any more. */
  async function standing(name: string, position: LogPosition): Promise<string> {
    const [kept] = await ask(slot, [name])
    if (kept && kept['lost'] !== 't' && numberOf(kept['at']!) <= numberOf(position.at)) return kept['at']!
    throw new Invalid('POSITION_LOST', texts.lost({ host, database, at: position.at, name }))
  }

  async function* read(reader: CaptureReader, cursor: unknown, most: number) {
    const position = logPosition.parse(cursor)
    const { publication, skip = 0 } = position
    await standing(reader.name, position)
    // The server itself would pass over the changes without a word.
    const [published] = await ask('select pubname from pg_publication where pubname = $1', [publication])
    if (!published)
      throw new Invalid('POSITION_LOST', texts.unpublished({ host, database, at: position.at, publication }))
    const { described, schema, table } = await placeOf(reader)
    const until = position.until ?? (await ask(`select ${now()}::text as until`))[0]!['until']!
    const reading = loggedChanges({ schema, table, fields: described.fields, at: numberOf(position.at), skip })
    await ask(
      `declare weft_log no scroll cursor with hold for select data from pg_logical_slot_peek_binary_changes(
        $1, $2::pg_lsn, $3, 'proto_version', '1', 'publication_names', $4)`,
      [reader.name, until, most, quotedList(publication)],
    )
    try {
      let messages = 0
      for await (const rows of fetched(ask, 'weft_log')) {
        messages += rows.length
        const changes: CapturedChange[] = []
        let notice: Message | undefined
        for (const { data } of rows) {
          const told = reading.take(Buffer.from(data!.slice(2), 'hex'))
          if (told && 'emptied' in told) notice = texts.emptied({ table: reader.table, at: told.emptied })
          else if (told) changes.push(told)
        }
        const { at, skip: behind } = reading.standing()
        const here: LogPosition = { at: textOf(at), ...(behind > 0 && { skip: behind }), until, publication }
        if (changes.length > 0 || notice) yield { changes, cursor: here, notice }
      }
      // Less than was asked for is all there is: what follows begins behind `until`, whether it was about this table or not.
      const { at } = reading.standing()
      const end = messages >= most || at > numberOf(until) ? at : numberOf(until)
      yield { changes: [], cursor: { at: textOf(end), publication } satisfies LogPosition }
    } catch (cause) {
      if (!(cause instanceof LogUnreadable)) throw cause
      throw new Invalid('LOG_UNREADABLE', texts.unreadable({ host, database, reason: cause.message }), { cause })
    } finally {
      await client.query('close weft_log').catch(ignore('a reading that has ended could not be closed'))
    }
  }

  return {
    begin,
    whole,
    read,
    async confirm({ name }, cursor) {
      const position = logPosition.parse(cursor)
      const at = await standing(name, position)
      if (numberOf(at) < numberOf(position.at))
        await ask('select pg_replication_slot_advance($1, $2)', [name, position.at])
    },
    async kept(name) {
      const [kept] = await ask(slot, [name])
      return kept && kept['lost'] !== 't' ? Number(kept['bytes']) : null
    },
    async end(name) {
      await dropSlot(name)
      await ask(`drop publication if exists ${postgresSql.quote(name)}`)
    },
    close: () => client.end().catch(ignore('a connection that is given up could not be closed')),
  }
}

/** All rows of a cursor of the server, as many at a time as fit. */
async function* fetched(ask: Ask, cursor: string): AsyncGenerator<Texts[]> {
  const fitting = fittingSize(1_000)
  for (;;) {
    const rows = await ask(`fetch ${fitting.next()} from ${cursor}`)
    if (rows.length === 0) return
    fitting.learn(rows as DataRecord[])
    yield rows
  }
}

/** The option is a list of names. */
const quotedList = (publication: string) => postgresSql.quote(publication)
