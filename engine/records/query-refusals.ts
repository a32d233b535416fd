import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  empty: { en: 'The SQL is empty.', de: 'Das SQL ist leer.' },
  syntax: { en: 'SQL syntax error: {detail}', de: 'Syntaxfehler im SQL: {detail}' },
  refused: { en: 'The database refuses this query: {detail}', de: 'Die Datenbank lehnt diese Abfrage ab: {detail}' },
})
const wrongSql = (code: string, message: Message) => new Invalid(code, message, { fields: { sql: [message] } })

/** Why a user's own query was not run. */
export const emptyQuery = () => wrongSql('QUERY_EMPTY', texts.empty())
export const wrongSyntax = (detail: string) => wrongSql('QUERY_SYNTAX', texts.syntax({ detail }))
export const refusedQuery = (detail: string) => wrongSql('QUERY_REFUSED', texts.refused({ detail }))
