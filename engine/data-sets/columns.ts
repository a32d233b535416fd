import type { DataSetColumn, DataSetField, DataSetQuestion } from '@weft/kit/define/data-set.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import type { ValueType } from '@weft/kit/define/value.ts'
import type { Dialect, SqlOperand, SqlParameters } from '../records/sql/dialect.ts'
import { isNested, isNumeric } from '../records/structure.ts'
import { typed } from './plain-field.ts'
import type { Complain } from './problems.ts'
import { formulaSql } from './formulas/formula-sql.ts'
import { unfoldField, type FormulaPart } from './formulas/parts.ts'
import { fieldTypeOf } from './formulas/sql-value.ts'
import type { joinSources } from './sources.ts'
import { texts } from './texts.ts'

/** Without SQL it is computed when the rows are there. */
export type SelectedColumn = { column: DataSetColumn; field: StructureField } & (
  { sql: string } | { later: FormulaPart[]; key: string }
)

/** What is answered: fields as they are, computed, cut to a period, or put together by a function. */
export function selectColumns(
  { fields }: Pick<DataSetQuestion, 'fields'>,
  { operand, names }: ReturnType<typeof joinSources>,
  {
    dialect,
    complain,
    zone,
    parameters,
  }: { dialect: Dialect; complain: Complain; zone: string; parameters: SqlParameters },
): SelectedColumn[] {
  const taken = new Set<string>()
  return fields.flatMap((wanted, i): SelectedColumn[] => {
    const path = `fields.${i}`
    if (taken.has(wanted.name)) complain(`${path}.name`, texts.nameTwice())
    taken.add(wanted.name)
    const { name, label = name } = wanted
    const found = valueOf(wanted, path, { operand, names, dialect, complain, parameters })
    if (!found) return []
    if ('later' in found) {
      if (wanted.function || wanted.truncate)
        complain(`${path}.${computedAt(wanted)}`, texts.laterGroup({ key: found.key }))
      const field = typed(fieldTypeOf[found.type] ?? 'json')
      return [
        { later: found.later, key: found.key, field, column: { name, label, type: field.type, aggregated: false } },
      ]
    }
    const made = shaped(dialect, found, wanted, zone, (key, message) => complain(`${path}.${key}`, message))
    return [{ ...made, column: { name, label, type: made.field.type, aggregated: wanted.function !== undefined } }]
  })
}

/** The value of a field before it is cut or put together. */
function valueOf(
  wanted: DataSetField,
  path: string,
  {
    operand,
    names,
    dialect,
    complain,
    parameters,
  }: Pick<ReturnType<typeof joinSources>, 'operand' | 'names'> & {
    dialect: Dialect
    complain: Complain
    parameters: SqlParameters
  },
): SqlOperand | { later: FormulaPart[]; key: string; type: ValueType } | undefined {
  const { of = '', field = '', formula, transformers } = wanted
  const plain = formula === undefined ? operand(of, field, path) : undefined
  if (formula === undefined && (!plain || !transformers)) return plain
  const parts = unfoldField(wanted, names, (key, message) => complain(`${path}.${key}`, message))
  const found =
    parts &&
    formulaSql(parts, (origin) => operand(...splitOrigin(origin), path)!, {
      dialect,
      parameters,
      complain: (output, message) =>
        complain(`${path}.${output.startsWith('#t') ? `transformers.${output.slice(2)}` : 'formula'}`, message),
    })
  if (!found) return undefined
  return 'operand' in found ? found.operand : { later: parts, key: found.key, type: found.later }
}

/** Where a field says that it is computed. */
export const computedAt = ({ formula }: DataSetField) => (formula === undefined ? 'transformers.0' : 'formula')

/** `of/field`, as the origin of an input. */
export const splitOrigin = (origin: string): [of: string, field: string] => {
  const at = origin.indexOf('/')
  return [origin.slice(0, at), origin.slice(at + 1)]
}

function shaped(
  dialect: Dialect,
  { sql, field }: SqlOperand,
  wanted: DataSetField,
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
        sql: wanted.function === 'avg' ? dialect.average(at.sql) : total(dialect, at),
        field: { ...typed('decimal'), ...(wanted.function === 'avg' ? { precision: 65, scale: 6 } : summed(at.field)) },
      }
    case 'min':
    case 'max':
      if (isNested(at.field) || at.field.type === 'boolean' || at.field.type === 'uuid')
        add('function', texts.notComparable())
      return { sql: `${wanted.function}(${at.sql})`, field: at.field }
  }
}

/** What is computed says its places and no more; its sums are written as short as they can be. */
const isComputed = ({ type, precision, scale }: StructureField) =>
  type === 'decimal' && precision === undefined && scale !== undefined
const total = ({ compute, sum }: Dialect, { sql, field }: SqlOperand) =>
  isComputed(field) ? compute.trimmed(sum(sql, field)) : sum(sql, field)

/** A sum has the places behind the point of what it adds up. */
function summed(field: StructureField) {
  const { type, precision, scale = 0 } = field
  if (isComputed(field)) return { scale }
  return type !== 'decimal' ? { precision: 65, scale: 0 } : precision === undefined ? {} : { precision: 65, scale }
}

export function isZone(zone: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
