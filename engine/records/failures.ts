import { Conflict, Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { indexName } from './derived-names.ts'
import type { Structure } from './structure.ts'

const texts = defineMessages({
  tableMissing: {
    en: 'The table {table} of the data structure {label} does not exist any more. Apply the structure again to create it.',
    de: 'Die Tabelle {table} der Datenstruktur {label} existiert nicht mehr. Wenden Sie die Datenstruktur erneut an, um sie anzulegen.',
  },
  tableChanged: {
    en: 'The table {table} does not fit the data structure {label} ({detail}). Apply the structure again.',
    de: 'Die Tabelle {table} passt nicht zur Datenstruktur {label} ({detail}). Wenden Sie die Datenstruktur erneut an.',
  },
  moving: {
    en: 'The records are being moved to another server at the moment. Please try again in a few minutes.',
    de: 'Die Datensätze werden gerade auf einen anderen Server verschoben. Bitte versuchen Sie es in einigen Minuten erneut.',
  },
  superseded: {
    en: 'A newer attempt of this job has taken over.',
    de: 'Ein neuerer Versuch dieses Auftrags hat übernommen.',
  },
  unreachable: {
    en: "The tenant's database does not answer ({detail}).",
    de: 'Die Datenbank des Mandanten antwortet nicht ({detail}).',
  },
  full: { en: 'The database has no room left ({detail}).', de: 'In der Datenbank ist kein Platz mehr ({detail}).' },
})

/** An error of either driver: PostgreSQL names its kind by `code`, MySQL and MariaDB by `errno`. */
type DriverError = Error & { code?: string; errno?: number; constraint?: string; column?: string }
const said = (error: unknown) => error as DriverError
const has = (error: unknown, codes: readonly (string | number)[]) =>
  codes.includes(said(error).code ?? '') || codes.includes(said(error).errno ?? 0)

/** The record is at fault, not the database: conversions, constraints. */
export const isRecordsFault = (error: unknown) =>
  (said(error).errno === undefined && (/^(22|23)...$/.test(said(error).code ?? '') || has(error, ['21000']))) ||
  has(error, mysqlRecordFaults)
const mysqlRecordFaults = [
  1048, 1062, 1264, 1265, 1292, 1364, 1366, 1406, 1411, 1426, 1451, 1452, 1586, 3140, 3141, 3156, 4025,
]
export const isUniqueViolation = (error: unknown) => has(error, ['23505', 1062, 1586])
export const isEmptyViolation = (error: unknown) => has(error, ['23502', 1048, 1364])
/** Worth trying again at once: a deadlock, a serialisation failure. */
export const isPassing = (error: unknown) => has(error, ['40001', '40P01', '55P03', 1020, 1205, 1213])
/** Somebody else has held the table for longer than one waits. */
export const isLockedOut = (error: unknown) => has(error, ['55P03', 1205])

/** A disk without room: that of a server, or of this machine. */
export const isFull = (error: unknown) =>
  has(error, ['53100', 1021, 1114]) ||
  /no space left on device|errcode: 28\b|errno: 28\b/i.test(said(error).message ?? '')

/**
 * The connection is gone or the server is: nothing is known of the statement that was under way. A login that is refused counts, too:
 * its password has just been changed, and the next try knows the new one.
 */
export function isLostConnection(error: unknown) {
  const { code = '', message } = said(error)
  return (
    /^(08...|57P0.|58...|53300|28P01)$/.test(code) ||
    has(error, [1040, 1045, 1053, 1077, 1152, 1159, 1161, 1184, 1927, 2006, 2013]) ||
    ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND', 'PROTOCOL_CONNECTION_LOST'].includes(code) ||
    /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|in closed state|Pool is closed/.test(
      message,
    )
  )
}

/** The field an error speaks of, where it tells. */
export function fieldAtFault(error: unknown, { id, fields }: Structure): string | undefined {
  const { column, constraint, message } = said(error)
  if (column) return column
  const index = constraint ?? /for key '(?:.*\.)?([^'.]+)'/.exec(message)?.[1]
  if (index) return fields.find((field) => indexName('unique', id, field.id) === index)?.name
  return fields.find(({ name }) =>
    [
      `column "${name}"`,
      `, column ${name}`,
      `Column '${name}'`,
      `column '${name}'`,
      `Field '${name}'`,
      `.\`${name}\``,
    ].some((words) => message.includes(words)),
  )?.name
}

/** A database error as an error somebody can act on. */
export function explain(error: unknown, structure: Structure): unknown {
  const { message } = said(error)
  const { table_name: table, label } = structure
  if (has(error, ['42P01', '3F000', 1049, 1146]))
    return new Invalid('TARGET_TABLE_MISSING', texts.tableMissing({ table, label }), { cause: error })
  if (has(error, ['42703', '42804', 1054]))
    return new Conflict('TARGET_TABLE_CHANGED', texts.tableChanged({ table, label, detail: message }), { cause: error })
  if (has(error, ['WF001'])) return new Conflict('SUPERSEDED', texts.superseded(), { cause: error })
  return explainServer(error)
}

/** The same for what concerns no structure: the server is away or full, or its databases are on their way elsewhere. */
export function explainServer(error: unknown): unknown {
  const { message } = said(error)
  if (has(error, ['25006', 1142, 1290])) return new Unavailable('DATABASE_MOVING', texts.moving(), { cause: error })
  if (isFull(error)) return new Unavailable('DATABASE_FULL', texts.full({ detail: message }), { cause: error })
  if (isLostConnection(error))
    return new Unavailable('DATABASE_UNREACHABLE', texts.unreachable({ detail: message }), { cause: error })
  return error
}
