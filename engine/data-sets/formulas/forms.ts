import { durationOf } from '@weft/kit/define/duration.ts'
import { toTimestamp, numberOf } from '@weft/kit/define/compare.ts'
import type { Dialect } from '../../records/sql/dialect.ts'
import { mostPlaces, converted, type SqlValue } from './sql-value.ts'

/** Options as the transformer's own schema has read them. */
type Options = Record<string, any> // eslint-disable-line @typescript-eslint/no-explicit-any
export type Writing = {
  dialect: Dialect
  /** A fixed value. */
  fixed(text: string, type: SqlValue['type']): SqlValue
}
/** What a function is in SQL; nothing where no SQL computes what the transformer does. Inputs have the types it takes; empty ones are null. */
export type Form = (inputs: (SqlValue | null)[], options: Options, writing: Writing) => SqlValue | undefined

type Numbers = (numbers: SqlValue[], options: Options, writing: Writing) => SqlValue | undefined
/** Of inputs that are all there. */
const given =
  (form: Numbers): Form =>
  (inputs, options, writing) =>
    inputs.includes(null) ? undefined : form(inputs as SqlValue[], options, writing)

const scaleOf = ({ scale = 0 }: SqlValue) => scale
const decimal = (sql: string, scale: number): SqlValue =>
  scale > mostPlaces
    ? { sql: `round(${sql}, ${mostPlaces})`, type: 'decimal', scale: mostPlaces }
    : { sql, type: 'decimal', scale }
const text = (sql: string): SqlValue => ({ sql, type: 'text' })
const integer = (sql: string): SqlValue => ({ sql, type: 'integer' })
const boolean = (sql: string): SqlValue => ({ sql, type: 'boolean' })
const moment = (sql: string): SqlValue => ({ sql, type: 'date_time' })
const sqlOf = ({ sql }: SqlValue) => sql

const inRow = (sign: '+' | '-') =>
  given((numbers) => decimal(`(${numbers.map(sqlOf).join(` ${sign} `)})`, Math.max(...numbers.map(scaleOf))))
const product = (numbers: SqlValue[]): SqlValue =>
  numbers.reduce((a, b) => decimal(`(${a.sql} * ${b.sql})`, scaleOf(a) + scaleOf(b)))

/** Which of them is the largest or smallest, where all are there. */
const extreme = (which: 'greatest' | 'least') =>
  given((numbers) => {
    const missing = numbers.map(({ sql }) => `${sql} is null`).join(' or ')
    const found = `${which}(${numbers.map(sqlOf).join(', ')})`
    return decimal(`(case when ${missing} then null else ${found} end)`, Math.max(...numbers.map(scaleOf)))
  })

function divided(a: SqlValue, b: SqlValue, { on_zero, decimals }: Options, { dialect }: Writing): SqlValue | undefined {
  if (decimals > mostPlaces) return undefined
  const found = dialect.compute.quotient(a.sql, b.sql, decimals)
  return decimal(on_zero === 'zero' ? orZero(found, a, b) : found, decimals)
}
const orZero = (found: string, a: SqlValue, b: SqlValue) =>
  `(case when ${b.sql} = 0 and ${a.sql} is not null then 0 else ${found} end)`

/** Values that may be each other's alternative, as one type. */
function alternatives(values: (SqlValue | null)[], { dialect }: Writing): SqlValue[] | undefined {
  const types = new Set(values.flatMap((value) => (value ? [value.type] : [])))
  const [first] = types
  const isNumber = [...types].every((type) => type === 'integer' || type === 'decimal')
  const type = types.size === 1 ? first! : isNumber && types.size > 0 ? 'decimal' : undefined
  if (type === undefined || ['any', 'list', 'object'].includes(type)) return undefined
  const scale = Math.max(...values.map((value) => value?.scale ?? 0))
  return values.map((value) => (value ? { ...converted(value, type, dialect)!, scale } : { sql: 'null', type, scale }))
}
/** One of several values; what a field says as text it goes on saying. */
function either(values: SqlValue[], { dialect }: Writing, choose: (sql: string[]) => string): SqlValue {
  const { type, scale = 0 } = values[0]!
  const chosen = { sql: choose(values.map(sqlOf)), type, scale }
  if (type !== 'decimal' || !values.some(({ asIs }) => asIs)) return chosen
  const asText = ({ sql, asIs }: SqlValue) => asIs ?? (sql === 'null' ? sql : dialect.compute.numberText(sql))
  return { ...chosen, asIs: choose(values.map(asText)) }
}

