import type pg from 'pg'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { isNested, isTextual, type Structure } from '../structure.ts'
import { asIndexed } from './search-term.ts'
import { literal, projectSchema, tableOf } from './names.ts'
import { indexName } from '../derived-names.ts'
import { manyRows } from '../store.ts'
import { quoteIdentifier } from '../sql/quoted.ts'

/** Indexes made for the grid, beside those the structure asks for; each makes writing a little slower. */
const mostIndexes = 4

const searched = (structure: Structure) =>
  structure.fields.filter(
    (field) => isTextual(field) || (field.primary_key && ['integer', 'big_integer', 'uuid'].includes(field.type)),
  )

/** The text of a record that a search looks through: its text fields and its key. */
export function searchedSql(structure: Structure, alias = ''): string {
  const parts = searched(structure).map(
    (field) => `coalesce(${alias}${quoteIdentifier(field.name)}${isTextual(field) ? '' : '::text'}, '')`,
  )
  return parts.length === 0 ? `''` : `(${parts.join(` || E'\\n' || `)})`
}

/** What is known of a table without asking it again: how many records it holds, roughly, and what stands to help looking through them. */
export type Known = {
  rows: number
  indexes: Set<string>
  /** Searched texts of about a hundred records as the search index knows them; from the statistics of the search index, so empty before there is one. */
  sample: string[]
}

const known = new Map<string, { until: number; what: Promise<Known> }>()
const shortly = 10_000

/** What is known of a structure's table, at most ten seconds old. */
export function knownOf(pool: pg.Pool, structure: Structure): Promise<Known> {
  const table = tableOf(structure)
  const found = known.get(table)
  if (found && found.until > Date.now()) return found.what
  for (const [name, { until }] of known) if (until <= Date.now()) known.delete(name)
  const what = look(pool, structure)
  known.set(table, { until: Date.now() + shortly, what })
  what.catch(() => known.delete(table))
  return what
}

async function look(pool: pg.Pool, structure: Structure): Promise<Known> {
  const rows = await estimate(pool, `select 1 from ${tableOf(structure)}`, [])
  if (rows < manyRows) return { rows, indexes: new Set(), sample: [] }
  const { rows: made } = await pool.query<{ name: string; sample: string[] | null }>(
    `select c.relname as name, (select coalesce(s.histogram_bounds, s.most_common_vals)::text::text[] from pg_stats s where s.schemaname = n.nspname and s.tablename = c.relname) as sample
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace where i.indrelid = ${literal(tableOf(structure))}::regclass and i.indisvalid and ${madeForGrid}`,
  )
  return {
    rows,
    indexes: new Set(made.map(({ name }) => name)),
    sample: made.find(({ name }) => name === searchIndex(structure))?.sample?.map(asIndexed) ?? [],
  }
}

/** How many rows the planner expects of a query. */
export async function estimate(pool: pg.Pool, text: string, values: unknown[]): Promise<number> {
  const { rows } = await pool.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    `explain (format json) ${text}`,
    values,
  )
  return rows[0]!['QUERY PLAN'][0].Plan['Plan Rows']
}

const madeForGrid = `obj_description(c.oid) = 'made for the grid'`
const searchIndex = (structure: Structure) =>
  indexName('index', structure.id, 'search', ...searched(structure).map((field) => `${field.id} ${field.type}`))
const sortIndex = (structure: Structure, field: StructureField) => indexName('index', structure.id, 'sort', field.id)

const building = new Set<string>()

/**
 * Makes a search or a sort over many records fast from its second time on: builds an index in the background, without holding up
 * writers. Without the trigram extension a search stays a scan.
 */
export async function speedUp(
  pool: pg.Pool,
  structure: Structure,
  { rows, indexes }: Known,
  wish: { search: true } | { sort: StructureField },
): Promise<void> {
  const name = 'search' in wish ? searchIndex(structure) : sortIndex(structure, wish.sort)
  if (rows < manyRows || indexes.has(name) || building.has(name)) return
  if ('sort' in wish && (isNested(wish.sort) || wish.sort.primary_key || wish.sort.unique)) return // has one, or can have none
  building.add(name)
  await build(pool, structure, name, wish)
    .then(() => known.delete(tableOf(structure)))
    .catch(ignore('an index for the grid was not made; the answer is the same, only slower'))
    .finally(() => building.delete(name))
}

async function build(
  pool: pg.Pool,
  structure: Structure,
  name: string,
  wish: { search: true } | { sort: StructureField },
) {
  const schema = quoteIdentifier(projectSchema(structure.project_id))
  const { rows: made } = await pool.query<{ name: string; valid: boolean; searches: boolean }>(
    `select c.relname as name, i.indisvalid as valid, i.indexprs is not null as searches from pg_index i join pg_class c on c.oid = i.indexrelid
      where i.indrelid = ${literal(tableOf(structure))}::regclass and (${madeForGrid} or c.relname = ${literal(name)})`,
  )
  // One left half-built by a stop, and a search index from before the fields changed, only cost.
  const useless = made.filter((index) => (index.name === name ? !index.valid : index.searches && 'search' in wish))
  for (const index of useless)
    await pool.query(`drop index concurrently if exists ${schema}.${quoteIdentifier(index.name)}`)
  if (made.some((index) => index.name === name && index.valid) || made.length - useless.length >= mostIndexes) return
  if ('search' in wish) {
    await pool.query('create extension if not exists pg_trgm schema public')
    await pool.query(
      `create index concurrently if not exists ${name} on ${tableOf(structure)} using gin (${searchedSql(structure)} public.gin_trgm_ops)`,
    )
  } else
    await pool.query(
      `create index concurrently if not exists ${name} on ${tableOf(structure)} (${quoteIdentifier(wish.sort.name)}, _id)`,
    )
  await pool.query(`comment on index ${schema}.${name} is 'made for the grid'`)
  await pool.query(`analyze ${tableOf(structure)}`)
}
