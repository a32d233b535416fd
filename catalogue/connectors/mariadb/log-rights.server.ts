import type { Reach } from '@weft/kit/define/connector.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { readEvent } from './binlog-events.server.ts'
import { LogUnreadable } from './byte-reader.ts'
import { logFrom, LogRefused } from './binlog.server.ts'
import type { Settings } from './line.server.ts'
import { markOf } from './logged-changes.server.ts'

const texts = defineMessages({
  off: {
    en: 'The server of {database} on {host} writes no log of changes: it has to be started with log_bin, and log_bin is OFF.',
    de: 'Der Server von {database} auf {host} schreibt kein Protokoll der Änderungen: Er muss mit log_bin gestartet sein, und log_bin ist OFF.',
  },
  setting: {
    en: 'The server of {database} on {host} does not log what is needed: {name} is {value} there. Somebody who administers it can change that: set global {name} = {wanted}',
    de: 'Der Server von {database} auf {host} protokolliert nicht, was nötig ist: {name} ist dort {value}. Das kann ändern, wer ihn verwaltet: set global {name} = {wanted}',
  },
  role: {
    en: 'The login {user} may not read the log of the server: grant replication slave{more} on *.* to {user}',
    de: 'Der Benutzer {user} darf das Protokoll des Servers nicht lesen: grant replication slave{more} on *.* to {user}',
  },
  lost: {
    en: 'The server of {database} on {host} has not kept its log from {file} on: {reason}',
    de: 'Der Server von {database} auf {host} hat sein Protokoll ab {file} nicht aufbewahrt: {reason}',
  },
  unreadable: {
    en: 'The log of the database {database} on {host} cannot be read: {reason}',
    de: 'Das Protokoll der Datenbank {database} auf {host} lässt sich nicht lesen: {reason}',
  },
})

type Ask = (text: string, values?: unknown[]) => Promise<Record<string, string | null>[]>

/** What the server is set to: only rows tell what has changed, and only whole ones all of it. */
const wanted: Record<string, string> = {
  binlog_format: 'ROW',
  binlog_row_image: 'FULL',
  binlog_transaction_compression: 'OFF',
  binlog_row_value_options: "''",
}

/** What stands in the way of a log that can be read; undefined where nothing does. */
export async function missingInLog({ host, database }: Settings, ask: Ask): Promise<Message | undefined> {
  const rows = await ask(`show global variables where variable_name = 'log_bin' or variable_name in (?)`, [
    Object.keys(wanted),
  ])
  const found = new Map(rows.map((row) => [row['Variable_name']!.toLowerCase(), row['Value'] ?? '']))
  if (found.get('log_bin') !== 'ON') return texts.off({ host, database })
  for (const [name, want] of Object.entries(wanted)) {
    const value = found.get(name)
    if (value !== undefined && !value.startsWith(want.replaceAll("'", '')))
      return texts.setting({ host, database, name, value, wanted: want })
    if (name === 'binlog_row_value_options' && value)
      return texts.setting({ host, database, name, value, wanted: want })
  }
  return undefined
}

/** What becomes of an error of the log. */
export function logError(settings: Settings, file: string, cause: unknown): unknown {
  const { host, database, user } = settings
  if (cause instanceof LogUnreadable)
    return new Invalid('LOG_UNREADABLE', texts.unreadable({ host, database, reason: cause.message }), { cause })
  if (!(cause instanceof LogRefused)) return cause
  const reason = (say: Message) => inserted(say, 'reason', quotedTexts(cause.message))
  if (cause.errno === 1236)
    return new Invalid('POSITION_LOST', reason(texts.lost({ host, database, file, reason: '' })), { cause })
  if (cause.errno === 1227 || cause.errno === 1045) return new Invalid('CAPTURE_REFUSED', mayNot(user), { cause })
  return new Invalid('LOG_UNREADABLE', reason(texts.unreadable({ host, database, reason: '' })), { cause })
}

export const mayNot = (user: string, more = '') => texts.role({ user, more })

/** When and by which server a file of the log was begun; throws where the login may not read it. */
export async function markOfFile(settings: Settings, reach: Reach, file: string): Promise<string> {
  try {
    for await (const bytes of logFrom(settings, reach, { file, at: 4 })) {
      const event = readEvent(bytes)
      if (event.kind === 'format') return markOf(event)
    }
    throw new LogUnreadable('a file has no beginning')
  } catch (cause) {
    throw logError(settings, file, cause)
  }
}
