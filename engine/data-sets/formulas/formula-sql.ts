import { inputType } from '@weft/kit/define/transformer.ts'
import { fits, type ValueType } from '@weft/kit/define/value.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import type { Dialect, SqlOperand, SqlParameters } from '../../records/sql/dialect.ts'
import { typed } from '../plain-field.ts'
import { texts } from '../texts.ts'
import { forms, type Writing } from './forms.ts'
import { introduced } from './introduced.ts'
import type { FormulaPart } from './parts.ts'
import { converted, fieldTypeOf, operandOfValue, valueOfOperand, type SqlValue } from './sql-value.ts'

/** Formulas whose SQL becomes longer are computed later. */
const longest = 60_000

export type InSql = { operand: SqlOperand }
/** Computed when the rows are there: what is known of its type, and why. */
export type Later = { later: ValueType; key: string }

/** The SQL of transformers in a row, where all of them have one; nothing where a type does not fit, which is complained of. */
export function formulaSql(
  parts: readonly FormulaPart[],
  operandAt: (origin: string) => SqlOperand,
  {
    dialect,
    parameters,
    complain,
  }: { dialect: Dialect; parameters: SqlParameters; complain: (output: string, message: Message) => void },
): InSql | Later | undefined {
  const values = new Map<string, SqlValue>()
  const types = new Map<string, ValueType>()
  const before = parameters.values.length
  let later: string | undefined
  for (const { key, inputs, options, output } of parts) {
    const transformer = introduced().transformers.get(key)!
    const read = transformer.options.parse(options) as Record<string, unknown>
    const given = inputs.map((origin): SqlValue | null | undefined => {
      if (origin === null) return null
      if (types.has(origin)) return values.get(origin)
      const value = valueOfOperand(operandAt(origin), dialect)
      types.set(origin, value.type)
      values.set(origin, value)
      return value
    })
    const known = inputs.map((origin) => (origin === null ? 'any' : types.get(origin)!))
    for (const [i, type] of known.entries()) {
      const wanted = inputType(transformer, i)
      if (fits(type, wanted)) continue
      return void complain(output, texts.wrongType({ key, given: type, wanted }))
    }
    const sql = later === undefined ? written(key, given, { read, transformer, dialect, parameters }) : undefined
    if (!sql) later ??= key
    else values.set(output, sql)
    const gives = typeof transformer.gives === 'function' ? transformer.gives(read, known) : transformer.gives
    types.set(output, sql?.type ?? gives)
  }
  const last = parts.at(-1)!.output
  const value = values.get(last)
  if (later === undefined && value && fieldTypeOf[value.type] && value.sql.length <= longest)
    return { operand: operandOfValue(value, dialect) }
  parameters.values.length = before
  return { later: types.get(last)!, key: later ?? parts.at(-1)!.key }
}

function written(
  key: string,
  given: (SqlValue | null | undefined)[],
  {
    read,
    transformer,
    dialect,
    parameters,
  }: {
    read: Record<string, unknown>
    transformer: Parameters<typeof inputType>[0]
    dialect: Dialect
    parameters: SqlParameters
  },
): SqlValue | undefined {
  const form = Object.hasOwn(forms, key) ? forms[key] : undefined
  if (!form || given.includes(undefined)) return undefined
  const inputs = (given as (SqlValue | null)[]).map((value, i) =>
    value ? converted(value, inputType(transformer, i), dialect) : null,
  )
  if (inputs.includes(undefined)) return undefined
  return form(inputs as (SqlValue | null)[], read, writingWith(dialect, parameters))
}

const writingWith = (dialect: Dialect, parameters: SqlParameters): Writing => ({
  dialect,
  fixed(text, type) {
    const places = type === 'decimal' ? (text.split('.')[1]?.length ?? 0) : 0
    let sql: string | undefined
    return {
      // Only what is written becomes a parameter: databases take none they are not told the type of.
      get sql() {
        const field = typed(type === 'integer' ? 'decimal' : (fieldTypeOf[type] ?? 'text'))
        const value = () => dialect.value(text, field, parameters)
        return (sql ??= type === 'decimal' ? dialect.compute.decimal(value(), places) : value())
      },
      type,
      ...(type === 'decimal' ? { scale: places } : { text }),
    }
  },
})
