import { isEmpty, numberOf, toTimestamp } from '@weft/kit/define/compare.ts'

/**
 * Whether two systems mean the same: nothing is nothing, 10.50 is 10.5, a moment is the same in every zone. Digits that begin with
 * a zero are a number for nobody: a post code that lost it has changed.
 */
export function isSameValue(a: unknown, b: unknown): boolean {
  if (isEmpty(a) || isEmpty(b)) return isEmpty(a) && isEmpty(b)
  if (typeof a === 'object' || typeof b === 'object') return canonical(a) === canonical(b)
  if (String(a) === String(b)) return true
  if (isCode(a) || isCode(b)) return false
  const [x, y] = [numberOf(a), numberOf(b)]
  if (x && y) return x.eq(y)
  const [m, n] = [toTimestamp(a), toTimestamp(b)]
  return m !== undefined && m === n
}

const isCode = (value: unknown) => typeof value === 'string' && /^\s*[+-]?0\d/.test(value)

/** JSON with the fields of every object in one order. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  )
