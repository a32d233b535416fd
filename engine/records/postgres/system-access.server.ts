import { hasSqlDetails, parse } from 'libpg-query'
import { catalogueRefused, functionRefused, nestedQuery, notOneSelect, wrongSyntax } from '../query-refusals.ts'

/** Functions named `pg_…` that say or do nothing beyond the value they are given. */
const harmless = new Set([
  'pg_typeof',
  'pg_sleep',
  'pg_sleep_for',
  'pg_sleep_until',
  'pg_column_size',
  'pg_column_compression',
  'pg_size_pretty',
  'pg_size_bytes',
  'pg_input_is_valid',
])

/**
 * Beside `pg_…`: what changes the session or other sessions, runs SQL out of a text, reads files or large objects, and what names logins
 * and databases of others.
 */
const refused =
  /^(?:set_config|lo_.*|lo|loread|lowrite|dblink.*|ts_stat|ts_rewrite|crosstab.*|.*_to_xml.*|has_.*_privilege|makeaclitem|acldefault|aclitem.*|shobj_description|to_regrole|regrole.*|row_security_active|txid_.*|binary_upgrade_.*|ginfuncs.*)$/
/** Types whose text is the name of a login. */
const namesLogins = new Set(['regrole', 'aclitem', '_regrole', '_aclitem'])
const systemSchema = /^pg_/

/**
 * Refuses a query that reaches for the database system instead of the project's tables: its catalogues show the names of everybody on the
 * server, its functions end others' sessions and hold locks. Read by PostgreSQL's own parser, so that no spelling gets around it.
 */
export async function refuseSystemAccess(sql: string): Promise<void> {
  const statements = await parsed(sql)
  if (statements.length !== 1 || !Object.hasOwn(statements[0]!.stmt ?? {}, 'SelectStmt')) throw notOneSelect()
  const open: unknown[] = [statements[0]!.stmt]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    for (const [kind, inner] of Object.entries(node)) {
      look(kind, inner)
      open.push(inner)
    }
  }
}

function look(kind: string, node: unknown) {
  if (kind === 'RangeVar') {
    const { schemaname, relname = '' } = node as { schemaname?: string; relname?: string }
    if (systemSchema.test(schemaname ?? relname))
      throw catalogueRefused(schemaname ? `${schemaname}.${relname}` : relname)
  } else if (kind === 'FuncCall') {
    const name = lastOf((node as { funcname?: Name[] }).funcname)
    if ((name.startsWith('pg_') && !harmless.has(name)) || refused.test(name)) throw functionRefused(name)
  } else if (kind === 'typeName' || kind === 'TypeName') {
    const name = lastOf((node as { names?: Name[] }).names)
    if (namesLogins.has(name)) throw functionRefused(name)
  }
}

type Name = { String?: { sval?: string } }
const lastOf = (names: Name[] = []) => names.at(-1)?.String?.sval ?? ''

async function parsed(sql: string) {
  // The parser's text ends at a zero byte, and the server's protocol refuses one.
  if (sql.includes('\0')) throw wrongSyntax('\\0')
  try {
    return (await parse(sql)).stmts ?? []
  } catch (error) {
    if (error instanceof RangeError || !hasSqlDetails(error)) throw nestedQuery()
    const at = error.sqlDetails?.cursorPosition ?? -1
    throw wrongSyntax(error.message, sql.includes('\n') && at >= 0 ? sql.slice(0, at).split('\n').length : undefined)
  }
}
