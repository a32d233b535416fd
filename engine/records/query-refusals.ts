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

const wrongSql = (code: string, message: Message) => new Invalid(code, message, { fields: { sql: [message] } })

/** Why a user's own query was not run, with its line where that is known. */
export const emptyQuery = () => wrongSql('QUERY_EMPTY', texts.empty())
export const wrongSyntax = (detail: string, line?: number) =>
  wrongSql('QUERY_SYNTAX', line ? texts.syntaxAt({ line, detail }) : texts.syntax({ detail }))
export const refusedQuery = (detail: string, line?: number) =>
  wrongSql('QUERY_REFUSED', line ? texts.refusedAt({ line, detail }) : texts.refused({ detail }))
export const longQuery = (seconds: number, cause: unknown) =>
  new Unavailable('QUERY_TOO_LONG', texts.tooLong({ seconds }), { cause })
export const largeResult = (bytes: number) =>
  wrongSql('QUERY_RESULT_TOO_LARGE', texts.large({ megabytes: Math.floor(bytes / 1024 / 1024) }))
/** The same where nobody wrote any SQL: a page of records, a data set. */
export const largeRows = (bytes: number) =>
  new Invalid('ROWS_TOO_LARGE', texts.largeRows({ megabytes: Math.floor(bytes / 1024 / 1024) }))
export const catalogueRefused = (name: string) => wrongSql('QUERY_SYSTEM_CATALOG', texts.catalogue({ name }))
export const functionRefused = (name: string) => wrongSql('QUERY_FUNCTION_REFUSED', texts.forbidden({ name }))
export const commentRefused = (comment: string) => wrongSql('QUERY_COMMENT_REFUSED', texts.comment({ comment }))
export const notOneSelect = () => wrongSql('QUERY_NOT_ONE_SELECT', texts.one())
export const nestedQuery = () => wrongSql('QUERY_TOO_DEEP', texts.nested())
