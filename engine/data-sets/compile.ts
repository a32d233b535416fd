import type { DataSetColumn, DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { FieldType, StructureField } from '@weft/kit/define/structure.ts'
import type { FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { required as missing } from '@weft/kit/messages/required.ts'
import { postgresDialect } from '../records/postgres/dialect.ts'
import { conditionSql, operandOf } from '../records/sql/condition-sql.ts'
import { SqlParameters, type Dialect, type SqlOperand } from '../records/sql/dialect.ts'
import { quoteIdentifier } from '../records/sql/quoted.ts'
import { isNested, isNumeric, type Structure } from '../records/structure.ts'
import { checkFor } from '../records/values/check.ts'

const texts = defineMessages({
  unknownStructure: { en: 'This data structure does not exist.', de: 'Diese Datenstruktur gibt es nicht.' },
  unknownPlace: {
    en: 'There is no structure or list named {name} before this.',
    de: 'Davor gibt es keine Struktur oder Liste namens {name}.',
  },
  unknownField: { en: 'There is no field named {field}.', de: 'Es gibt kein Feld mit dem Namen {field}.' },
  nameTwice: { en: 'This name is already used.', de: 'Dieser Name wird bereits verwendet.' },
  joinMissing: { en: 'Say how this structure is joined.', de: 'Legen Sie fest, wie diese Struktur verknüpft ist.' },
  joinOnBase: {
    en: 'The first structure is not joined to anything.',
    de: 'Die erste Struktur wird mit nichts verknüpft.',
  },
  joinTypes: {
    en: 'The joined fields must be of the same type; here they are {local} and {foreign}.',
    de: 'Die verknüpften Felder müssen denselben Typ haben; hier sind es {local} und {foreign}.',
  },
  notList: { en: 'This field is not a list.', de: 'Dieses Feld ist keine Liste.' },
  notNumeric: { en: 'Only numbers can be added up or averaged.', de: 'Nur Zahlen lassen sich summieren oder mitteln.' },
  notComparable: {
    en: 'Nested values have no smallest or largest.',
    de: 'Verschachtelte Werte haben kein Minimum oder Maximum.',
  },
  notDate: { en: 'Only dates can be cut to a period.', de: 'Nur Datumsangaben lassen sich auf einen Zeitraum kürzen.' },
  unknownParameter: { en: 'There is no parameter named {name}.', de: 'Es gibt keinen Parameter namens {name}.' },
  unknownZone: { en: 'This time zone is not known.', de: 'Diese Zeitzone ist nicht bekannt.' },
})

export type Compiled = {
  text: string
  values: unknown[]
  columns: DataSetColumn[]
  /** How the values of each column look. */
  fields: Map<string, StructureField>
  /** Asks for the ids of the base structure's records that the rows are made from. */
  base_ids: string
  base_values: unknown[]
}
type Place = { alias: string; fields: StructureField[]; /** A list's entries live in a JSON value. */ list?: true }

/** What is wrong with a definition, by dotted path. Empty when it compiles. */
export function problemsOfDataSet(definition: DataSetDefinition, structures: Map<string, Structure>): FieldErrors {
  return build(definition, structures, {}, { strict: false, dialect: postgresDialect }).problems
}

/**
 * Compiles a data set into one parameterised SELECT. Identifiers are quoted and come only from the structures' own names; every value
 * is a parameter, or written as the dialect writes literals. Throws nothing: problems are told by their place, which are the same in every dialect.
 */
export function compileDataSet(
  definition: DataSetDefinition,
  structures: Map<string, Structure>,
  given: Record<string, unknown> = {},
  dialect: Dialect = postgresDialect,
): { compiled: Compiled; problems: FieldErrors } {
  return build(definition, structures, given, { strict: true, dialect })
}

function build(
  definition: DataSetDefinition,
  structures: Map<string, Structure>,
  given: Record<string, unknown>,
  { strict, dialect }: { strict: boolean; dialect: Dialect },
) {
  const problems: FieldErrors = {}
  const add = (path: string, message: Message) => (problems[path] ??= []).push(message)
  const parameters = new SqlParameters()
  const places = new Map<string, Place>()

  const operand = (of: string, field: string, path: string): SqlOperand | undefined => {
    const place = places.get(of)
    if (!place) return void add(`${path}.of`, texts.unknownPlace({ name: of }))
    try {
      return place.list ? entryOperand(dialect, place, field) : operandOf(dialect, field, place.fields, place.alias)
    } catch {
      return void add(`${path}.field`, texts.unknownField({ field }))
    }
  }

  const from: string[] = []
  for (const [i, { as, structure_id, join }] of definition.structures.entries()) {
    const path = `structures.${i}`
    const structure = structures.get(structure_id)
    if (!structure) add(`${path}.structure_id`, texts.unknownStructure())
    if (places.has(as)) add(`${path}.as`, texts.nameTwice())
    if (i > 0 && !join) add(`${path}.join`, texts.joinMissing())
    if (i === 0 && join) add(`${path}.join`, texts.joinOnBase())
    if (!structure) continue
    const alias = quoteIdentifier(as)
    const own: Place = { alias, fields: structure.fields }
    const on = (join?.on ?? []).map(({ of, local_field, foreign_field }, n) => {
      const local = operand(of, local_field, `${path}.join.on.${n}`)
      const foreign = foreignOperand(dialect, own, foreign_field, () =>
        add(`${path}.join.on.${n}.foreign_field`, texts.unknownField({ field: foreign_field })),
      )
      if (!local || !foreign) return 'true'
      if (family(local.field) !== family(foreign.field))
        add(`${path}.join.on.${n}`, texts.joinTypes({ local: local.field.type, foreign: foreign.field.type }))
      return `${local.sql} = ${foreign.sql}`
    })
    places.set(as, own)
    from.push(
      i === 0
        ? `${dialect.table(structure)} as ${alias}`
        : `${join?.kind === 'inner' ? 'join' : 'left join'} ${dialect.table(structure)} as ${alias} on ${on.length > 0 ? on.join(' and ') : 'true'}`,
    )
  }

  for (const [i, { as, of, field, keep_empty }] of definition.lists.entries()) {
    const path = `lists.${i}`
    if (places.has(as)) add(`${path}.as`, texts.nameTwice())
    const list = operand(of, field, path)
    if (!list) continue
    if (list.json === undefined) {
      add(`${path}.field`, texts.notList())
      continue
    }
    const alias = quoteIdentifier(as)
    from.push(dialect.entries(list.json, alias, keep_empty))
    places.set(as, { alias, fields: list.field.fields ?? [], list: true })
  }

  if (!isZone(definition.zone)) add('zone', texts.unknownZone())
  const grouped = definition.fields.some((field) => field.function)
  const selected: { sql: string; column: DataSetColumn; field: StructureField }[] = []
  const names = new Set<string>()
  for (const [i, wanted] of definition.fields.entries()) {
    const path = `fields.${i}`
    if (names.has(wanted.name)) add(`${path}.name`, texts.nameTwice())
    names.add(wanted.name)
    const found = operand(wanted.of, wanted.field, path)
    if (!found) continue
    const made = shaped(dialect, found, wanted, definition.zone, (key, message) => add(`${path}.${key}`, message))
    selected.push({
      ...made,
      column: {
        name: wanted.name,
        label: wanted.label ?? wanted.name,
        type: made.field.type,
        aggregated: wanted.function !== undefined,
      },
    })
  }

  const valueOf = parameterValues(definition, given, { strict, add })
  const conditions = (
    list: {
      operator: DataSetDefinition['filters'][number]['operator']
      value?: unknown
      parameter?: string | undefined
      field: string
      of?: string
    }[],
    kind: 'filters' | 'having',
    find: (i: number) => SqlOperand | undefined,
  ) =>
    list.flatMap((filter, i) => {
      const path = `${kind}.${i}`
      const found = find(i)
      if (filter.parameter !== undefined && !definition.parameters.some(({ name }) => name === filter.parameter))
        add(`${path}.parameter`, texts.unknownParameter({ name: filter.parameter }))
      if (!found) return []
      const value = filter.parameter === undefined ? filter.value : valueOf(filter.parameter)
      // A parameter nobody filled asks for nothing.
      if (filter.parameter !== undefined && (value === undefined || value === null || value === '')) return []
      try {
        return [conditionSql(dialect, found, { field: path, operator: filter.operator, value }, parameters)]
      } catch (error) {
        const [reason] = Object.values((error as { fields?: FieldErrors }).fields ?? {})
        if (!reason) throw error
        if (filter.parameter === undefined || strict)
          add(filter.parameter === undefined ? `${path}.value` : `parameters.${filter.parameter}`, reason[0]!)
        return []
      }
    })

  const where = conditions(definition.filters, 'filters', (i) =>
    operand(definition.filters[i]!.of, definition.filters[i]!.field, `filters.${i}`),
  )
  const output = (name: string, path: string): SqlOperand | undefined => {
    const found = selected.find(({ column }) => column.name === name)
    if (!found) return void add(path, texts.unknownField({ field: name }))
    return { sql: `answer.${quoteIdentifier(name)}`, field: found.field }
  }
  const base_ids = `select ${quoteIdentifier(definition.structures[0]!.as)}._id from ${from.join(' ')}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
  const base_values = [...parameters.values]
  const having = conditions(definition.having, 'having', (i) =>
    output(definition.having[i]!.field, `having.${i}.field`),
  )
  const order = definition.sort.flatMap(({ field, descending }, i) => {
    const found = output(field, `sort.${i}.field`)
    return found ? [dialect.emptyLast(found.sql, descending)] : []
  })

  const groups = selected.flatMap(({ column }, i) => (column.aggregated ? [] : [String(i + 1)]))
  const inner = [
    `select ${selected.map(({ sql, column }) => `${sql} as ${quoteIdentifier(column.name)}`).join(', ')}`,
    `from ${from.join(' ')}`,
    ...(where.length > 0 ? [`where ${where.join(' and ')}`] : []),
    ...(grouped && groups.length > 0 ? [`group by ${groups.join(', ')}`] : []),
  ].join(' ')
  const text = `select * from (${inner}) as answer${having.length > 0 ? ` where ${having.join(' and ')}` : ''}${order.length > 0 ? ` order by ${order.join(', ')}` : ''} limit ${definition.limit}`
  return {
    compiled: {
      text,
      values: parameters.values,
      columns: selected.map(({ column }) => column),
      fields: new Map(selected.map(({ column, field }) => [column.name, field])),
      base_ids,
      base_values,
    },
    problems,
  }
}

function foreignOperand(dialect: Dialect, place: Place, field: string, missing: () => void): SqlOperand | undefined {
  try {
    return operandOf(dialect, field, place.fields, place.alias)
  } catch {
    return void missing()
  }
}

/** A field of a list's entry; an entry that is no object is `value`. */
function entryOperand(dialect: Dialect, { alias, fields }: Place, path: string): SqlOperand {
  const parts = path.split('.')
  let declared: StructureField | undefined
  let among: StructureField[] | undefined = fields
  for (const part of parts) {
    declared = among?.find((field) => field.name === part)
    among = declared?.fields
  }
  if (fields.length > 0 && !fields.some((field) => field.name === parts[0])) throw new Error('unknown')
  const field = declared ?? { ...plainText, name: parts.at(-1)! }
  const way = fields.length === 0 && path === 'value' ? [] : parts
  const entry = `${alias}.entry`
  return {
    sql: dialect.inside(entry, way, field),
    field,
    ...((!declared || isNested(declared)) && { json: dialect.json(entry, way) }),
  }
}

const plainText: StructureField = {
  id: '',
  name: '',
  type: 'text',
  nullable: true,
  unsigned: false,
  unique: false,
  index: false,
  required: false,
  primary_key: false,
  show_in_view: true,
  skip_on_delta: false,
}

/** Types that can be compared with one another without a cast. */
function family({ type }: StructureField): string {
  if (['integer', 'big_integer', 'decimal'].includes(type)) return 'number'
  if (['text', 'long_text', 'choice'].includes(type)) return 'text'
  if (['json', 'object', 'list'].includes(type)) return 'nested'
  return type
}

function shaped(
  dialect: Dialect,
  { sql, field }: SqlOperand,
  wanted: DataSetDefinition['fields'][number],
  zone: string,
  add: (key: string, message: Message) => void,
): { sql: string; field: StructureField } {
  let at = { sql, field }
  if (wanted.truncate) {
    if (field.type !== 'date' && field.type !== 'date_time') add('truncate', texts.notDate())
    else {
      const hours = wanted.truncate === 'hour' && field.type === 'date_time'
      at = {
        sql: dialect.truncated(sql, field, wanted.truncate, isZone(zone) ? zone : 'UTC'),
        field: typed(hours ? 'date_time' : 'date'),
      }
    }
  }
  switch (wanted.function) {
    case undefined:
      return at
    case 'count':
      return { sql: `count(${at.sql})`, field: typed('big_integer') }
    case 'count_distinct':
      return { sql: `count(distinct ${at.sql})`, field: typed('big_integer') }
    case 'sum':
    case 'avg':
      if (!isNumeric(at.field)) add('function', texts.notNumeric())
      return {
        sql: wanted.function === 'avg' ? dialect.average(at.sql) : dialect.sum(at.sql, at.field),
        field: { ...typed('decimal'), ...(wanted.function === 'avg' ? { precision: 65, scale: 6 } : summed(at.field)) },
      }
    case 'min':
    case 'max':
      if (isNested(at.field) || at.field.type === 'boolean' || at.field.type === 'uuid')
        add('function', texts.notComparable())
      return { sql: `${wanted.function}(${at.sql})`, field: at.field }
  }
}
/** A sum has the places behind the point of what it adds up. */
const summed = ({ type, precision, scale = 0 }: StructureField) =>
  type !== 'decimal' ? { precision: 65, scale: 0 } : precision === undefined ? {} : { precision: 65, scale }
const typed = (type: FieldType): StructureField => ({ ...plainText, type })

function isZone(zone: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}

function parameterValues(
  { parameters }: DataSetDefinition,
  given: Record<string, unknown>,
  { strict, add }: { strict: boolean; add: (path: string, message: Message) => void },
) {
  const values = new Map<string, unknown>()
  for (const [i, { name, type, required, default: standard }] of parameters.entries()) {
    if (parameters.findIndex((other) => other.name === name) !== i) add(`parameters.${i}.name`, texts.nameTwice())
    const value = given[name] === undefined || given[name] === '' ? (standard ?? undefined) : given[name]
    const empty = value === undefined || value === null || value === ''
    if (strict && required && empty) add(`parameters.${name}`, missing({ en: name, de: name }))
    const problem = empty || Array.isArray(value) ? undefined : checkFor(typed(type))(value)
    if (typeof problem === 'object') add(`parameters.${given[name] === undefined ? `${i}.default` : name}`, problem)
    values.set(name, value)
  }
  return (name: string) => values.get(name)
}
