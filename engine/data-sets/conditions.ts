import { isGroup, type DataSetDefinition, type DataSetQuestion, type Filter } from '@weft/kit/define/data-set.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { required as missing } from '@weft/kit/messages/required.ts'
import { conditionSql } from '../records/sql/condition-sql.ts'
import type { Dialect, SqlOperand, SqlParameters } from '../records/sql/dialect.ts'
import { checkFor } from '../records/values/check.ts'
import { typed } from './plain-field.ts'
import type { Complain } from './problems.ts'
import { texts } from './texts.ts'

type Comparison = Pick<
  Exclude<DataSetQuestion['filters'][number], { group: string }>,
  'operator' | 'value' | 'parameter'
>
export type Conditions = {
  dialect: Dialect
  parameters: SqlParameters
  complain: Complain
  /** Only then a value that somebody gave is complained of. */
  strict: boolean
  declared: DataSetDefinition['parameters']
  valueOf(name: string): unknown
}

/** Conditions that all hold, groups among them; what a parameter that nobody filled asks for is left out, and a group of nothing else. */
export function conditionsSql<C extends Comparison & object>(
  filters: readonly Filter<C>[],
  path: string,
  operandOf: (comparison: C, path: string) => SqlOperand | undefined,
  how: Conditions,
): string[] {
  return filters.flatMap((filter, i) => {
    const at = `${path}.${i}`
    if (!isGroup<C>(filter)) return comparison(filter, at, operandOf(filter, at), how)
    const found = conditionsSql(filter.filters, `${at}.filters`, operandOf, how)
    if (found.length === 0) return []
    if (filter.group === 'or') return [`(${found.join(' or ')})`]
    // What has no value meets no comparison, so that its opposite does.
    return [filter.group === 'and' ? `(${found.join(' and ')})` : `(not coalesce(${found.join(' and ')}, false))`]
  })
}

/** One condition on a record or on a row of the answer. */
function comparison(
  { operator, value: fixed, parameter }: Comparison,
  path: string,
  found: SqlOperand | undefined,
  { declared, valueOf, parameters, strict, dialect, complain }: Conditions,
): string[] {
  if (parameter !== undefined && !declared.some(({ name }) => name === parameter))
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

/** What the parameters of a definition are: what is given, or their defaults. */
export function parameterValues(
  { parameters }: DataSetDefinition,
  given: Record<string, unknown>,
  { strict, complain }: { strict: boolean; complain: Complain },
): (name: string) => unknown {
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
