import type { Decimal } from 'decimal.js'
import { defineMessages, type Message } from '../messages/messages.ts'
import { toTimestamp, numberOf } from './compare.ts'
import type { FieldType } from './structure.ts'

/** What a value on its way through a mapping can be. `any` is known only when the record is there. */
export const valueTypes = [
  'text',
  'integer',
  'decimal',
  'boolean',
  'date',
  'date_time',
  'list',
  'object',
  'any',
] as const
export type ValueType = (typeof valueTypes)[number]

/** How a value of each type looks to a transformer. Between transformers decimals stay numbers; records carry them as text. */
export type ValueOf<T extends ValueType> = {
  text: string
  integer: number | string
  decimal: Decimal
  boolean: boolean
  date: string
  date_time: string
  list: unknown[]
  object: Record<string, unknown>
  any: unknown
}[T]

/** The value a field of a structure holds. */
export const valueTypeOf: Record<FieldType, ValueType> = {
  text: 'text',
  long_text: 'text',
  uuid: 'text',
  choice: 'text',
  time: 'text',
  integer: 'integer',
  big_integer: 'integer',
  decimal: 'decimal',
  boolean: 'boolean',
  date: 'date',
  date_time: 'date_time',
  json: 'any',
  object: 'object',
  list: 'list',
}

/** Which types go where without a transformer: nothing that could lose a part of the value, and whatever is known only later. */
export function fits(from: ValueType, to: ValueType): boolean {
  if (from === to || from === 'any' || to === 'any') return true
  if (to === 'text') return from !== 'list' && from !== 'object'
  return (from === 'integer' && to === 'decimal') || (from === 'date' && to === 'date_time')
}

/** A value that cannot be used, with the reason: the record it came from is rejected and the others go on. */
export class Refused extends Error {
  readonly reason: Message
  constructor(reason: Message) {
    super(reason.text.en)
    this.name = 'Refused'
    this.reason = reason
  }
}

export function refuse(reason: Message): never {
  throw new Refused(reason)
}

const texts = defineMessages({
  number: { en: '“{value}” is not a number.', de: '„{value}“ ist keine Zahl.' },
  integer: { en: '“{value}” is not a whole number.', de: '„{value}“ ist keine ganze Zahl.' },
  boolean: { en: '“{value}” is neither true nor false.', de: '„{value}“ ist weder wahr noch falsch.' },
  date: { en: '“{value}” is not a date such as 2026-11-21.', de: '„{value}“ ist kein Datum wie 2026-11-21.' },
  moment: {
    en: '“{value}” is not a date with time such as 2026-11-21T08:30:00Z.',
    de: '„{value}“ ist kein Datum mit Uhrzeit wie 2026-11-21T08:30:00Z.',
  },
  text: {
    en: 'A list or an object cannot be used as text.',
    de: 'Eine Liste oder ein Objekt kann nicht als Text verwendet werden.',
  },
  list: { en: '“{value}” is not a list.', de: '„{value}“ ist keine Liste.' },
  object: { en: '“{value}” is not an object.', de: '„{value}“ ist kein Objekt.' },
})

/** A value as a sentence can show it: short, on one line. */
export function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : isDecimal(value) ? value.toFixed() : (JSON.stringify(value) ?? '')
  return text.length > 60 ? `${text.slice(0, 59)}…` : text
}

const isDecimal = (value: unknown): value is Decimal =>
  typeof value === 'object' && value !== null && 'toDecimalPlaces' in value

/** Nothing is there: the rule that empty in means empty out. An empty list is a value. */
export const isMissing = (value: unknown) => value === undefined || value === null || value === ''

/** The value as a record carries it. */
export const plain = (value: unknown): unknown => (isDecimal(value) ? value.toFixed() : value)

export function toText(value: unknown): string {
  if (typeof value === 'string') return value
  if (typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint') return String(value)
  return isDecimal(value) ? value.toFixed() : refuse(texts.text())
}

export function toDecimal(value: unknown): Decimal {
  if (isDecimal(value)) return value
  return numberOf(value) ?? refuse(texts.number({ value: shown(value) }))
}

export function toInteger(value: unknown): number | string {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value
  const number = isDecimal(value) ? value : numberOf(value)
  if (!number?.isInteger()) return refuse(texts.integer({ value: shown(value) }))
  const double = number.toNumber()
  return Number.isSafeInteger(double) ? double : number.toFixed()
}

function toBoolean(value: unknown): boolean {
  if (typeof value === 'boolean') return value
  if (value === 1 || value === '1' || value === 'true') return true
  if (value === 0 || value === '0' || value === 'false') return false
  return refuse(texts.boolean({ value: shown(value) }))
}

function toDate(value: unknown): string {
  if (typeof value === 'string' && value.length === 10 && isMoment(value)) return value
  return refuse(texts.date({ value: shown(value) }))
}

function toMoment(value: unknown): string {
  if (typeof value === 'string' && isMoment(value)) return value.length === 10 ? `${value}T00:00:00.000Z` : value
  return refuse(texts.moment({ value: shown(value) }))
}

// What nearly every record holds, known to be on the calendar without asking it.
const plainMoment =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])(?:T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d{1,9})?Z)?$/

/** The platform's parser lets the 31st of February pass; a calendar does not. */
function isMoment(value: string): boolean {
  if (plainMoment.test(value)) return true
  if (toTimestamp(value) === undefined) return false
  const day = Number(value.slice(8, 10))
  return (
    day <= 28 || new Date(Date.UTC(Number(value.slice(0, 4)), Number(value.slice(5, 7)) - 1, day)).getUTCDate() === day
  )
}

export const toList = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : refuse(texts.list({ value: shown(value) }))

function toObject(value: unknown): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value) && !isDecimal(value))
    return value as Record<string, unknown>
  return refuse(texts.object({ value: shown(value) }))
}

/** How any value becomes one of a type, or is refused. Never called with a missing value. */
export const converters: { [T in ValueType]: (value: unknown) => ValueOf<T> } = {
  text: toText,
  integer: toInteger,
  decimal: toDecimal,
  boolean: toBoolean,
  date: toDate,
  date_time: toMoment,
  list: toList,
  object: toObject,
  any: plain,
}

/** The type of a value that is one of several: theirs if they agree, a number if all are numbers, otherwise known only later. */
export function commonType(types: readonly ValueType[]): ValueType {
  const [first, ...others] = types
  if (first === undefined || others.every((type) => type === first)) return first ?? 'any'
  return types.every((type) => type === 'integer' || type === 'decimal') ? 'decimal' : 'any'
}
