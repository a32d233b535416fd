import type { CapturedBatch, CaptureReader, CaptureSession } from '@weft/kit/define/capture-session.ts'
import type { Reach } from '@weft/kit/define/connector.ts'
import { Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, inserted, type Message } from '@weft/kit/messages/messages.ts'
import { fittingSize } from '@weft/kit/sql/fitting.ts'
import type { Connection, TypeCastField } from 'mysql2/promise'
import { logFrom } from './binlog.server.ts'
import { openLine, statementError, type Settings } from './line.server.ts'
import { logError, markOfFile, mayNot, missingInLog } from './log-rights.server.ts'
import { logPosition, type LogPosition } from './log-position.ts'
import { loggedChanges, Unfollowable } from './logged-changes.server.ts'
import { loggedTable, type LoggedTable } from './logged-table.server.ts'
import { openSession } from './session.server.ts'

const texts = defineMessages({
  unfollowed: {
    en: 'The changes of {table} cannot be followed in the log from {at} on: {reason}',
    de: 'Die Änderungen von {table} lassen sich im Protokoll ab {at} nicht verfolgen: {reason}',
  },
  again: { en: 'The server has begun its log anew.', de: 'Der Server hat sein Protokoll neu begonnen.' },
  changed: {
    en: 'The columns of the table are not those of before any more.',
    de: 'Die Spalten der Tabelle sind nicht mehr die von vorher.',
  },
  statement: {
    en: 'Somebody has changed it by a statement that was logged without its rows: binlog_format was not ROW for them.',
    de: 'Jemand hat sie mit einer Anweisung geändert, die ohne ihre Zeilen protokolliert ist: binlog_format war dort nicht ROW.',
  },
  distributed: {
    en: 'It was changed by a distributed transaction (XA), of which the log does not say in time whether it holds.',
    de: 'Sie wurde von einer verteilten Transaktion (XA) geändert, von der das Protokoll nicht rechtzeitig sagt, ob sie gilt.',
  },
  undone: {
    en: 'A transaction was undone in part after its changes had been given already.',
    de: 'Eine Transaktion wurde teilweise rückgängig gemacht, nachdem ihre Änderungen schon weitergegeben waren.',
  },
  packed: {
    en: 'Transactions are packed there in a way that is not read yet: set global binlog_transaction_compression = OFF',
    de: 'Transaktionen sind dort so gepackt, dass sie noch nicht gelesen werden: set global binlog_transaction_compression = OFF',
  },
  parts: {
    en: `Only parts of JSON values are logged there: set global binlog_row_value_options = ''`,
    de: `Von JSON-Werten sind dort nur Teile protokolliert: set global binlog_row_value_options = ''`,
  },
  missing: { en: 'The server has lost entries itself.', de: 'Der Server hat selbst Einträge verloren.' },
  reload: {
    en: 'For all records and the position that belongs to them MySQL has to stand still for a moment, which the login {user} may not ask for: grant reload on *.* to {user}',
    de: 'Für alle Datensätze und die Stelle, die dazugehört, muss MySQL einen Moment stillhalten; das darf der Benutzer {user} nicht verlangen: grant reload on *.* to {user}',
  },
  emptied: {
    en: 'The table {table} was emptied at once at {at}; its records are not among the deleted ones.',
    de: 'Die Tabelle {table} wurde um {at} auf einmal geleert; ihre Datensätze sind nicht unter den gelöschten.',
  },
})

const asWritten = (field: TypeCastField) => field.string('utf8')
type Texts = Record<string, string | null>

/**
 * The binary log of a server, read to its present end by a line of its own each time. The server keeps nothing for a reader's sake: it
 * keeps its log for as long as it is set to, and a reader knows for themselves how far they are.
 */
