import { Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  empty: { en: 'The SQL is empty.', de: 'Das SQL ist leer.' },
  syntax: { en: 'SQL syntax error: {detail}', de: 'Syntaxfehler im SQL: {detail}' },
  syntaxAt: { en: 'SQL syntax error in line {line}: {detail}', de: 'Syntaxfehler im SQL, Zeile {line}: {detail}' },
  refused: { en: 'The database refuses this query: {detail}', de: 'Die Datenbank lehnt diese Abfrage ab: {detail}' },
  refusedAt: {
    en: 'The database refuses this query in line {line}: {detail}',
    de: 'Die Datenbank lehnt diese Abfrage in Zeile {line} ab: {detail}',
  },
  field: { en: 'There is no field “{name}” here.', de: 'Ein Feld „{name}“ gibt es hier nicht.' },
  fieldOf: { en: '{table} has no field “{name}”.', de: '{table} hat kein Feld „{name}“.' },
  table: { en: 'There is no table “{name}” here.', de: 'Eine Tabelle „{name}“ gibt es hier nicht.' },
  function: {
    en: 'There is no function “{name}” for such values.',
    de: 'Eine Funktion „{name}“ für solche Werte gibt es nicht.',
  },
  ambiguous: {
    en: 'Several tables here have a field “{name}”: write the name of one before it.',
    de: 'Mehrere Tabellen haben hier ein Feld „{name}“: Schreiben Sie den Namen einer davor.',
  },
  otherProject: {
    en: 'A query reads the tables of its own project; {name} is not one of them.',
    de: 'Eine Abfrage liest die Tabellen ihres eigenen Projekts; {name} gehört nicht dazu.',
  },
  large: {
    en: 'The result of the query is larger than {megabytes} MB. Please select fewer rows or columns.',
    de: 'Das Ergebnis der Abfrage ist größer als {megabytes} MB. Bitte wählen Sie weniger Zeilen oder Spalten aus.',
  },
  largeRows: {
    en: 'The rows asked for are larger than {megabytes} MB together. Please ask for fewer rows or fields.',
    de: 'Die angefragten Zeilen sind zusammen größer als {megabytes} MB. Bitte fordern Sie weniger Zeilen oder Felder an.',
  },
  catalogue: {
    en: 'A query reads the tables of the project; {name} is part of the database system and not to be read.',
    de: 'Eine Abfrage liest die Tabellen des Projekts; {name} gehört zum Datenbanksystem und kann nicht gelesen werden.',
  },
  forbidden: {
    en: 'The function {name} cannot be used in a query.',
    de: 'Die Funktion {name} kann in einer Abfrage nicht verwendet werden.',
  },
  comment: {
    en: 'A comment that the database acts upon ({comment}) cannot be used in a query.',
    de: 'Ein Kommentar, nach dem die Datenbank handelt ({comment}), kann in einer Abfrage nicht verwendet werden.',
  },
  one: { en: 'A query is a single SELECT.', de: 'Eine Abfrage ist ein einzelnes SELECT.' },
  nested: { en: 'The query is nested too deeply.', de: 'Die Abfrage ist zu tief verschachtelt.' },
  tooLong: {
    en: 'The query took longer than {seconds} seconds and was stopped.',
    de: 'Die Abfrage brauchte länger als {seconds} Sekunden und wurde angehalten.',
  },
})

/** Where in a query something is wrong, as editors count: lines and columns from one. */
export type QueryPlace = { line: number; column: number; length: number }
/** What the query names and the database does not have. */
type Unknown = { kind: 'field' | 'function' | 'table'; name: string; /** The table of the field. */ table?: string }

const wrongSql = (code: string, message: Message, meta?: { at?: QueryPlace; unknown?: Unknown }) =>
  new Invalid(code, message, { fields: { sql: [message] }, ...(meta && { meta }) })

/** The place of a part of a query. */
export function placeIn(sql: string, at: number, length = 1): QueryPlace {
  const lines = sql.slice(0, at).split('\n')
  return { line: lines.length, column: lines.at(-1)!.length + 1, length }
}

type Wrong = { detail: string; sql: string; at?: QueryPlace | undefined }
/** With only one line nobody asks for its number. */
const hasLines = (sql: string) => sql.trim().includes('\n')
const placed = ({ at }: Pick<Wrong, 'at'>) => (at ? { at } : {})

/** Why a user's own query was not run, with its place where that is known. */
export const emptyQuery = () => wrongSql('QUERY_EMPTY', texts.empty())
export const wrongSyntax = ({ detail, sql, at }: Wrong) =>
  wrongSql(
    'QUERY_SYNTAX',
    at && hasLines(sql) ? texts.syntaxAt({ line: at.line, detail }) : texts.syntax({ detail }),
    placed({ at }),
  )
export const refusedQuery = ({ detail, sql, at }: Wrong) =>
  wrongSql(
    'QUERY_REFUSED',
    at && hasLines(sql) ? texts.refusedAt({ line: at.line, detail }) : texts.refused({ detail }),
    placed({ at }),
  )
export function unknownName(unknown: Unknown, at: QueryPlace | undefined) {
  const { kind, name, table } = unknown
  const message = table === undefined ? texts[kind]({ name }) : texts.fieldOf({ table, name })
  return wrongSql('QUERY_REFUSED', message, { ...placed({ at }), unknown })
}
export const ambiguousField = (name: string, at: QueryPlace | undefined) =>
  wrongSql('QUERY_REFUSED', texts.ambiguous({ name }), placed({ at }))
export const longQuery = (seconds: number, cause: unknown) =>
  new Unavailable('QUERY_TOO_LONG', texts.tooLong({ seconds }), { cause })
export const largeResult = (bytes: number) =>
  wrongSql('QUERY_RESULT_TOO_LARGE', texts.large({ megabytes: Math.floor(bytes / 1024 / 1024) }))
/** The same where nobody wrote any SQL: a page of records, a data set. */
export const largeRows = (bytes: number) =>
  new Invalid('ROWS_TOO_LARGE', texts.largeRows({ megabytes: Math.floor(bytes / 1024 / 1024) }))
export const catalogueRefused = (name: string) => wrongSql('QUERY_SYSTEM_CATALOG', texts.catalogue({ name }))
export const otherProject = (name: string) => wrongSql('QUERY_OTHER_PROJECT', texts.otherProject({ name }))
export const functionRefused = (name: string) => wrongSql('QUERY_FUNCTION_REFUSED', texts.forbidden({ name }))
export const commentRefused = (comment: string) => wrongSql('QUERY_COMMENT_REFUSED', texts.comment({ comment }))
export const notOneSelect = () => wrongSql('QUERY_NOT_ONE_SELECT', texts.one())
export const nestedQuery = () => wrongSql('QUERY_TOO_DEEP', texts.nested())
