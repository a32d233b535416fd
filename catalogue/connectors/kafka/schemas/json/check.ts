import { compilePattern, type Pattern } from '@weft/kit/define/pattern.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { Decimal } from 'decimal.js'
import { Fault, placed, type Path } from '../fault.ts'
import { isObject } from '@weft/kit/define/is-object.ts'
import { own, shown } from '../plain-values.ts'
import type { JsonSchema, Schemas } from './schema.ts'

const texts = defineMessages({
  never: { en: 'Nothing may stand here.', de: 'Hier darf nichts stehen.' },
  type: { en: '{value} is not of type {type}.', de: '{value} ist nicht vom Typ {type}.' },
  among: { en: '{value} is none of the values that are allowed.', de: '{value} ist keiner der erlaubten Werte.' },
  missing: { en: 'The field {name} is missing.', de: 'Das Feld {name} fehlt.' },
  rule: { en: '{value} does not keep to {keyword}: {rule}.', de: '{value} hält sich nicht an {keyword}: {rule}.' },
  ways: { en: '{value} is none of what {keyword} allows.', de: '{value} ist nichts von dem, was {keyword} erlaubt.' },
  work: {
    en: 'Checking this by its schema takes too long.',
    de: 'Dies nach seinem Schema zu prüfen, dauert zu lange.',
  },
})

/** Numbers that a double cannot hold are texts in a record; `asNumber` says which texts may be meant so. */
export type Check = { schemas: Schemas; asNumber(text: string): boolean; steps_left: number; depth: number }
const most_levels = 300

/** What is wrong with a value; undefined where nothing is. */
export function problemIn(check: Check, schema: JsonSchema, value: unknown, path: Path): Message | undefined {
  if (--check.steps_left < 0 || check.depth >= most_levels) throw new Fault(texts.work())
  if (schema === true) return undefined
  if (schema === false) return placed(texts.never(), path)
  check.depth++
  const problem = problemHere(check, schema, value, path)
  check.depth--
  return problem
}

function problemHere(check: Check, schema: Record<string, unknown>, value: unknown, path: Path): Message | undefined {
  const { $ref, type } = schema
  if (typeof $ref === 'string') {
    const problem = problemIn(check, check.schemas.refer(schema, $ref), value, path)
    if (problem) return problem
  }
  if (type !== undefined && ![type].flat().some((one) => isOf(check, one, value)))
    return placed(texts.type({ value: shown(value), type: [type].flat().join(', ').slice(0, 200) }), path)
  const { enum: allowed, const: only } = schema
  const isAllowed = Array.isArray(allowed) ? allowed.some((one) => isSame(one, value)) : true
  if (!isAllowed || (Object.hasOwn(schema, 'const') && !isSame(only, value)))
    return placed(texts.among({ value: shown(value) }), path)
  return (
    bounded(check, schema, value, path) ??
    combined(check, schema, value, path) ??
    (Array.isArray(value) ? inList(check, schema, value, path) : undefined) ??
    (isObject(value) ? inObject(check, schema, value, path) : undefined)
  )
}

function isSame(a: unknown, b: unknown): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((one, i) => isSame(one, b[i]))
  if (!isObject(a) || !isObject(b)) return a === b
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length && names.every((name) => Object.hasOwn(b, name) && isSame(a[name], b[name]))
  )
}

const isOf = (check: Check, type: unknown, value: unknown): boolean => {
  switch (type) {
    case 'null':
      return value === null
    case 'array':
      return Array.isArray(value)
    case 'object':
      return isObject(value)
    case 'integer':
      return numberOf(check, value)?.isInteger() ?? false
    case 'number':
      return numberOf(check, value) !== undefined
    default:
      return typeof value === type
  }
}

const numberOf = (check: Check, value: unknown): Decimal | undefined =>
  typeof value === 'number' || (typeof value === 'string' && check.asNumber(value)) ? new Decimal(value) : undefined

type Rule = (value: unknown, limit: number, check: Check) => boolean
const sizeOf = (value: unknown) => (isObject(value) ? Object.keys(value).length : 0)
const rules = new Map(
  Object.entries<Rule>({
    minimum: (value, limit, check) => !numberOf(check, value)?.lessThan(limit),
    maximum: (value, limit, check) => !numberOf(check, value)?.greaterThan(limit),
    exclusiveMinimum: (value, limit, check) => numberOf(check, value)?.greaterThan(limit) ?? true,
    exclusiveMaximum: (value, limit, check) => numberOf(check, value)?.lessThan(limit) ?? true,
    multipleOf: (value, limit, check) => limit <= 0 || (numberOf(check, value)?.modulo(limit).isZero() ?? true),
    minLength: (value, limit) => typeof value !== 'string' || [...value].length >= limit,
    maxLength: (value, limit) => typeof value !== 'string' || [...value].length <= limit,
    minItems: (value, limit) => !Array.isArray(value) || value.length >= limit,
    maxItems: (value, limit) => !Array.isArray(value) || value.length <= limit,
    minProperties: (value, limit) => !isObject(value) || sizeOf(value) >= limit,
    maxProperties: (value, limit) => !isObject(value) || sizeOf(value) <= limit,
  }),
)

