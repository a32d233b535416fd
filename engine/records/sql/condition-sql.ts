import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { plainField, type StructureField } from '@weft/kit/define/structure.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import { checkFor } from '../values/check.ts'
import { isNested, isTextual } from '../structure.ts'
import { quoteIdentifier } from './quoted.ts'
import type { Dialect, SqlOperand, SqlParameters } from './dialect.ts'

const texts = defineMessages({
  unknownField: { en: 'There is no field named {field}.', de: 'Es gibt kein Feld mit dem Namen {field}.' },
})

const system = new Map<string, StructureField['type']>([
  ['_id', 'big_integer'],
  ['_dirty', 'boolean'],
  ['_version', 'integer'],
  ['_job_id', 'uuid'],
  ['_created_at', 'date_time'],
  ['_updated_at', 'date_time'],
])

/** The operand a dotted path names, among these fields and the system columns. */
export function operandOf(
  { inside, json }: Pick<Dialect, 'inside' | 'json'>,
  path: string,
  fields: StructureField[],
  alias?: string,
): SqlOperand {
  const prefix = alias ? `${alias}.` : ''
  const [name, ...rest] = path.split('.') as [string, ...string[]]
  const own = system.get(name)
  const sql = `${prefix}${quoteIdentifier(name)}`
  if (rest.length === 0 && own) return { sql, field: plain(name, own) }
  const field = fields.find((f) => f.name === name)
  if (!field || (rest.length > 0 && !isNested(field))) throw invalidField(path, texts.unknownField({ field: path }))
  if (rest.length === 0) return { sql, field, ...(isNested(field) && { json: sql }) }
  const inner = innerField(field, rest)
  return {
    sql: inside(sql, rest, inner),
    field: inner,
    ...((inner.id === '' || isNested(inner)) && { json: json(sql, rest) }),
  }
}

const plain = (name: string, type: StructureField['type']): StructureField => ({
  id: '',
  name,
  type,
  ...plainField,
})

/** A path through lists goes by position; what is not declared reads as text. */
function innerField(field: StructureField, path: string[]): StructureField {
  let at: StructureField | undefined = field
  for (const part of path) at = /^\d+$/.test(part) ? at : at?.fields?.find((f) => f.name === part)
  return at ?? plain(path.at(-1)!, 'text')
}

const comparisons = { equals: '=', greater: '>', greater_or_equal: '>=', less: '<', less_or_equal: '<=' } as const

/** One comparison as SQL. A value that cannot be of the field's type is refused with the field's name. */
export function conditionSql(
  dialect: Dialect,
  { sql, field }: SqlOperand,
  { operator, value, field: path }: Condition,
  parameters: SqlParameters,
): string {
  const typed = (given: unknown) => dialect.value(checked(field, path, given), field, parameters)
  const text = () => (isTextual(field) ? sql : dialect.asText(sql))
  switch (operator) {
    case 'equals':
    case 'greater':
    case 'greater_or_equal':
    case 'less':
    case 'less_or_equal':
      return isAbsent(value) ? 'false' : `${sql} ${comparisons[operator]} ${typed(value)}`
    case 'not_equals':
      return isAbsent(value) ? 'true' : dialect.differ(sql, typed(value))
    case 'contains':
      return dialect.matches(text(), `%${escapeLike(value)}%`, parameters)
    case 'starts_with':
      return dialect.matches(text(), `${escapeLike(value)}%`, parameters)
    case 'ends_with':
      return dialect.matches(text(), `%${escapeLike(value)}`, parameters)
    case 'in': {
      const list = Array.isArray(value)
        ? value
        : String(value ?? '')
            .split(',')
            .map((part) => part.trim())
      return dialect.oneOf(
        sql,
        list.map((entry) => checked(field, path, entry)),
        field,
        parameters,
      )
    }
    case 'empty':
      return isTextual(field) ? `(${sql} is null or ${sql} = '')` : `${sql} is null`
    case 'not_empty':
      return isTextual(field) ? `${sql} <> ''` : `${sql} is not null`
    case 'true':
      return field.type === 'boolean' ? sql : `${text()} in ('true', '1')`
    case 'false':
      return field.type === 'boolean' ? `${sql} is false` : `${text()} in ('false', '0')`
  }
}

const isAbsent = (value: unknown) => value === undefined || value === null
/** The signs of LIKE in a text stand for themselves. */
export const escapeLike = (value: unknown) => String(value ?? '').replaceAll(/[\\%_]/g, '\\$&')

function checked(field: StructureField, path: string, value: unknown) {
  // What a value may look like matters here, not what may be stored.
  const text = checkFor({
    ...field,
    min: undefined,
    max: undefined,
    length: undefined,
    ...(field.type === 'choice' ? { type: 'text' } : {}),
  })(value)
  if (typeof text !== 'string') throw invalidField(path, text)
  return text
}
