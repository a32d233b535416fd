import type { Condition } from '../define/condition.ts'
import type { DataRecord } from '../define/record.ts'
import { invalidField } from '../errors/common.ts'
import { defineMessages } from '../messages/messages.ts'
import type { DescribedTable, FoundField, TableQuery } from '../define/connector-session.ts'

const texts = defineMessages({
  unknownField: {
    en: 'The table {table} has no field named {field}.',
    de: 'Die Tabelle {table} hat kein Feld mit dem Namen {field}.',
  },
})

/** How a kind of database wants what all of them can. Values never stand in the text: `parameter` keeps one and answers its place. */
export type SqlKind = {
  quote(name: string): string
  /** The table as its name says it, quoted. */
  table(name: string): string
  /** The place of a parameter that is compared with this field. */
  parameter(at: number, field: FoundField): string
  /** A value as the driver takes it; as it is unless said. */
  value?(value: unknown, field: FoundField): unknown
  /** A field as it is selected, so that its values come as records carry them. */
  selected(field: FoundField, quoted: string): string
  asText(sql: string): string
  /** LIKE without regard to small and capital letters, where `\` takes the meaning of a sign away. */
  like(sql: string, place: string): string
  limited(statement: string, most: number): string
  /** The end of what a point in time of this field can be by now, as SQL. */
  now(field: FoundField): string
  /** How many keys of these fields one statement may ask for; 500 unless said. */
  most_keys?(by: readonly FoundField[]): number
}

export type Statement = { text: string; values: unknown[] }

/** Where a reading by key stands: the values of the key fields of the last record, and how many were read. */
export type KeyCursor = { after: unknown[]; count: number }

/**
 * One page of a table as SQL. By key: in the order of the key and behind the cursor, which needs no more than an index and is the same
 * however often it is asked. `order` makes it one page without a cursor.
 */
export function selectPage(
  kind: SqlKind,
  table: DescribedTable,
  query: TableQuery,
  { cursor, size }: { cursor?: KeyCursor | undefined; size: number | undefined },
): Statement {
  const values: unknown[] = []
  const fieldOf = (name: string) => fieldIn(table, name)
  const place = (value: unknown, field: FoundField) => {
    values.push(kind.value ? kind.value(value, field) : value)
    return kind.parameter(values.length, field)
  }
  const fields = chosenFields(table, query)
  const columns = fields.map((field) => selectedAs(kind, field))
  const where = [
    ...(query.filter ?? []).map((condition) => conditionOf(kind, fieldOf(condition.field), condition, place)),
    ...rangeOf(query).map((condition) => conditionOf(kind, fieldOf(condition.field), condition, place)),
    ...(cursor ? [behind(kind, cursorFields(table, query).map(fieldOf), cursor.after, place)] : []),
  ]
  const order = orderOf(kind, table, query)
  const statement = [
    `select ${columns.join(', ')} from ${kind.table(table.name)}`,
    ...(where.length > 0 ? [`where ${where.join(' and ')}`] : []),
    ...(order.length > 0 ? [`order by ${order.join(', ')}`] : []),
  ].join(' ')
  return { text: size === undefined ? statement : kind.limited(statement, size), values }
}

/** The records that hold one of these combinations of values in the fields `by`, which are answered as well. */
export function selectByKeys(
  kind: SqlKind,
  table: DescribedTable,
  { by, fields }: { by: readonly string[]; fields?: readonly string[] | undefined },
  keys: readonly DataRecord[],
): Statement {
  const values: unknown[] = []
  const place = (value: unknown, field: FoundField) => {
    values.push(kind.value ? kind.value(value, field) : value)
    return kind.parameter(values.length, field)
  }
  const own = by.map((name) => fieldIn(table, name))
  const same = (key: DataRecord) =>
    own.map((field) => `${kind.quote(field.name)} = ${place(key[field.name], field)}`).join(' and ')
  const [first] = own
  const where =
    own.length === 1
      ? `${kind.quote(first!.name)} in (${keys.map((key) => place(key[first!.name], first!)).join(', ')})`
      : keys.map((key) => `(${same(key)})`).join(' or ')
  const columns = fieldsWith(table, fields, by).map((field) => selectedAs(kind, field))
  return { text: `select ${columns.join(', ')} from ${kind.table(table.name)} where ${where}`, values }
}

/** The largest value of a field, but for points in time that are still to come; no row where there is none. */
export function selectLatest(kind: SqlKind, table: DescribedTable, name: string): Statement {
  const field = fieldIn(table, name)
  const largest = kind.quote('largest')
  const now = kind.now(field)
  const until = field.type === 'date_time' ? `case when ${largest} > ${now} then ${now} else ${largest} end` : largest
  const inner = `select max(${kind.quote(name)}) as ${largest} from ${kind.table(table.name)}`
  const text = `select ${kind.selected(field, until)} as ${kind.quote(name)} from (${inner}) found where ${largest} is not null`
  return { text, values: [] }
}

