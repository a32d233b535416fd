import { Invalid, Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  empty: { en: 'The SQL is empty.', de: 'Das SQL ist leer.' },
  syntax: { en: 'SQL syntax error: {detail}', de: 'Syntaxfehler im SQL: {detail}' },
  syntaxAt: { en: 'SQL syntax error in line {line}: {detail}', de: 'Syntaxfehler im SQL, Zeile {line}: {detail}' },
  refused: { en: 'The database refuses this query: {detail}', de: 'Die Datenbank lehnt diese Abfrage ab: {detail}' },
  refusedAt: { en: 'The database refuses this query in line {line}: {detail}', de: 'Die Datenbank lehnt diese Abfrage in Zeile {line} ab: {detail}' },
  tooLong: { en: 'The query took longer than {seconds} seconds and was stopped.', de: 'Die Abfrage brauchte länger als {seconds} Sekunden und wurde angehalten.' },
})

const wrongSql = (code: string, message: Message) => new Invalid(code, message, { fields: { sql: [message] } })

/** Why a user's own query was not run, with its line where that is known. */
export const emptyQuery = () => wrongSql('QUERY_EMPTY', texts.empty())
export const wrongSyntax = (detail: string, line?: number) => wrongSql('QUERY_SYNTAX', line ? texts.syntaxAt({ line, detail }) : texts.syntax({ detail }))
export const refusedQuery = (detail: string, line?: number) => wrongSql('QUERY_REFUSED', line ? texts.refusedAt({ line, detail }) : texts.refused({ detail }))
export const longQuery = (seconds: number, cause: unknown) => new Unavailable('QUERY_TOO_LONG', texts.tooLong({ seconds }), { cause })
