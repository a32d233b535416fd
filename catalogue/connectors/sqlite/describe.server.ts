import type { DatabaseSync } from 'node:sqlite'
import type { DescribedTable, FoundField, FoundTable } from '@weft/kit/define/connector-session.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { likelyCursors } from '@weft/kit/sql/likely-cursors.ts'
import { tableName, tableParts } from '@weft/kit/sql/table-name.ts'
import { sqliteSql } from './dialect.ts'
import { isBytes, typeOf } from './values.ts'

const tables = `
  select name, type from pragma_table_list
  where schema = 'main' and type in ('table', 'view', 'virtual') and name not like 'sqlite\\_%' escape '\\'`

const columns = `select name, type, "notnull" as "filled", pk, hidden from pragma_table_xinfo(?) where hidden <> 1`

/** Columns of the indexes in which no value comes twice, those of few columns first. */
const indexes = `
  select l.name as "index", l."unique", i.seqno, i.name, (select count(*) from pragma_index_info(l.name)) as "width"
  from pragma_index_list(?) l join pragma_index_info(l.name) i where l.partial = 0 order by "width", l.seq, i.seqno`

const references = `select id, "table", "from", "to" from pragma_foreign_key_list(?) order by id, seq`

type Column = { name: string; type: string; filled: number; pk: number; hidden: number }
type IndexColumn = { index: string; unique: number; seqno: number; name: string | null }
type Reference = { id: number; table: string; from: string; to: string | null }

export const findTables = (database: DatabaseSync): FoundTable[] =>
  (database.prepare(`${tables} order by name`).all() as { name: string; type: string }[]).map(foundTable)

export function describeTable(database: DatabaseSync, name: string): DescribedTable {
  const [own, more] = tableParts(name)
  const ask = <T>(text: string): T[] => database.prepare(text).all(own!) as T[]
  const [row] =
    own !== undefined && more === undefined ? ask<{ name: string; type: string }>(`${tables} and name = ?`) : []
  if (!row) throw notFound()
  const found = foundTable(row)
  const own_columns = ask<Column>(columns)
  const own_indexes = row.type === 'view' ? [] : ask<IndexColumn>(indexes)
  const fields = own_columns.map((column) => fieldOf(column, own_columns))
  return {
    ...found,
    fields,
    key: keyOf(database, row.name, own_columns, own_indexes),
    cursors: likelyCursors(fields, indexedIn(own_columns, own_indexes)),
    references: Object.values(Object.groupBy(ask<Reference>(references), ({ id }) => String(id))).flatMap((same) => {
      const [{ table }] = same as [Reference]
      const to = same!.map((one) => one.to).filter((one) => one !== null)
      // Where no columns are named it is the key of the other table.
      const named = to.length > 0 ? to : primaryKey(database.prepare(columns).all(table) as Column[])
      return [{ fields: same!.map((one) => one.from), table: tableName(table), to: named }]
    }),
  }
}

const foundTable = ({ name, type }: { name: string; type: string }): FoundTable => ({
  name: tableName(name),
  kind: type === 'view' ? 'view' : 'table',
  rows: null,
  bytes: null,
})

function fieldOf(column: Column, all: readonly Column[]): FoundField {
  const { name, type, filled, hidden } = column
  const generated = hidden > 0 ? ('always' as const) : isRowNumber(column, all) ? ('default' as const) : undefined
  return {
    name,
    type: typeOf(type),
    native: type.toLowerCase(),
    nullable: filled === 0 && !isRowNumber(column, all),
    ...(generated && { generated }),
  }
}

const primaryKey = (all: readonly Column[]) =>
  all
    .filter(({ pk }) => pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map(({ name }) => name)

/** The number of the row itself, which is never anything else than a whole number. */
const isRowNumber = ({ name, type, pk }: Column, all: readonly Column[]) =>
  pk === 1 && type.toLowerCase() === 'integer' && primaryKey(all).join() === name

/** The columns by which pages are read: always there, no bytes, and never twice the same. */
function keyOf(database: DatabaseSync, table: string, all: readonly Column[], indexes: readonly IndexColumn[]) {
  const unique = Object.values(
    Object.groupBy(
      indexes.filter((one) => one.unique === 1),
      ({ index }) => index,
    ),
  ).map((same) => same!.map(({ name }) => name ?? ''))
  const candidates = [primaryKey(all), ...unique].filter((names) => names.length > 0)
  return (
    candidates.find((names) =>
      names.every((name) =>
        canBeKey(
          database,
          table,
          all.find((one) => one.name === name),
        ),
      ),
    ) ?? []
  )
}

/** A column takes whatever it is given, nothing at all and bytes included: where there is such a value, pages would begin anew or end early. */
function canBeKey(database: DatabaseSync, table: string, column: Column | undefined): boolean {
  if (!column || column.type === '' || isBytes(column.type)) return false
  const name = sqliteSql.quote(column.name)
  // Bytes are greater than all that is none.
  return [`${name} is null`, `${name} >= x''`].every(
    (odd) => database.prepare(`select 1 from ${sqliteSql.quote(table)} where ${odd} limit 1`).get() === undefined,
  )
}

function indexedIn(all: readonly Column[], indexes: readonly IndexColumn[]): ReadonlySet<string> {
  const first = indexes.filter(({ seqno }) => seqno === 0).flatMap(({ name }) => name ?? [])
  return new Set([...primaryKey(all).slice(0, 1), ...first])
}
