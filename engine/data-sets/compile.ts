import type { DataSetColumn, DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { Invalid, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { required as missing } from '@weft/kit/messages/required.ts'
import { postgresDialect } from '../records/postgres/dialect.ts'
import { conditionSql } from '../records/sql/condition-sql.ts'
import { SqlParameters, type Dialect, type SqlOperand } from '../records/sql/dialect.ts'
import { quoteIdentifier } from '../records/sql/quoted.ts'
import type { Structure } from '../records/structure.ts'
import { checkFor } from '../records/values/check.ts'
import { selectColumns } from './columns.ts'
import { typed } from './plain-field.ts'
import { collectProblems, type Complain } from './problems.ts'
import { joinSources } from './sources.ts'
import { texts } from './texts.ts'

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
  const { problems, complain } = collectProblems()
  const { from, operand } = joinSources(definition, structures, { dialect, complain })
  const selected = selectColumns(definition, operand, { dialect, complain })
  const output = (name: string, path: string): SqlOperand | undefined => {
    const found = selected.find(({ column }) => column.name === name)
    if (!found) return void complain(path, texts.unknownField({ field: name }))
    return { sql: `answer.${quoteIdentifier(name)}`, field: found.field }
  }
  const parameters = new SqlParameters()
  const conditions = { definition, valueOf: parameterValues(definition, given, { strict, complain }), parameters }
  const how = { strict, dialect, complain }

  const where = definition.filters.flatMap((filter, i) =>
    condition(filter, `filters.${i}`, operand(filter.of, filter.field, `filters.${i}`), conditions, how),
  )
  const base = `${from}${where.length > 0 ? ` where ${where.join(' and ')}` : ''}`
  const base_ids = `select ${quoteIdentifier(definition.structures[0]?.as ?? '')}._id from ${base}`
  const base_values = [...parameters.values]
  const having = definition.having.flatMap((filter, i) =>
    condition(filter, `having.${i}`, output(filter.field, `having.${i}.field`), conditions, how),
  )
  const order = definition.sort.flatMap(({ field, descending }, i) => {
    const found = output(field, `sort.${i}.field`)
    return found ? [dialect.emptyLast(found.sql, descending)] : []
  })

  const isGrouped = definition.fields.some((field) => field.function)
  const groups = selected.flatMap(({ column }, i) => (column.aggregated ? [] : [String(i + 1)]))
  const inner = [
    `select ${selected.map(({ sql, column }) => `${sql} as ${quoteIdentifier(column.name)}`).join(', ')}`,
    `from ${base}`,
    ...(isGrouped && groups.length > 0 ? [`group by ${groups.join(', ')}`] : []),
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

type Comparison = Pick<DataSetDefinition['filters'][number], 'operator' | 'value' | 'parameter'>

/** One condition on a record or on a row of the answer; none where a parameter that nobody filled is asked for. */
function condition(
  { operator, value: fixed, parameter }: Comparison,
  path: string,
  found: SqlOperand | undefined,
  {
    definition,
    valueOf,
    parameters,
  }: { definition: DataSetDefinition; valueOf(name: string): unknown; parameters: SqlParameters },
  { strict, dialect, complain }: { strict: boolean; dialect: Dialect; complain: Complain },
): string[] {
  if (parameter !== undefined && !definition.parameters.some(({ name }) => name === parameter))
    complain(`${path}.parameter`, texts.unknownParameter({ name: parameter }))
  if (!found) return []
  const value = parameter === undefined ? fixed : valueOf(parameter)
  if (parameter !== undefined && (value === undefined || value === null || value === '')) return []
  try {
    return [conditionSql(dialect, found, { field: path, operator, value }, parameters)]
  } catch (error) {
    const [reason] = error instanceof Invalid ? Object.values(error.fields).flat() : []
    if (!reason) throw error
    if (parameter === undefined) complain(`${path}.value`, reason)
    else if (strict) complain(`parameters.${parameter}`, reason)
    return []
  }
}

function parameterValues(
  { parameters }: DataSetDefinition,
  given: Record<string, unknown>,
  { strict, complain }: { strict: boolean; complain: Complain },
) {
  const values = new Map<string, unknown>()
  for (const [i, { name, type, required, default: standard }] of parameters.entries()) {
    if (parameters.findIndex((other) => other.name === name) !== i) complain(`parameters.${i}.name`, texts.nameTwice())
    const value = given[name] === undefined || given[name] === '' ? (standard ?? undefined) : given[name]
    const empty = value === undefined || value === null || value === ''
    if (strict && required && empty) complain(`parameters.${name}`, missing({ en: name, de: name }))
    const problem = empty || Array.isArray(value) ? undefined : checkFor(typed(type))(value)
    if (typeof problem === 'object')
      complain(`parameters.${given[name] === undefined ? `${i}.default` : name}`, problem)
    values.set(name, value)
  }
  return (name: string) => values.get(name)
}
