import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Decimal } from 'decimal.js'
import { Fault } from './fault.ts'
import { isObject } from '@weft/kit/define/is-object.ts'

const texts = defineMessages({
  whole: {
    en: '{value} is no whole number from {min} to {max}.',
    de: '{value} ist keine ganze Zahl von {min} bis {max}.',
  },
  number: { en: '{value} is no number.', de: '{value} ist keine Zahl.' },
  rounded: {
    en: '{value} would be rounded by this kind of number.',
    de: '{value} würde in dieser Art Zahl gerundet.',
  },
  text: { en: '{value} is no text.', de: '{value} ist kein Text.' },
  truth: { en: '{value} is neither true nor false.', de: '{value} ist weder wahr noch falsch.' },
  base64: { en: '{value} is no Base64.', de: '{value} ist kein Base64.' },
  list: { en: '{value} is no list.', de: '{value} ist keine Liste.' },
  object: { en: '{value} is no object.', de: '{value} ist kein Objekt.' },
})

/** A value as a sentence shows it: not how deep or long it is. */
export function shown(value: unknown): string {
  if (value === undefined) return '–'
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 100))
  return typeof value === 'object' && value !== null ? (Array.isArray(value) ? '[…]' : '{…}') : String(value)
}

/** Whole numbers that a double cannot hold are texts with all their digits. */
export const exactWhole = (value: bigint): number | string =>
  value >= BigInt(Number.MIN_SAFE_INTEGER) && value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : String(value)

export function wholeOf(value: unknown, min: bigint, max: bigint): bigint {
  const isWhole =
    (typeof value === 'number' && Number.isInteger(value)) ||
    (typeof value === 'string' && value.length <= 40 && /^-?\d+$/.test(value))
  const whole = isWhole ? BigInt(value) : undefined
  if (whole === undefined || whole < min || whole > max)
    throw new Fault(texts.whole({ value: shown(value), min: String(min), max: String(max) }))
  return whole
}

const odd = ['NaN', 'Infinity', '-Infinity']

/** JSON has no word for these three. */
export const exactDouble = (value: number): number | string => (Number.isFinite(value) ? value : String(value))

/** The shortest number that is this one in 32 bits. */
export function exactFloat(value: number): number | string {
  if (!Number.isFinite(value)) return String(value)
  for (let digits = 6; digits < 9; digits++) {
    const short = Number(value.toPrecision(digits))
    if (Math.fround(short) === value) return short
  }
  return value
}

export function doubleOf(value: unknown): number {
  if (typeof value === 'number') return value
  if (typeof value !== 'string' || value.length > 400) throw new Fault(texts.number({ value: shown(value) }))
  if (odd.includes(value)) return Number(value)
  if (!/^-?\d+(\.\d+)?([eE][+-]?\d{1,4})?$/.test(value)) throw new Fault(texts.number({ value: shown(value) }))
  const number = Number(value)
  if (!Number.isFinite(number) || !new Decimal(value).equals(number))
    throw new Fault(texts.rounded({ value: shown(value) }))
  return number
}

/** What 32 bits cannot hold without becoming infinite or nothing is refused; digits behind the seventh are not kept by such numbers. */
export function floatOf(value: unknown): number {
  const double = doubleOf(value)
  const float = Math.fround(double)
  const isLost = Number.isFinite(double) && (!Number.isFinite(float) || (float === 0 && double !== 0))
  if (isLost) throw new Fault(texts.rounded({ value: shown(value) }))
  return float
}

export function stringOf(value: unknown): string {
  if (typeof value !== 'string') throw new Fault(texts.text({ value: shown(value) }))
  return value
}

export function booleanOf(value: unknown): boolean {
  if (typeof value !== 'boolean') throw new Fault(texts.truth({ value: shown(value) }))
  return value
}

export function bytesOf(value: unknown): Buffer {
  if (typeof value !== 'string' || value.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(value))
    throw new Fault(texts.base64({ value: shown(value) }))
  return Buffer.from(value, 'base64')
}

export function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw new Fault(texts.list({ value: shown(value) }))
  return value
}

export function objectOf(value: unknown): Record<string, unknown> {
  if (!isObject(value)) throw new Fault(texts.object({ value: shown(value) }))
  return value
}

/** Names come from strangers: none of them may mean the object's own machinery. */
export function put(object: Record<string, unknown>, name: string, value: unknown) {
  if (name === '__proto__')
    Object.defineProperty(object, name, { value, enumerable: true, configurable: true, writable: true })
  else object[name] = value
}
export const own = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
