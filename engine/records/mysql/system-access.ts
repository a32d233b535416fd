import {
  catalogueRefused,
  commentRefused,
  functionRefused,
  notOneSelect,
  otherProject,
  wrongSyntax,
} from '../query-refusals.ts'
import { sqlParts, type SqlPart } from './sql-parts.ts'

/** What locks, waits for other servers or reads files. Locks by name are everybody's on a server, whatever login takes them. */
const refused = new Set([
  'get_lock',
  'release_lock',
  'release_all_locks',
  'is_free_lock',
  'is_used_lock',
  'load_file',
  'master_pos_wait',
  'source_pos_wait',
  'master_gtid_wait',
  'wait_for_executed_gtid_set',
  'wait_until_sql_thread_after_gtids',
])
const systemDatabases = new Set(['mysql', 'performance_schema', 'sys', 'information_schema'])
const beginnings = new Set(['select', 'with', 'values', 'table'])
/** No SELECT that only reads has these as words: FOR UPDATE, LOCK IN SHARE MODE, INTO OUTFILE. */
const changing = new Set(['update', 'lock', 'into'])

/**
 * Refuses a query that reaches for the database system or another project instead of the project's tables, as far as no right of a login is in its way. It is
 * read into its pieces as the server reads it, so that no spelling gets around it; what a comment would do is never asked.
 */
export function refuseSystemAccess(sql: string, own?: OwnDatabase): void {
  if (sql.includes('\0')) throw wrongSyntax({ detail: '\\0', sql })
  const all = sqlParts(sql)
  for (const { kind, text } of all)
    if (kind === 'comment' && /^\/\*(?:M?!|\+)/i.test(text)) throw commentRefused(text.slice(0, 40))
  const parts = all.filter(({ kind }) => kind !== 'comment')
  const first = parts.find(({ text }) => text !== '(')
  if (!first || first.isQuoted || !beginnings.has(first.text.toLowerCase()))
    throw wrongSyntax({ detail: 'SELECT …', sql })
  for (const [at, part] of parts.entries())
    look(part, { before: parts[at - 1], after: parts[at + 1], behind: parts[at + 2] }, own)
}

/** The database of the project, and how those of all projects of its tenant begin. */
export type OwnDatabase = { database: string; siblings: string }
type Around = Record<'before' | 'after' | 'behind', SqlPart | undefined>

function look({ kind, text, isQuoted }: SqlPart, { before, after, behind }: Around, own: OwnDatabase | undefined) {
  if (text === '@@' && kind === 'sign') throw catalogueRefused(`@@${after?.text ?? ''}`)
  if (kind !== 'name') return
  const word = folded(text)
  if (refused.has(word) && after?.text === '(') throw functionRefused(word)
  if (after?.text === '.') {
    if (systemDatabases.has(word)) throw catalogueRefused(`${word}.${behind?.text ?? ''}`)
    if (own && word.startsWith(folded(own.siblings)) && word !== folded(own.database))
      throw otherProject(`${text}.${behind?.text ?? ''}`)
  }
  if (isQuoted || before?.text === '.' || before?.text === '@') return
  if (changing.has(word) || (word === 'share' && folded(before?.text ?? '') === 'for')) throw notOneSelect()
}

const withoutAccents = (name: string) => name.normalize('NFKD').replace(/\p{M}/gu, '')

/** A name as the server compares it: without case and accents, an ß as an s. */
export const folded = (name: string) =>
  withoutAccents(withoutAccents(name.replaceAll('ß', 's')).toUpperCase().toLowerCase())