const isNumber = ({ type }: SqlValue) => type === 'integer' || type === 'decimal'
const isMoment = ({ type }: SqlValue) => type === 'date' || type === 'date_time'
const signs: Record<string, string> = { greater: '>', greater_or_equal: '>=', less: '<', less_or_equal: '<=' }

/** Two values that are compared as what both are: numbers, points in time, texts of which one is no number, or truths. */
function comparedAs(a: SqlValue, b: SqlValue, { dialect, fixed }: Writing): [string, SqlValue, SqlValue] | undefined {
  if (isNumber(a) && isNumber(b)) return ['number', a, b]
  if (a.type === 'boolean' && b.type === 'boolean') return ['boolean', a, b]
  const asMoment = (value: SqlValue) =>
    value.text !== undefined && toTimestamp(value.text) !== undefined
      ? fixed(new Date(toTimestamp(value.text)!).toISOString(), 'date_time')
      : isMoment(value)
        ? converted(value, 'date_time', dialect)
        : undefined
  if (isMoment(a) || isMoment(b)) {
    const [from, to] = [asMoment(a), asMoment(b)]
    return from && to && ['moment', from, to]
  }
  const isWord = ({ text: said }: SqlValue) =>
    said !== undefined && said !== '' && numberOf(said) === undefined && toTimestamp(said) === undefined
  return a.type === 'text' && b.type === 'text' && (isWord(a) || isWord(b)) ? ['text', a, b] : undefined
}

function compared(left: SqlValue, right: SqlValue, operator: string, writing: Writing): SqlValue | undefined {
  const { compute } = writing.dialect
  if (['contains', 'starts_with', 'ends_with'].includes(operator)) {
    const [a, b] = [converted(left, 'text', writing.dialect), converted(right, 'text', writing.dialect)]
    if (!a || !b || left.type !== 'text') return undefined
    const [where, what] = [`coalesce(${a.sql}, '')`, `coalesce(${b.sql}, '')`]
    const length = `char_length(${what})`
    if (operator === 'contains') return boolean(`(${what} = '' or ${compute.includes(where, what)})`)
    return boolean(compute.sameText(`${operator === 'starts_with' ? 'left' : 'right'}(${where}, ${length})`, what))
  }
  const same = comparedAs(left, right, writing)
  if (!same) return undefined
  const [kind, a, b] = same
  if (operator === 'equals' || operator === 'not_equals') {
    const equal = kind === 'text' ? compute.sameText(a.sql, b.sql) : compute.same(a.sql, b.sql)
    return boolean(operator === 'equals' ? equal : `(not ${equal})`)
  }
  // Databases put letters into an order of their own.
  return kind === 'text' || kind === 'boolean'
    ? undefined
    : boolean(`coalesce(${a.sql} ${signs[operator]} ${b.sql}, false)`)
}

const truth = (value: SqlValue | null) => (value ? `coalesce(${value.sql}, false)` : 'false')
const millis: Record<string, number> = {
  ...{ seconds: 1_000, minutes: 60_000, hours: 3_600_000, days: 86_400_000, weeks: 604_800_000 },
}

