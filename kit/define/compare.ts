import { Decimal } from 'decimal.js'

/** Exact for every number a record can carry: nothing is rounded below 1,000 digits. */
export const Exact = Decimal.clone({
  precision: 1_000,
  rounding: Decimal.ROUND_HALF_UP,
  toExpNeg: -9e15,
  toExpPos: 9e15,
})

const decimalText = /^[+-]?(?:\d{1,400}(?:\.\d{0,400})?|\.\d{1,400})(?:[eE][+-]?\d{1,3})?$/
const momentText = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:?\d{2})?)?$/

/** No value: missing, null, or text without a character. */
export const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

/** A value as the text one would see; objects and lists as JSON, whatever they call their own text. */
export const textOf = (value: unknown): string =>
  typeof value === 'object' && value !== null ? (JSON.stringify(value) ?? '') : String(value)

/** The number a value means, decimals as text included; undefined when it means none. */
export function numberOf(value: unknown): Decimal | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? new Exact(value) : undefined
  if (typeof value === 'bigint') return new Exact(value.toString())
  if (typeof value !== 'string') return undefined
  const trimmed = value.trim()
  return decimalText.test(trimmed) ? new Exact(trimmed) : undefined
}

/** A number as records carry it: digits, no exponent. */
export const numberText = (value: Decimal) => value.toFixed()

/** Milliseconds of an ISO date or date and time; without a zone it is taken as UTC. */
export function toTimestamp(value: unknown): number | undefined {
  if (value instanceof Date) return value.getTime()
  if (typeof value !== 'string' || !momentText.test(value)) return undefined
  const iso = value.replace(' ', 'T')
  const zoned = iso.length === 10 || /(?:Z|[+-]\d{2}:?\d{2})$/.test(iso) ? iso : `${iso}Z`
  const time = Date.parse(zoned)
  return Number.isNaN(time) ? undefined : time
}

/** What sorting looks at: values of one class are compared with each other, classes follow one another. */
export type SortKey = [rank: number, value: number | string | null]

/** The key of a value: empty, then false and true, numbers, moments, texts, and last everything else by its JSON. */
export function sortKey(value: unknown): SortKey {
  if (isEmpty(value)) return [0, null]
  if (typeof value === 'boolean') return [1, value ? 1 : 0]
  if (typeof value === 'number' && Number.isFinite(value)) return [2, value]
  const number = numberOf(value)
  if (number) return plainNumber(number)
  const moment = toTimestamp(value)
  if (moment !== undefined) return [3, moment]
  return typeof value === 'string' ? [4, value] : [5, JSON.stringify(value)]
}

/** As a number where it is exact, otherwise as text that `compareKeys` reads exactly. */
function plainNumber(number: Decimal): SortKey {
  const double = number.toNumber()
  return Number.isFinite(double) && number.eq(double) ? [2, double] : [2, number.toString()]
}

/** A total order over keys; the same on every machine. Texts go by code unit unless `texts` says otherwise. */
export function compareKeys(a: SortKey, b: SortKey, texts: (a: string, b: string) => number = byCodeUnit): number {
  if (a[0] !== b[0]) return a[0] - b[0]
  const [x, y] = [a[1], b[1]]
  if (x === y) return 0
  if (typeof x === 'number' && typeof y === 'number') return x - y
  if (a[0] === 2) return new Exact(x!).cmp(new Exact(y!))
  return texts(String(x), String(y))
}

export const byCodeUnit = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)

/** Orders any two values of records. */
export const compareValues = (a: unknown, b: unknown) => compareKeys(sortKey(a), sortKey(b))

/** What makes two values the same key: 10248 and "10248" are, "007" and "7" are not. Empty text for no value. */
export function identityOf(value: unknown): string {
  if (isEmpty(value)) return ''
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

/** How two numbers or two moments stand to each other; undefined where they are neither. */
export function comparable(a: unknown, b: unknown): number | undefined {
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x && y) return x.cmp(y)
  const [m, n] = [toTimestamp(a), toTimestamp(b)]
  return m !== undefined && n !== undefined ? m - n : undefined
}
