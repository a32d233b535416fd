import type pg from 'pg'
import { codeOf, messageOf } from '@weft/kit/errors/caught.ts'
import { definitionKinds, kindOf, type DefinitionKind } from '../history/kinds.ts'

/** What others point to comes before them. */
const places: Record<DefinitionKind, number> = {
  project: 1,
  queue: 2,
  connection: 3,
  data_structure: 4,
  dynamic_model: 5,
  function: 6,
  data_set: 7,
  mapping: 8,
  query: 9,
  insight: 10,
  dashboard: 11,
  text_template: 12,
  workflow: 13,
}
const inOrder = definitionKinds.toSorted((a, b) => places[a] - places[b])

/** What is read off a workflow's text when it is saved. */
const alsoOf: Partial<Record<DefinitionKind, readonly string[]>> = { workflow: ['label', 'description', 'triggers'] }
/** Whoever holds a thing in memory knows it by this number, too. */
const counted: ReadonlySet<DefinitionKind> = new Set(['data_structure', 'mapping', 'workflow'])

export type Brought = {
  made: number
  changed: number
  /** Names of workflows that wait to be published. */ off: string[]
}

/**
 * Brings a tenant's definitions as they are in another control database into this one: what is gone is made again, what was changed is put
 * back, and what was made since stays. Workflows it touches are switched off until somebody publishes them, which makes their schedules.
 * Both clients are signed in as the owners of their databases, `to` in a transaction.
 */
export async function bringDefinitions(from: pg.ClientBase, to: pg.ClientBase, tenant_id: string): Promise<Brought> {
  const brought: Brought = { made: 0, changed: 0, off: [] }
  for (const kind of inOrder) {
    const table = await tableFor(to, kind)
    const { rows } = await from.query<{ row: string }>(
      `select to_jsonb(t)::text as row from ${table.name} t where tenant_id = $1 order by created_at`,
      [tenant_id],
    )
    const made: string[] = []
    for (const { row } of rows) {
      const id = await makeAgain(to, table, row)
      if (id) made.push(id)
    }
    const changed: string[] = []
    for (const { row } of rows) {
      const id = await putBack(to, table, row)
      if (id && !made.includes(id)) changed.push(id)
    }
    brought.made += made.length
    brought.changed += changed.length
    if (kind === 'workflow') brought.off = await switchOff(to, [...made, ...changed])
  }
  return brought
}

type Table = {
  kind: DefinitionKind
  name: string
  /** All that are no function of others. */
  columns: string[]
  /** Those that are the definition. */
  defining: string[]
  points: { column: string; to: string; key: string; must: boolean }[]
}

async function tableFor(client: pg.ClientBase, kind: DefinitionKind): Promise<Table> {
  const { table: name, columns, text } = kindOf(kind)
  const all = await client.query<{ name: string }>(
    `select attname as name from pg_attribute where attrelid = $1::regclass and attnum > 0 and not attisdropped and attgenerated = '' order by attnum`,
    [name],
  )
  const points = await client.query<Table['points'][number]>(
    `select a.attname as column, k.confrelid::regclass::text as to, f.attname as key, a.attnotnull as must
      from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1] join pg_attribute f on f.attrelid = k.confrelid and f.attnum = k.confkey[1]
      where k.conrelid = $1::regclass and k.contype = 'f' and cardinality(k.conkey) = 1`,
    [name],
  )
  return {
    kind,
    name,
    columns: all.rows.map(({ name }) => name),
    defining: [...columns, ...(text ? [text] : []), ...(alsoOf[kind] ?? [])],
    points: points.rows,
  }
}

/** Answers the id where the row was gone. */
async function makeAgain(client: pg.ClientBase, table: Table, row: string): Promise<string | undefined> {
  const list = table.columns.map((name) => `"${name}"`).join(', ')
  const { rows } = await client
    .query<{ id: string }>(
      `insert into ${table.name} (${list}) select ${list} from jsonb_populate_record(null::${table.name}, $1::jsonb || $2::jsonb) r
        where not exists (select from ${table.name} where id = r.id) returning id`,
      [row, await withoutGone(client, table, row)],
    )
    .catch(explain(table, row))
  return rows[0]?.id
}

/** Answers the id where the definition was another one. */
async function putBack(client: pg.ClientBase, table: Table, row: string): Promise<string | undefined> {
  const sides = (of: string) => table.defining.map((name) => `${of}"${name}"`).join(', ')
  const set = table.defining.map((name) => `"${name}" = r."${name}"`)
  if (counted.has(table.kind)) set.push('version = greatest(t.version, r.version) + 1')
  const { rows } = await client
    .query<{ id: string }>(
      `update ${table.name} t set ${set.join(', ')} from jsonb_populate_record(null::${table.name}, $1::jsonb || $2::jsonb) r
        where t.id = r.id and row(${sides('t.')}) is distinct from row(${sides('r.')}) returning t.id`,
      [row, await withoutGone(client, table, row)],
    )
    .catch(explain(table, row))
  return rows[0]?.id
}

/** Whatever a row points to that is not there any more, as nothing. */
async function withoutGone(client: pg.ClientBase, { kind, points }: Table, row: string): Promise<string> {
  const values = JSON.parse(row) as Record<string, string | null>
  const gone: Record<string, null> = {}
  for (const { column, to, key, must } of points) {
    const value = values[column]
    if (value === null || value === undefined) continue
    const { rowCount } = await client.query(`select from ${to} where ${key} = $1`, [value])
    if (rowCount !== 0) continue
    if (must)
      throw new Error(`The ${kind} ${nameOf(row)} cannot come back: what it needs in ${to} is not there any more.`)
    gone[column] = null
  }
  return JSON.stringify(gone)
}

const explain =
  ({ kind }: Table, row: string) =>
  (error: unknown): never => {
    if (codeOf(error) !== '23505') throw error
    throw new Error(
      `The ${kind} ${nameOf(row)} cannot come back, since another has its name by now (${(error as { detail?: string }).detail ?? messageOf(error)}). Please rename that one, and begin again.`,
      { cause: error },
    )
  }

function nameOf(row: string): string {
  const { label, name, model_name } = JSON.parse(row) as Record<string, string | undefined>
  return `“${label ?? name ?? model_name ?? ''}”`
}

async function switchOff(client: pg.ClientBase, ids: string[]): Promise<string[]> {
  const { rows } = await client.query<{ label: string }>(
    'update workflows set active = false, published = false where id = any($1) returning label',
    [ids],
  )
  return rows.map(({ label }) => label)
}
