import type { DataSetColumn, DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import type { Dialect, SqlOperand } from '../records/sql/dialect.ts'
import { isNested, isNumeric } from '../records/structure.ts'
import { typed } from './plain-field.ts'
import type { Complain } from './problems.ts'
import { texts } from './texts.ts'

export type SelectedColumn = { sql: string; column: DataSetColumn; field: StructureField }

/** What is answered: fields as they are, cut to a period, or put together by a function. */
export function selectColumns(
  { fields, zone }: DataSetDefinition,
  operand: (of: string, field: string, path: string) => SqlOperand | undefined,
  { dialect, complain }: { dialect: Dialect; complain: Complain },
): SelectedColumn[] {
  if (!isZone(zone)) complain('zone', texts.unknownZone())
  const names = new Set<string>()
  return fields.flatMap((wanted, i): SelectedColumn[] => {
    const path = `fields.${i}`
    if (names.has(wanted.name)) complain(`${path}.name`, texts.nameTwice())
    names.add(wanted.name)
    const found = operand(wanted.of, wanted.field, path)
    if (!found) return []
    const made = shaped(dialect, found, wanted, zone, (key, message) => complain(`${path}.${key}`, message))
    const { name, label = name } = wanted
    return [{ ...made, column: { name, label, type: made.field.type, aggregated: wanted.function !== undefined } }]
  })
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

function isZone(zone: string) {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
