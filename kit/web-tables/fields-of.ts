import type { FoundField } from '../define/connector-session.ts'
import type { DataRecord } from '../define/record.ts'
import { isUuid } from '../define/uuid.ts'

const day = /^\d{4}-\d{2}-\d{2}$/
const moment = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2})?$/
const whole = /^-?\d+$/
const decimal = /^-?\d+\.\d+$/

type Seen = { types: Set<FoundField['type']>; natives: Set<string>; length: number }

/** The fields of records that nothing describes, by what some of them hold. */
export function fieldsOf(records: readonly DataRecord[], key: readonly string[] = []): FoundField[] {
  const seen = new Map<string, Seen>(key.map((name) => [name, unseen()]))
  for (const record of records)
    for (const [name, value] of Object.entries(record)) {
      const field = seen.get(name) ?? unseen()
      seen.set(name, field)
      if (value === null || value === undefined) continue
      field.types.add(typeOf(value))
      field.natives.add(Array.isArray(value) ? 'list' : typeof value)
      if (typeof value === 'string') field.length = Math.max(field.length, value.length)
    }
  return [...seen].map(([name, { types, natives, length }]) => ({
    name,
    type: joined(types, length),
    native: [...natives].join(' | ') || 'unknown',
    nullable: !key.includes(name),
  }))
}

const unseen = (): Seen => ({ types: new Set(), natives: new Set(), length: 0 })

function typeOf(value: unknown): FoundField['type'] {
  if (typeof value === 'boolean') return 'boolean'
  if (typeof value === 'number')
    return !Number.isInteger(value) ? 'decimal' : Math.abs(value) < 2 ** 31 ? 'integer' : 'big_integer'
  if (typeof value !== 'string') return 'json'
  if (day.test(value)) return 'date'
  if (moment.test(value)) return 'date_time'
  if (isUuid(value)) return 'uuid'
  // Only numbers a double cannot hold come as text; shorter ones are codes.
  if (value.length > 15 && whole.test(value)) return 'big_integer'
  if (value.length > 15 && decimal.test(value)) return 'decimal'
  return 'text'
}

/** The type that holds values of all these types. */
function joined(types: ReadonlySet<FoundField['type']>, length: number): FoundField['type'] {
  const text = length > 191 ? 'long_text' : 'text'
  if (types.size === 0) return 'text'
  if (types.size === 1) return types.has('text') ? text : [...types][0]!
  if (types.has('json')) return 'json'
  const numbers = ['integer', 'big_integer', 'decimal'] as const
  if ([...types].every((type) => (numbers as readonly string[]).includes(type)))
    return types.has('decimal') ? 'decimal' : 'big_integer'
  if (types.size === 2 && types.has('date') && types.has('date_time')) return 'date_time'
  return text
}