const rangeOf = ({ changed }: TableQuery): Condition[] =>
  changed
    ? [
        { field: changed.field, operator: 'greater_or_equal', value: changed.from },
        { field: changed.field, operator: 'less_or_equal', value: changed.until },
      ]
    : []

/** The fields a page goes on behind: those of the key, and what has changed by when it was. */
export const cursorFields = ({ key }: DescribedTable, { changed }: TableQuery): readonly string[] =>
  changed ? [changed.field, ...key.filter((name) => name !== changed.field)] : key

/** The chosen fields, and those without which a cursor could not be told. */
export const chosenFields = (table: DescribedTable, query: TableQuery): FoundField[] =>
  fieldsWith(table, query.fields, cursorFields(table, query))

/** The fields of these names and those that are needed beside them, in the order of the table; all of them unless said. */
function fieldsWith(
  table: DescribedTable,
  fields: readonly string[] | undefined,
  needed: readonly string[],
): FoundField[] {
  if (!fields) return table.fields
  const wanted = new Set([...fields, ...needed])
  for (const name of wanted) fieldIn(table, name)
  return table.fields.filter(({ name }) => wanted.has(name))
}

const selectedAs = (kind: SqlKind, field: FoundField) =>
  `${kind.selected(field, kind.quote(field.name))} as ${kind.quote(field.name)}`

export function fieldIn(table: Pick<DescribedTable, 'name' | 'fields'>, name: string): FoundField {
  const found = table.fields.find((field) => field.name === name)
  if (!found) throw invalidField(name, texts.unknownField({ table: table.name, field: name }))
  return found
}

function orderOf(kind: SqlKind, table: DescribedTable, query: TableQuery): string[] {
  const { order } = query
  if (order === undefined) return cursorFields(table, query).map((name) => kind.quote(name))
  const descending = order.startsWith('-')
  const { name } = fieldIn(table, descending ? order.slice(1) : order)
  const names = [name, ...table.key.filter((key) => key !== name)]
  return names.map((one) => `${kind.quote(one)}${descending ? ' desc' : ''}`)
}

/** `(a, b) > (1, 2)` written out: not every database finds its way by an index through the short form. */
function behind(
  kind: SqlKind,
  key: FoundField[],
  after: unknown[],
  place: (value: unknown, field: FoundField) => string,
): string {
  const alternatives = key.map((field, i) =>
    [
      ...key.slice(0, i).map((earlier, j) => `${kind.quote(earlier.name)} = ${place(after[j], earlier)}`),
      `${kind.quote(field.name)} > ${place(after[i], field)}`,
    ].join(' and '),
  )
  return alternatives.length === 1 ? alternatives[0]! : `(${alternatives.map((one) => `(${one})`).join(' or ')})`
}

const comparisons = { equals: '=', greater: '>', greater_or_equal: '>=', less: '<', less_or_equal: '<=' } as const
const escaped = (value: unknown) => String(value ?? '').replaceAll(/[\\%_]/g, '\\$&')

function conditionOf(
  kind: SqlKind,
  field: FoundField,
  { operator, value }: Condition,
  place: (value: unknown, field: FoundField) => string,
): string {
  const sql = kind.quote(field.name)
  const text: FoundField = { ...field, type: 'text', native: 'text' }
  const isText = ['text', 'long_text', 'choice'].includes(field.type)
  const like = (pattern: string) => kind.like(isText ? sql : kind.asText(sql), place(pattern, text))
  switch (operator) {
    case 'equals':
    case 'greater':
    case 'greater_or_equal':
    case 'less':
    case 'less_or_equal':
      return isAbsent(value) ? '1 = 0' : `${sql} ${comparisons[operator]} ${place(value, field)}`
    case 'not_equals':
      return isAbsent(value) ? `${sql} is not null` : `(${sql} is null or ${sql} <> ${place(value, field)})`
    case 'contains':
      return like(`%${escaped(value)}%`)
    case 'starts_with':
      return like(`${escaped(value)}%`)
    case 'ends_with':
      return like(`%${escaped(value)}`)
    case 'in': {
      const list = Array.isArray(value)
        ? value
        : String(value ?? '')
            .split(',')
            .map((part) => part.trim())
      return list.length === 0 ? '1 = 0' : `${sql} in (${list.map((one) => place(one, field)).join(', ')})`
    }
    case 'empty':
      return isText ? `(${sql} is null or ${sql} = '')` : `${sql} is null`
    case 'not_empty':
      return isText ? `(${sql} is not null and ${sql} <> '')` : `${sql} is not null`
    case 'true':
      return `${sql} = ${place(true, field)}`
    case 'false':
      return `${sql} = ${place(false, field)}`
  }
}

const isAbsent = (value: unknown) => value === undefined || value === null