/** The functions databases compute as the transformers do. */
export const forms: Readonly<Record<string, Form>> = {
  constant: (_, { value, type }, { fixed }) => (value === '' ? undefined : fixed(value, type)),

  add: inRow('+'),
  subtract: inRow('-'),
  multiply: given((numbers) => product(numbers)),
  divide: given(([a, b], options, writing) => divided(a!, b!, options, writing)),
  percent_of: given(([a, b], options, writing) =>
    divided(product([a!, writing.fixed('100', 'decimal')]), b!, options, writing),
  ),
  modulo: given(([a, b], { on_zero }) => {
    // MariaDB says -3 % -3 is -0; added to 0, it is 0.
    const found = `(case when ${b!.sql} <> 0 then 0 + ${a!.sql} % ${b!.sql} end)`
    const scale = Math.max(scaleOf(a!), scaleOf(b!))
    return decimal(on_zero === 'zero' ? orZero(found, a!, b!) : found, scale)
  }),
  round: given(([number], { decimals, mode }) =>
    mode === 'half_up'
      ? decimal(`round(${number!.sql}, ${decimals})`, Math.min(decimals, scaleOf(number!)))
      : undefined,
  ),
  floor: given(([number]) => decimal(`floor(${number!.sql})`, 0)),
  ceil: given(([number]) => decimal(`ceil(${number!.sql})`, 0)),
  abs: given(([number]) => decimal(`abs(${number!.sql})`, scaleOf(number!))),
  min: extreme('least'),
  max: extreme('greatest'),
  to_decimal: given(([value], _, { dialect }) =>
    isNumber(value!) ? converted(value!, 'decimal', dialect) : undefined,
  ),

  and: (inputs) => boolean(`(${inputs.map(truth).join(' and ')})`),
  or: (inputs) => boolean(`(${inputs.map(truth).join(' or ')})`),
  not: given(([value]) => boolean(`(not ${value!.sql})`)),
  if([condition, then = null, otherwise = null], _, writing) {
    const values = alternatives([then, otherwise], writing)
    const holds = truth(condition ?? null)
    return values && either(values, writing, ([a, b]) => `(case when ${holds} then ${a!} else ${b!} end)`)
  },
  coalesce(inputs, _, writing) {
    const values = alternatives(inputs, writing)
    return values && either(values, writing, (all) => `coalesce(${all.join(', ')})`)
  },
  is_empty: given(([value]) =>
    ['any', 'list', 'object'].includes(value!.type) ? undefined : boolean(`(${value!.sql} is null)`),
  ),
  compare: ([a, b], { operator }, writing) => (a && b ? compared(a, b, operator, writing) : undefined),

  concat(inputs, { separator, skip_empty }, { dialect, fixed }) {
    const texts = inputs.filter((input) => input !== null)
    if (texts.length === 0) return undefined
    const none = texts.map(({ sql }) => `${sql} is null`).join(' and ')
    if (separator === '') {
      const joined = dialect.compute.concat(texts.map(({ sql }) => `coalesce(${sql}, '')`))
      return text(skip_empty ? `(case when ${none} then null else ${joined} end)` : joined)
    }
    if (!skip_empty) return undefined
    // What stands before each that is there, without the first of them.
    const between = fixed(separator, 'text').sql
    const pieces = texts.map(({ sql }) => `coalesce(${dialect.compute.concat([between, sql])}, '')`)
    const joined = `substring(${dialect.compute.concat(pieces)} from ${[...separator].length + 1})`
    return text(`(case when ${none} then null else ${joined} end)`)
  },
  left: given(([value], { length }) => text(`left(${value!.sql}, ${length})`)),
  right: given(([value], { length }) => text(`right(${value!.sql}, ${length})`)),
  substring: given(([value], { start, length }) =>
    text(`substring(${value!.sql} from ${start}${length === undefined ? '' : ` for ${length}`})`),
  ),
  length: given(([value]) => integer(`char_length(${value!.sql})`)),
  replace: given(([value], { search, with: instead }, { fixed }) =>
    text(`replace(${value!.sql}, ${fixed(search, 'text').sql}, ${instead === '' ? "''" : fixed(instead, 'text').sql})`),
  ),
  to_text: given(([value], _, { dialect }) => converted(value!, 'text', dialect)),
  value_map([value], { table, default: otherwise, keep_unknown }, { dialect, fixed }) {
    const found = value && converted(value, 'text', dialect)
    if (!found || keep_unknown || table.length > 100) return undefined
    const said = (answer: string) => (answer === '' ? "''" : fixed(answer, 'text').sql)
    const cases = (table as { from: string; to: string }[])
      .toReversed()
      .filter(({ from }, i, all) => all.findIndex((one) => one.from === from) === i)
      .map(
        ({ from, to }) => `when ${dialect.compute.sameText(`coalesce(${found.sql}, '')`, said(from))} then ${said(to)}`,
      )
    return text(`(case ${cases.join(' ')} else ${otherwise === undefined ? 'null' : said(otherwise)} end)`)
  },

  date_part: given(([value], { part, zone }, { dialect }) =>
    part === 'second' ? undefined : integer(dialect.compute.part(value!.sql, part, zone)),
  ),
  date_diff: given(([from, to], { unit }, { dialect }) => {
    const length = millis[unit as string]
    if (length === undefined) return undefined
    const { milliseconds, whole } = dialect.compute
    return integer(whole(`(${milliseconds(to!.sql)} - ${milliseconds(from!.sql)})`, String(length)))
  }),
  add_interval: given(([value], { interval, direction }, { dialect }) => {
    const step = durationOf(interval)! * (direction === 'later' ? 1 : -1)
    return moment(dialect.compute.later(value!.sql, step))
  }),
}
