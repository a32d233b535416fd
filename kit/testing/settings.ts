import fc from 'fast-check'
import { z } from 'zod'
import type { Element } from '../define/element.ts'

type Json = {
  type?: string
  format?: string
  enum?: unknown[]
  const?: unknown
  pattern?: string
  anyOf?: Json[]
  items?: Json
  properties?: Record<string, Json>
  required?: string[]
  minimum?: number
  maximum?: number
  minItems?: number
}

const texts = [
  'a',
  'id',
  'a.csv',
  'GET',
  '0 2 * * *',
  '12:00',
  '2h',
  '{{ id }}',
  'https://shop.example/a',
  'query { a }',
]
export const aUuid = '0b9d3f52-6d0c-4f39-8f3a-1f3f4c1f0a11'

/** Settings of all shapes that an element's own schema allows. */
export const settingsFor = ({ settings }: Element) =>
  valueOf(z.toJSONSchema(settings, { io: 'input', unrepresentable: 'any' }) as Json)

function valueOf(schema: Json): fc.Arbitrary<unknown> {
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if ('const' in schema) return fc.constant(schema.const)
  if (schema.anyOf) return fc.oneof(...schema.anyOf.map(valueOf))
  switch (schema.type) {
    case 'object':
      return fc.record(
        Object.fromEntries(Object.entries(schema.properties ?? {}).map(([name, one]) => [name, valueOf(one)])),
        { requiredKeys: schema.required ?? [] },
      )
    case 'array':
      return fc.array(valueOf(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: 2 })
    case 'boolean':
      return fc.boolean()
    case 'integer':
    case 'number':
      return fc.integer({
        min: Math.ceil(Math.max(schema.minimum ?? 1, -1_000)),
        max: Math.floor(Math.min(schema.maximum ?? 1_000, Math.max(1_000, schema.minimum ?? 0))),
      })
    case 'string':
      return schema.format === 'uuid' ? fc.constant(aUuid) : fc.constantFrom(...fitting(schema))
    default:
      return fc.constant('1')
  }
}

const fitting = ({ pattern }: Json) => {
  const some = texts.filter((one) => pattern === undefined || new RegExp(pattern, 'u').test(one))
  return some.length > 0 ? some : ['a']
}
