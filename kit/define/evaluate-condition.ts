import { compareKeys, isEmpty, toTimestamp, numberOf, sortKey } from './compare.ts'
import { fieldOf } from './path.ts'
import type { DataRecord } from './record.ts'
import type { Condition } from './condition.ts'

/** Whether a record meets the comparisons: all of them, or any. An empty list holds. */
export function matchesAll(record: DataRecord, list: readonly Condition[], match: 'all' | 'any' = 'all'): boolean {
  if (list.length === 0) return true
  return match === 'all'
    ? list.every((one) => evaluateCondition(record, one))
    : list.some((one) => evaluateCondition(record, one))
}

/** Whether one comparison holds. Numbers compare as numbers (decimals as text too), dates as moments, everything else as text. */
export function evaluateCondition(record: DataRecord, { field, operator, value }: Condition): boolean {
  const found = fieldOf(record, field)
  switch (operator) {
    case 'equals':
      return same(found, value)
    case 'not_equals':
      return !same(found, value)
    case 'greater':
      return ordered(found, value, (order) => order > 0)
    case 'greater_or_equal':
      return ordered(found, value, (order) => order >= 0)
    case 'less':
      return ordered(found, value, (order) => order < 0)
    case 'less_or_equal':
      return ordered(found, value, (order) => order <= 0)
    case 'contains':
      return Array.isArray(found) ? found.some((entry) => same(entry, value)) : text(found).includes(text(value))
    case 'starts_with':
      return text(found).startsWith(text(value))
    case 'ends_with':
      return text(found).endsWith(text(value))
    case 'in':
      return listOf(value).some((entry) => same(found, entry))
    case 'empty':
      return isEmpty(found)
    case 'not_empty':
      return !isEmpty(found)
    case 'true':
      return found === true || found === 'true' || found === 1 || found === '1'
    case 'false':
      return found === false || found === 'false' || found === 0 || found === '0'
  }
}

function same(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  if (typeof a === 'boolean' || typeof b === 'boolean') return String(a) === String(b)
  // Two texts are the same number only when both say one and neither is a code with leading zeros, such as a postcode.
  if (typeof a === 'string' && typeof b === 'string' && (isCode(a) || isCode(b))) return a === b
  return order(a, b) === 0
}

const isCode = (value: string) => /^[+-]?0\d/.test(value.trim())

/** A comparison with nothing never holds. */
const ordered = (a: unknown, b: unknown, test: (order: number) => boolean) =>
  !isEmpty(a) && !isEmpty(b) && test(order(a, b))

function order(a: unknown, b: unknown): number {
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x && y) return x.cmp(y)
  const [m, n] = [toTimestamp(a), toTimestamp(b)]
  if (m !== undefined && n !== undefined) return m - n
  return typeof a === 'object' || typeof b === 'object'
    ? compareKeys(sortKey(a), sortKey(b))
    : text(a) < text(b)
      ? -1
      : text(a) > text(b)
        ? 1
        : 0
}

const text = (value: unknown): string =>
  value === undefined || value === null ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)

/** The entries of a list, or of text that lists them with commas. */
const listOf = (value: unknown): unknown[] =>
  Array.isArray(value)
    ? value
    : text(value)
        .split(',')
        .map((entry) => entry.trim())
