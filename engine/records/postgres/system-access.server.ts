import { hasSqlDetails, parse } from 'libpg-query'
import type { BoundQuery } from '../query-parameters.ts'
import {
  catalogueRefused,
  functionRefused,
  nestedQuery,
  notOneSelect,
  otherProject,
  placeIn,
  wrongSyntax,
} from '../query-refusals.ts'

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
 * Beside `pg_…`: what changes the session or other sessions, runs SQL out of a text, reads files or large objects, what names logins and
 * databases of others or tables of other projects, and what tells of the server.
 */
const refused =
  /^(?:set_config|current_setting|lo_.*|lo|loread|lowrite|dblink.*|ts_stat|ts_rewrite|crosstab.*|.*_to_xml.*|has_.*_privilege|makeaclitem|acldefault|aclitem.*|obj_description|col_description|shobj_description|format_type|to_reg[a-z]*|reg(?:role|class|namespace|type|proc|procedure|oper|operator|config|dictionary|collation)(?:in|out|recv|send)?|inet_(?:client|server)_.*|row_security_active|txid_.*|binary_upgrade_.*|ginfuncs.*)$/
/** Types whose text is a name out of the catalogues: of a login, a table, a schema. */
const namesOthers =
  /^_?(?:aclitem|reg(?:role|class|namespace|type|proc|procedure|oper|operator|config|dictionary|collation))$/
const systemSchema = /^(?:pg_|information_schema$)/
/** Where functions and types are that belong to nobody. */
const everybodys = new Set(['pg_catalog', 'public'])

/**
 * Refuses a query that reaches beyond the project's own tables: the catalogues of the database system show the names of everybody on the
 * server, its functions end others' sessions and hold locks, and the login may read other projects of its tenant. Read by PostgreSQL's own
 * parser, so that no spelling gets around it. `own` is the project's schema, `sql` the query as it was typed.
 */
export async function refuseSystemAccess(
  { text, placeOf }: Pick<BoundQuery, 'text' | 'placeOf'>,
  { sql, own }: { sql: string; own: string },
): Promise<void> {
  const statements = await parsed(text, { sql, placeOf })
  if (statements.length !== 1 || !Object.hasOwn(statements[0]!.stmt ?? {}, 'SelectStmt')) throw notOneSelect()
  const open: unknown[] = [statements[0]!.stmt]
  while (open.length > 0) {
    const node = open.pop()
    if (typeof node !== 'object' || node === null) continue
    for (const [kind, inner] of Object.entries(node)) {
      look(kind, inner, own)
      open.push(inner)
    }
  }
}

function look(kind: string, node: unknown, own: string) {
  if (kind === 'RangeVar') {
    const { schemaname, relname = '' } = node as { schemaname?: string; relname?: string }
    if (systemSchema.test(schemaname ?? relname))
      throw catalogueRefused(schemaname ? `${schemaname}.${relname}` : relname)
    refuseForeign([schemaname, relname], own)
  } else if (kind === 'FuncCall') {
    const names = textsOf((node as { funcname?: Name[] }).funcname)
    const name = names.at(-1) ?? ''
    if ((name.startsWith('pg_') && !harmless.has(name)) || refused.test(name)) throw functionRefused(name)
    refuseForeign(names, own)
  } else if (kind === 'typeName' || kind === 'TypeName') {
    const names = textsOf((node as { names?: Name[] }).names)
    if (namesOthers.test(names.at(-1) ?? '')) throw functionRefused(names.at(-1)!)
    refuseForeign(names, own)
  }
}

/** A type is a table's row as well: `null::other.customer` tells its columns. */
function refuseForeign(names: readonly (string | undefined)[], own: string) {
  const schema = names.at(-2)
  if (schema !== undefined && schema !== own && !everybodys.has(schema)) throw otherProject(names.join('.'))
}

type Name = { String?: { sval?: string } }
const textsOf = (names: Name[] = []) => names.map((name) => name.String?.sval ?? '')

async function parsed(text: string, { sql, placeOf }: { sql: string; placeOf: (at: number) => number }) {
  // The parser's text ends at a zero byte, and the server's protocol refuses one.
  if (text.includes('\0')) throw wrongSyntax({ detail: '\\0', sql })
  try {
    return (await parse(text)).stmts ?? []
  } catch (error) {
    if (error instanceof RangeError || !hasSqlDetails(error)) throw nestedQuery()
    const cursor = error.sqlDetails?.cursorPosition ?? -1
    const at = cursor < 0 ? undefined : placeOf(cursor)
    const length = at === undefined ? 1 : (/^[\p{L}\p{N}_]+/u.exec(sql.slice(at))?.[0].length ?? 1)
    throw wrongSyntax({ detail: error.message, sql, at: at === undefined ? undefined : placeIn(sql, at, length) })
  }
}
