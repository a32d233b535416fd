import { Conflict, Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Structure } from '../structure.ts'

const texts = defineMessages({
  tableMissing: {
    en: 'The table {table} of the data structure {label} does not exist any more. Apply the structure again to create it.',
    de: 'Die Tabelle {table} der Datenstruktur {label} existiert nicht mehr. Wenden Sie die Datenstruktur erneut an, um sie anzulegen.',
  },
  tableChanged: {
    en: 'The table {table} does not fit the data structure {label} ({detail}). Apply the structure again.',
    de: 'Die Tabelle {table} passt nicht zur Datenstruktur {label} ({detail}). Wenden Sie die Datenstruktur erneut an.',
  },
  superseded: { en: 'A newer attempt of this job has taken over.', de: 'Ein neuerer Versuch dieses Auftrags hat übernommen.' },
  unreachable: { en: "The tenant's database does not answer ({detail}).", de: 'Die Datenbank des Mandanten antwortet nicht ({detail}).' },
  full: { en: 'The database has no room left ({detail}).', de: 'In der Datenbank ist kein Platz mehr ({detail}).' },
})

type PgError = Error & { code?: string; detail?: string; constraint?: string; column?: string }
export const pgError = (error: unknown) => error as PgError

/** The record is at fault, not the database: conversions, constraints. */
export const isRecordsFault = (error: unknown) => /^(22|23)/.test(pgError(error).code ?? '') || pgError(error).code === '21000'
export const isUniqueViolation = (error: unknown) => pgError(error).code === '23505'
/** Worth trying again at once: a deadlock, a serialisation failure. */
export const isPassing = (error: unknown) => ['40001', '40P01', '55P03'].includes(pgError(error).code ?? '')

/** The connection is gone or the server is: nothing is known of the statement that was under way. */
export function isLostConnection(error: unknown) {
  const { code = '', message } = pgError(error)
  return /^(08|57P0|58|53300)/.test(code) || ['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ENOTFOUND'].includes(code) || /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable/.test(message)
}

/** A database error as an error somebody can act on. */
export function explain(error: unknown, structure: Structure): unknown {
  const { code, message } = pgError(error)
  const { table_name: table, label } = structure
  if (code === '42P01' || code === '3F000') return new Invalid('TARGET_TABLE_MISSING', texts.tableMissing({ table, label }), { cause: error })
  if (code === '42703' || code === '42804') return new Conflict('TARGET_TABLE_CHANGED', texts.tableChanged({ table, label, detail: message }), { cause: error })
  if (code === 'WF001') return new Conflict('SUPERSEDED', texts.superseded(), { cause: error })
  if (code === '53100') return new Unavailable('DATABASE_FULL', texts.full({ detail: message }), { cause: error })
  if (isLostConnection(error)) return new Unavailable('DATABASE_UNREACHABLE', texts.unreachable({ detail: message }), { cause: error })
  return error
}
