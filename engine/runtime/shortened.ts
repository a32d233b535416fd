import type { DataRecord } from '@weft/kit/define/record.ts'

/** Journal rows hold values up to this; longer ones are shortened there. */
export const longestValue = 64 * 1024

/** A value as the journal keeps it: long texts inside are cut. */
export function shortened<T>(value: T): T {
  if (typeof value === 'string')
    return (value.length > longestValue ? `${value.slice(0, 200)}… (${value.length})` : value) as T
  if (Array.isArray(value)) return value.map(shortened) as T
  if (value !== null && typeof value === 'object') {
    const entries = Object.entries(value as DataRecord).map(([key, inner]) => [key, shortened(inner)] as const)
    return Object.fromEntries(entries) as T
  }
  return value
}