export async function openCapture(settings: Settings, reach: Reach): Promise<CaptureSession> {
  const { user } = settings
  const line = await openLine(settings, reach)
  const askBy =
    (connection: Connection) =>
    async (text: string, values: unknown[] = []): Promise<Texts[]> =>
      (
        await connection
          .query({ sql: text, values, typeCast: asWritten })
          .catch((cause: unknown) => Promise.reject(statementError(settings, cause)))
      )[0] as Texts[]
  const ask = askBy(line)

  /** Anew each time, as it may have become another. */
  const tableOf = async ({ table }: CaptureReader, on: Connection = line): Promise<LoggedTable> =>
    loggedTable(askBy(on), await openSession(settings, on).describe(table))

  async function prepare(): Promise<void> {
    const missing = await missingInLog(settings, ask)
    if (missing) throw new Invalid('CAPTURE_REFUSED', missing)
  }

  async function begin(reader: CaptureReader): Promise<LogPosition> {
    await prepare()
    const { shape } = await tableOf(reader)
    return standAt(await endOfLog(ask, user), shape)
  }

  const standAt = async ({ file, at }: Pick<LogPosition, 'file' | 'at'>, shape: string): Promise<LogPosition> => ({
    ...{ file, at, shape },
    mark: await markOfFile(settings, reach, file),
  })

  async function whole(reader: CaptureReader) {
    await prepare()
    const own = await openLine(settings, reach)
    const end = () => own.end().catch(ignore('a connection that is given up could not be closed'))
    try {
      const place = await snapshot(askBy(own), user)
      const { shape } = await tableOf(reader, own)
      const cursor = await standAt(place, shape)
      const batches = (async function* () {
        try {
          for await (const { records } of openSession(settings, own).read({ table: reader.table })) yield { records }
        } finally {
          await end()
        }
      })()
      return { cursor, batches }
    } catch (error) {
      await end()
      throw error
    }
  }

  async function* read(reader: CaptureReader, cursor: unknown, most: number): AsyncGenerator<CapturedBatch> {
    const from = logPosition.parse(cursor)
    const table = await tableOf(reader)
    const lost = (why: Unfollowable['why']) =>
      new Invalid('POSITION_LOST', unfollowed(reader.table, `${from.file} ${from.at}`, why))
    if (table.shape !== from.shape) throw lost('changed')
    const reading = loggedChanges({ ...table, from })
    const fitting = fittingSize(1_000)
    let [entries, given] = [0, 0]
    function drained(notice?: Message): CapturedBatch {
      const { changes, position } = reading.drain()
      given += changes.length
      fitting.learn(changes.map(({ record }) => record))
      return { changes, cursor: position, notice }
    }
    try {
      for await (const bytes of logFrom(settings, reach, from)) {
        const before = reading.held()
        const told = reading.take(bytes)
        entries += 1 + Math.max(0, reading.held() - before)
        if (told.mayHaveChanged && (await tableOf(reader)).shape !== from.shape) throw new Unfollowable('changed')
        if (told.emptied) yield drained(texts.emptied({ table: reader.table, at: told.emptied }))
        else if (reading.held() >= fitting.next()) yield drained()
        if (entries >= most && reading.isBetween()) break
      }
      yield drained()
    } catch (cause) {
      if (!(cause instanceof Unfollowable)) throw logError(settings, from.file, cause)
      // What came before is given first; whoever goes on behind it is told what is the matter.
      reading.forget()
      if (reading.held() + given === 0) throw lost(cause.why)
      if (reading.held() > 0) yield drained()
    }
  }

  return {
    begin,
    whole,
    read,
    confirm: async () => undefined,
    kept: async () => null,
    end: async () => undefined,
    close: () => line.end().catch(ignore('a connection that is given up could not be closed')),
  }
}

function unfollowed(table: string, at: string, why: Unfollowable['why']): Message {
  const say = why === 'lost' ? texts.missing : texts[why]
  return inserted(texts.unfollowed({ table, at, reason: '' }), 'reason', say())
}

/** Why the log of the server cannot be read by this login; undefined where it can. */
export async function logRefusal(
  settings: Settings,
  reach: Reach,
  connection: Connection,
): Promise<Message | undefined> {
  const ask: Ask = async (text, values = []) =>
    (await connection.query({ sql: text, values, typeCast: asWritten }))[0] as Texts[]
  try {
    const missing = await missingInLog(settings, ask)
    if (!missing) await markOfFile(settings, reach, (await endOfLog(ask, settings.user)).file)
    return missing
  } catch (error) {
    if (error instanceof WeftError) return error.say
    throw error
  }
}

type Ask = (text: string, values?: unknown[]) => Promise<Texts[]>
type Place = Pick<LogPosition, 'file' | 'at'>

/** MariaDB tells anybody; MySQL, whose statement for it was renamed, only who may know. */
async function endOfLog(ask: Ask, user: string): Promise<Place> {
  const status = await snapshotStatus(ask)
  if (status) return status
  const [said] = await ask('show binary log status')
    .catch(() => ask('show master status'))
    .catch((cause: unknown) => {
      throw new Invalid('CAPTURE_REFUSED', mayNot(user, ', replication client'), { cause })
    })
  if (!said) throw new Invalid('CAPTURE_REFUSED', mayNot(user, ', replication client'))
  return { file: said['File']!, at: Number(said['Position']) }
}

async function snapshotStatus(ask: Ask): Promise<Place | undefined> {
  const rows = await ask(`show status where variable_name in ('binlog_snapshot_file', 'binlog_snapshot_position')`)
  const said = new Map(rows.map((row) => [row['Variable_name']!.toLowerCase(), row['Value'] ?? '']))
  const file = said.get('binlog_snapshot_file')
  return file ? { file, at: Number(said.get('binlog_snapshot_position')) } : undefined
}

/** From here on the line sees the tables as they were where the log is now. */
async function snapshot(ask: Ask, user: string): Promise<Place> {
  await ask('set session transaction isolation level repeatable read')
  const isTold = (await snapshotStatus(ask)) !== undefined
  if (!isTold)
    await ask('flush tables with read lock').catch((cause: unknown) => {
      throw new Invalid('CAPTURE_REFUSED', texts.reload({ user }), { cause })
    })
  try {
    await ask('start transaction with consistent snapshot, read only').catch(() =>
      ask('start transaction with consistent snapshot'),
    )
    return await endOfLog(ask, user)
  } finally {
    if (!isTold) await ask('unlock tables')
  }
}
