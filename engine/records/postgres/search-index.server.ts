import type pg from 'pg'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { Structure } from '../structure.ts'
import { isNested, isTextual } from './columns.ts'
import { indexName, literal, quoted, schemaOf, tableOf } from './names.ts'

/** From here on looking through all records takes too long for a screen. */
export const manyRows = 50_000
/** Indexes made for the grid, beside those the structure asks for; each makes writing a little slower. */
const mostIndexes = 4

const searched = (structure: Structure) => structure.fields.filter((field) => isTextual(field) || (field.primary_key && ['integer', 'big_integer', 'uuid'].includes(field.type)))

/** The text of a record that a search looks through: its text fields and its key. */
export function searchedSql(structure: Structure, alias = ''): string {
  const parts = searched(structure).map((field) => `coalesce(${alias}${quoted(field.name)}${isTextual(field) ? '' : '::text'}, '')`)
  return parts.length === 0 ? `''` : `(${parts.join(` || E'\\n' || `)})`
}

const searchIndex = (structure: Structure) => indexName('index', structure.id, 'search', ...searched(structure).map((field) => `${field.id} ${field.type}`))
const sortIndex = (structure: Structure, field: StructureField) => indexName('index', structure.id, 'sort', field.id)

const building = new Set<string>()

/**
 * Makes a search or a sort over many records fast from its second time on: builds an index in the background, without holding up
 * writers. Without the trigram extension a search stays a scan.
 */
export function speedUp(pool: pg.Pool, structure: Structure, wish: { search: true } | { sort: StructureField }): Promise<void> {
  const name = 'search' in wish ? searchIndex(structure) : sortIndex(structure, wish.sort)
  if (building.has(name) || ('sort' in wish && isNested(wish.sort))) return Promise.resolve()
  building.add(name)
  return build(pool, structure, name, wish)
    .catch(() => {}) // Without the index the answer is the same, only slower.
    .finally(() => building.delete(name))
}

async function build(pool: pg.Pool, structure: Structure, name: string, wish: { search: true } | { sort: StructureField }) {
  const schema = quoted(schemaOf(structure.project_id))
  const { rows } = await pool.query<{ name: string; valid: boolean }>(
    `select c.relname as name, i.indisvalid as valid from pg_index i join pg_class c on c.oid = i.indexrelid where i.indrelid = ${literal(tableOf(structure))}::regclass and obj_description(c.oid) = 'made for the grid'`)
  const found = rows.find((row) => row.name === name)
  if (found?.valid || (!found && rows.length >= mostIndexes)) return
  if (found) await pool.query(`drop index concurrently if exists ${schema}.${name}`)
  if ('search' in wish) {
    await pool.query('create extension if not exists pg_trgm schema public')
    await pool.query(`create index concurrently if not exists ${name} on ${tableOf(structure)} using gin (${searchedSql(structure)} public.gin_trgm_ops)`)
  } else await pool.query(`create index concurrently if not exists ${name} on ${tableOf(structure)} (${quoted(wish.sort.name)}, _id)`)
  await pool.query(`comment on index ${schema}.${name} is 'made for the grid'`)
  await pool.query(`analyze ${tableOf(structure)}`)
}
