import type { FoundField } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { SqlWrite } from '@weft/kit/sql/sql-write.ts'
import { mariadbSql } from './fields.ts'

const { quote } = mariadbSql
const placeOf = (field: FoundField) => mariadbSql.parameter(0, field)
const valueIn = (record: DataRecord, field: FoundField) => {
  const value = record[field.name] ?? null
  if (value !== null && (field.type === 'json' || typeof value === 'object')) return JSON.stringify(value)
  return mariadbSql.value!(value, field)
}

type Rows = { places: readonly string[]; rows: readonly unknown[][] }

/** Rows as they stand behind `values` or `in`: a list that the driver writes out by itself, which is quicker than place by place. */
const listOf = ({ places, rows }: Rows): [text: string, values: unknown[]] =>
  places.every((place) => place === '?')
    ? ['?', [rows]]
    : [rows.map(() => `(${places.join(', ')})`).join(', '), rows.flat()]

/** Rows as a table that a statement can join: in one list where the server knows such, which it reads twice as fast. */
function tableOf(columns: readonly string[], given: Rows, listed: boolean): [text: string, values: unknown[]] {
  if (listed) {
    const [list, values] = listOf(given)
    return [`with v (${columns.join(', ')}) as (values ${list}) select * from v`, values]
  }
  const { places, rows } = given
  const first = places.map((place, c) => `${place} as ${columns[c]}`)
  const selects = rows.map((_, i) => `select ${(i === 0 ? first : places).join(', ')}`)
  return [selects.join(' union all '), rows.flat()]
}

/** The keys of records, as they stand behind `in`. */
export const keyList = ({ key, records }: SqlWrite) =>
  listOf({ places: key.map(placeOf), rows: records.map((record) => key.map((field) => valueIn(record, field))) })

/** The keys of records with the places of the records, as a table. */
export function keysGiven({ key, records }: SqlWrite, listed: boolean) {
  const rows = records.map((record, i) => [i, ...key.map((field) => valueIn(record, field))])
  const columns = ['at', ...key.map((_, k) => `k${k}`)]
  const [given, values] = tableOf(columns, { places: ['?', ...key.map(placeOf)], rows }, listed)
  return { given, values, same: key.map(({ name }, k) => `t.${quote(name)} = x.k${k}`).join(' and ') }
}

/** The fields wanted of a row, as records carry them. */
export const keyOf = ({ wanted }: SqlWrite, at = '') =>
  wanted.map((field) => `${mariadbSql.selected(field, `${at}${quote(field.name)}`)} as ${quote(field.name)}`).join(', ')

/** `listed`: whether the server takes a list of rows for a table. */
export function statementOf(
  { table, mode, key, fields, records }: SqlWrite,
  listed: boolean,
): [text: string, values: unknown[]] {
  const at = mariadbSql.table(table.name)
  const rowsOf = (of: readonly FoundField[]): Rows => ({
    places: of.map(placeOf),
    rows: records.map((record) => of.map((field) => valueIn(record, field))),
  })
  if (mode === 'insert' || mode === 'upsert') {
    const names = fields.map(({ name }) => quote(name)).join(', ')
    const [list, values] = listOf(rowsOf(fields))
    return [`insert into ${at} (${names}) values ${list}`, values]
  }
  const taken = mode === 'delete' ? key : fields
  const columns = taken.map((_, i) => `c${i}`)
  const [given, values] = tableOf(columns, rowsOf(taken), listed)
  const columnOf = (field: FoundField) => `x.c${taken.indexOf(field)}`
  const same = key.map((field) => `t.${quote(field.name)} = ${columnOf(field)}`).join(' and ')
  if (mode === 'delete') return [`delete t from ${at} t join (${given}) x on ${same}`, values]
  const isKey = new Set(key.map(({ name }) => name))
  const others = fields.filter(({ name }) => !isKey.has(name))
  const changes =
    others.length > 0
      ? others.map((field) => `t.${quote(field.name)} = ${columnOf(field)}`)
      : key.map(({ name }) => `t.${quote(name)} = t.${quote(name)}`)
  return [`update ${at} t join (${given}) x on ${same} set ${changes.join(', ')}`, values]
}