function bounded(check: Check, schema: Record<string, unknown>, value: unknown, path: Path): Message | undefined {
  const broken = (keyword: string, rule: unknown) =>
    placed(texts.rule({ value: shown(value), keyword, rule: shown(rule) }), path)
  for (const keyword in schema) {
    const limit = schema[keyword]
    if (typeof limit === 'number' && rules.get(keyword)?.(value, limit, check) === false) return broken(keyword, limit)
  }
  const { pattern } = schema
  if (typeof pattern === 'string' && typeof value === 'string' && !patternOf(pattern).test(value))
    return broken('pattern', pattern)
  return undefined
}

const patterns = new Map<string, Pattern>()

function patternOf(source: string): Pattern {
  const known = patterns.get(source) ?? compilePattern(source)
  if (patterns.size >= 500) patterns.clear()
  patterns.set(source, known)
  return known
}

const schemaOf = (value: unknown): JsonSchema | undefined =>
  isObject(value) || typeof value === 'boolean' ? value : undefined
const schemasOf = (value: unknown): JsonSchema[] | undefined =>
  Array.isArray(value) ? value.map((one: unknown) => schemaOf(one)).filter((one) => one !== undefined) : undefined

function combined(check: Check, schema: Record<string, unknown>, value: unknown, path: Path): Message | undefined {
  const fits = (one: JsonSchema) => problemIn(check, one, value, path) === undefined
  const none = (keyword: string) => placed(texts.ways({ value: shown(value), keyword }), path)
  for (const one of schemasOf(schema['allOf']) ?? []) {
    const problem = problemIn(check, one, value, path)
    if (problem) return problem
  }
  if (schemasOf(schema['anyOf'])?.some(fits) === false) return none('anyOf')
  const [one, not, when] = [schemasOf(schema['oneOf']), schemaOf(schema['not']), schemaOf(schema['if'])]
  if (one && one.filter(fits).length !== 1) return none('oneOf')
  if (not !== undefined && fits(not)) return none('not')
  const then = when === undefined ? undefined : schemaOf(schema[fits(when) ? 'then' : 'else'])
  return then === undefined ? undefined : problemIn(check, then, value, path)
}

/** Which schema the parts of a list are for, by their place. */
export function itemSchema(schema: Record<string, unknown>, i: number): JsonSchema | undefined {
  const { items, prefixItems, additionalItems } = schema
  const first = schemasOf(prefixItems) ?? schemasOf(items)
  if (first && i < first.length) return first[i]
  return Array.isArray(items) ? schemaOf(additionalItems) : schemaOf(items)
}

function inList(check: Check, schema: Record<string, unknown>, list: unknown[], path: Path): Message | undefined {
  for (const [i, one] of list.entries()) {
    const inner = itemSchema(schema, i)
    const problem = inner === undefined ? undefined : problemIn(check, inner, one, [...path, i])
    if (problem) return problem
  }
  const { uniqueItems, minContains, maxContains } = schema
  if (uniqueItems === true) {
    check.steps_left -= list.length
    if (new Set(list.map((one) => JSON.stringify(one))).size < list.length)
      return placed(texts.rule({ value: shown(list), keyword: 'uniqueItems', rule: 'true' }), path)
  }
  const contains = schemaOf(schema['contains'])
  if (contains === undefined) return undefined
  const count = list.filter((one) => problemIn(check, contains, one, path) === undefined).length
  const [min, max] = [typeof minContains === 'number' ? minContains : 1, maxContains]
  const isRight = count >= min && (typeof max !== 'number' || count <= max)
  return isRight ? undefined : placed(texts.ways({ value: shown(list), keyword: 'contains' }), path)
}

/** Which schemas a field is for. */
export function propertySchemas(schema: Record<string, unknown>, name: string): JsonSchema[] {
  const { properties, patternProperties, additionalProperties } = schema
  const named = isObject(properties) ? schemaOf(own(properties, name)) : undefined
  const patterns = isObject(patternProperties) ? Object.entries(patternProperties) : []
  const found = [...(named === undefined ? [] : [named])]
  for (const [pattern, inner] of patterns)
    if (patternOf(pattern).test(name)) found.push(...[schemaOf(inner) ?? []].flat())
  const other = found.length === 0 ? schemaOf(additionalProperties) : undefined
  return other === undefined ? found : [other]
}

function inObject(
  check: Check,
  schema: Record<string, unknown>,
  object: Record<string, unknown>,
  path: Path,
): Message | undefined {
  const { required, propertyNames, dependencies, dependentRequired, dependentSchemas } = schema
  const needed = [...(Array.isArray(required) ? (required as unknown[]) : [])]
  const also: JsonSchema[] = []
  for (const [name, more] of [dependencies, dependentRequired, dependentSchemas].flatMap((one) =>
    isObject(one) ? Object.entries(one) : [],
  ))
    if (Object.hasOwn(object, name)) {
      if (Array.isArray(more)) needed.push(...(more as unknown[]))
      else also.push(...[schemaOf(more) ?? []].flat())
    }
  const absent = needed.find((name) => typeof name === 'string' && !Object.hasOwn(object, name))
  if (absent !== undefined) return placed(texts.missing({ name: shown(absent) }), path)
  for (const one of also) {
    const problem = problemIn(check, one, object, path)
    if (problem) return problem
  }
  const names = schemaOf(propertyNames)
  for (const [name, value] of Object.entries(object)) {
    const problem = names === undefined ? undefined : problemIn(check, names, name, [...path, name])
    if (problem) return problem
    for (const inner of propertySchemas(schema, name)) {
      const wrong = problemIn(check, inner, value, [...path, name])
      if (wrong) return wrong
    }
  }
  return undefined
}
