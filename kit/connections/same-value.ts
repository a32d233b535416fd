import { Exact, numberOf, numberText } from '../define/compare.ts'
import type { FoundField } from '../define/connector-session.ts'

/** What a field holds of a value, so that what was written and what is read again can be compared, whatever each is written as. */
export function heldBy({ type, scale }: Pick<FoundField, 'type' | 'scale'>, value: unknown): string | null {
  if (value === null || value === undefined) return null
  switch (type) {
    case 'integer':
    case 'big_integer':
    case 'decimal': {
      const number = numberOf(value)
      if (!number) return String(value)
      return numberText(scale === undefined ? number : number.toDecimalPlaces(scale, Exact.ROUND_HALF_UP))
    }
    case 'boolean':
      return /^(true|t|1)$/i.test(String(value)) ? 'true' : 'false'
    case 'date_time':
      return momentOf(String(value))
    case 'uuid':
      return String(value).toLowerCase()
    default:
      return typeof value === 'object' ? JSON.stringify(inOrder(value)) : String(value)
  }
}

/** In UTC, without zeros that say nothing. */
function momentOf(text: string): string {
  const parts = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d)?(\.\d+)?(Z|[+-]\d\d:?\d\d)?$/.exec(text)
  if (!parts) return text
  const [, day, minutes, seconds = ':00', fraction = '', zone = 'Z'] = parts
  const at = new Date(`${day}T${minutes}${seconds}${zone}`)
  return Number.isNaN(at.getTime()) ? text : at.toISOString().slice(0, 19) + fraction.replace(/\.?0+$/, '')
}

/** Objects with their names in one order: databases give them in their own. */
function inOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inOrder)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))
  return Object.fromEntries(entries.map(([name, one]) => [name, inOrder(one)]))
}
