import { faultIn, mayBeInexact, parseJson } from '@weft/kit/define/parse-json.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault, placed } from '../fault.ts'
import type { Codec, RegisteredSchema } from '../limits.ts'
import { isObject } from '@weft/kit/define/is-object.ts'
import { textOf } from '../source.ts'
import { itemSchema, problemIn, propertySchemas, type Check } from './check.ts'
import { jsonSchemasOf, type JsonSchema } from './schema.ts'

const texts = defineMessages({ json: { en: 'The content is no JSON.', de: 'Der Inhalt ist kein JSON.' } })

/** How many schemas may be put to values of one content. */
const most_steps = 400_000

const isNumber = (text: string) => text.length <= 1_000 && /^-?(0|[1-9]\d*)(\.\d+)?([eE][+-]?\d{1,4})?$/.test(text)

/** Contents as JSON, checked by walking the schema: no code is made of what a registry says, and its patterns run in bounded time. */
export function jsonCodec(schema: RegisteredSchema): Codec {
  const schemas = jsonSchemasOf(schema)
  const checked = (value: unknown, asNumber: Check['asNumber']) => {
    const problem = problemIn({ schemas, asNumber, steps_left: most_steps, depth: 0 }, schemas.main, value, [])
    if (problem) throw new Fault(problem)
    return value
  }
  return {
    decode: (bytes, at) =>
      checked(parsed(textOf(bytes.subarray(at)), at), (text) => mayBeInexact.test(text) && isNumber(text)),
    encode(value) {
      checked(value, isNumber)
      const check = { schemas, asNumber: isNumber, steps_left: most_steps, depth: 0 }
      return Buffer.from(JSON.stringify(withNumbers(check, [schemas.main], value)))
    },
  }
}

function parsed(text: string, at: number): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new Fault(placed(texts.json(), [], at + Buffer.byteLength(text.slice(0, faultIn(text)))), cause)
  }
}

/** The value with those texts written as numbers, digit by digit, that the schema wants to be numbers. */
function withNumbers(check: Check, given: JsonSchema[], value: unknown): unknown {
  const schemas = given.flatMap((schema) => [...meant(check, schema, value)])
  if (typeof value === 'string') return isNumber(value) && schemas.some(wantsNumber) ? raw(value) : value
  if (Array.isArray(value))
    return value.map((one: unknown, i) => {
      const inner = schemas.flatMap((schema) => [itemSchema(schema, i) ?? []].flat())
      return withNumbers(check, inner, one)
    })
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => {
      const inner = schemas.flatMap((schema) => propertySchemas(schema, name))
      return [name, withNumbers(check, inner, one)]
    }),
  )
}

const raw = (text: string): unknown => (JSON as unknown as { rawJSON(text: string): unknown }).rawJSON(text)

const wantsNumber = ({ type }: Record<string, unknown>) => {
  const types = [type].flat()
  return (types.includes('number') || types.includes('integer')) && !types.includes('string')
}

/** The schema with those that hold beside it for this value. */
function* meant(check: Check, schema: JsonSchema, value: unknown): Generator<Record<string, unknown>> {
  if (!isObject(schema)) return
  yield schema
  const { $ref, allOf, anyOf, oneOf } = schema
  if (typeof $ref === 'string') yield* meant(check, check.schemas.refer(schema, $ref), value)
  for (const one of Array.isArray(allOf) ? allOf : []) yield* meant(check, one as JsonSchema, value)
  for (const list of [anyOf, oneOf])
    for (const one of Array.isArray(list) ? (list as JsonSchema[]) : [])
      if (problemIn(check, one, value, []) === undefined) {
        yield* meant(check, one, value)
        break
      }
}
