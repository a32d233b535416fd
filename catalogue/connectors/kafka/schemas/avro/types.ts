import { defineMessages } from '@weft/kit/messages/messages.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { Fault } from '../fault.ts'
import { most, type RegisteredSchema } from '../limits.ts'
import { isObject } from '@weft/kit/define/is-object.ts'
import { own, shown } from '../plain-values.ts'
import { logicalOf, type Logical } from './logical.ts'

const texts = defineMessages({
  json: { en: 'The Avro schema is no JSON.', de: 'Das Avro-Schema ist kein JSON.' },
  type: { en: 'The Avro schema has no type {type}.', de: 'Das Avro-Schema hat keinen Typ {type}.' },
  name: { en: 'The Avro schema has a wrong name: {name}.', de: 'Das Avro-Schema hat einen falschen Namen: {name}.' },
  twice: { en: 'The Avro schema has {name} twice.', de: 'Das Avro-Schema hat {name} doppelt.' },
  large: { en: 'The Avro schema is too large.', de: 'Das Avro-Schema ist zu groß.' },
  size: { en: 'The Avro schema has a wrong size: {size}.', de: 'Das Avro-Schema hat eine falsche Größe: {size}.' },
  union: { en: 'The Avro schema has a wrong union.', de: 'Das Avro-Schema hat eine falsche Union.' },
})

const primitives = ['null', 'boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'] as const
type Primitive = (typeof primitives)[number]
export type AvroField = { name: string; type: AvroType; default?: { value: unknown } }
export type AvroType =
  | { kind: Exclude<Primitive, 'bytes'>; logical?: Logical | undefined }
  | { kind: 'bytes'; logical?: Logical | undefined }
  | { kind: 'fixed'; name: string; size: number; logical?: Logical | undefined }
  | { kind: 'record'; name: string; fields: AvroField[] }
  | { kind: 'enum'; name: string; symbols: string[]; numbers: Map<string, number> }
  | { kind: 'array'; items: AvroType }
  | { kind: 'map'; values: AvroType }
  | AvroUnion
export type AvroUnion = { kind: 'union'; branches: AvroType[] }

type Reading = { named: Map<string, AvroType>; types: number }

/** The type a schema describes. A name stands for the same type wherever it is used, also within itself. */
export function avroTypeOf({ text, references }: RegisteredSchema): AvroType {
  const reading: Reading = { named: new Map(), types: 0 }
  for (const reference of references) typeOf(parsed(reference.text), '', 0, reading)
  return typeOf(parsed(text), '', 0, reading)
}

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch (cause) {
    throw new Fault(texts.json(), cause)
  }
}

function typeOf(schema: unknown, namespace: string, depth: number, reading: Reading): AvroType {
  if (depth > most.levels || ++reading.types > most.types) throw new Fault(texts.large())
  if (typeof schema === 'string') return knownType(schema, namespace, reading)
  if (Array.isArray(schema)) return unionOf(schema, namespace, depth, reading)
  if (!isObject(schema)) throw new Fault(texts.type({ type: shown(schema) }))
  const type = own(schema, 'type')
  const inner = (part: string) => typeOf(own(schema, part), namespace, depth + 1, reading)
  switch (type) {
    case 'record':
    case 'error':
      return recordOf(schema, namespace, depth, reading)
    case 'enum':
      return enumOf(schema, namespace, reading)
    case 'fixed':
      return fixedOf(schema, namespace, reading)
    case 'array':
      return { kind: 'array', items: inner('items') }
    case 'map':
      return { kind: 'map', values: inner('values') }
  }
  const known = typeOf(type, namespace, depth + 1, reading)
  const isPrimitive = typeof type === 'string' && (primitives as readonly string[]).includes(type)
  return isPrimitive ? ({ ...known, logical: logicalOf(type, schema) } as AvroType) : known
}

function knownType(name: string, namespace: string, { named }: Reading): AvroType {
  if ((primitives as readonly string[]).includes(name)) return { kind: name } as AvroType
  const known = named.get(name.includes('.') || namespace === '' ? name : `${namespace}.${name}`) ?? named.get(name)
  if (!known) throw new Fault(texts.type({ type: shown(name) }))
  return known
}

function unionOf(schema: unknown[], namespace: string, depth: number, reading: Reading): AvroType {
  const branches = schema.map((branch) => typeOf(branch, namespace, depth + 1, reading))
  const names = new Set(branches.map(branchName))
  if (names.size !== branches.length || branches.some(({ kind }) => kind === 'union')) throw new Fault(texts.union())
  return { kind: 'union', branches }
}

/** What tells a branch of a union from the others. */
export const branchName = (type: AvroType): string => ('name' in type ? type.name : type.kind)

function recordOf(schema: Record<string, unknown>, around: string, depth: number, reading: Reading): AvroType {
  const { name, namespace } = nameOf(schema, around)
  const record: AvroType & { kind: 'record' } = { kind: 'record', name, fields: [] }
  add(name, record, reading)
  const fields = own(schema, 'fields')
  if (!Array.isArray(fields)) throw new Fault(texts.type({ type: shown(name) }))
  const names = new Set<string>()
  for (const field of fields as unknown[]) {
    const called = isObject(field) ? own(field, 'name') : undefined
    if (!isObject(field) || typeof called !== 'string' || !simple.test(called))
      throw new Fault(texts.name({ name: shown(called) }))
    if (names.has(called)) throw new Fault(texts.twice({ name: called }))
    names.add(called)
    const type = typeOf(own(field, 'type'), namespace, depth + 1, reading)
    record.fields.push({
      name: called,
      type,
      ...(Object.hasOwn(field, 'default') && { default: { value: field['default'] } }),
    })
  }
  return record
}

function enumOf(schema: Record<string, unknown>, around: string, reading: Reading): AvroType {
  const { name } = nameOf(schema, around)
  const symbols = own(schema, 'symbols')
  if (!Array.isArray(symbols) || symbols.length === 0 || !symbols.every((one) => typeof one === 'string'))
    throw new Fault(texts.type({ type: shown(name) }))
  reading.types += symbols.length
  const numbers = new Map(symbols.map((symbol, number) => [symbol, number]))
  if (numbers.size !== symbols.length) throw new Fault(texts.twice({ name }))
  return add(name, { kind: 'enum', name, symbols, numbers }, reading)
}

function fixedOf(schema: Record<string, unknown>, around: string, reading: Reading): AvroType {
  const { name } = nameOf(schema, around)
  const size = own(schema, 'size')
  if (typeof size !== 'number' || !Number.isInteger(size) || size < 0 || size > 10_000_000)
    throw new Fault(texts.size({ size: shown(size) }))
  return add(name, { kind: 'fixed', name, size, logical: logicalOf('fixed', schema, size) }, reading)
}

function add(name: string, type: AvroType, { named }: Reading): AvroType {
  if (named.has(name)) throw new Fault(texts.twice({ name }))
  named.set(name, type)
  return type
}

const simple = /^[A-Za-z_][A-Za-z0-9_]*$/
const full = /^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$/

function nameOf(schema: Record<string, unknown>, around: string): { name: string; namespace: string } {
  const [given, space] = [own(schema, 'name'), own(schema, 'namespace')]
  const namespace = typeof space === 'string' ? space : around
  if (
    typeof given !== 'string' ||
    !full.test(given) ||
    given.length > 500 ||
    (namespace !== '' && !full.test(namespace))
  )
    throw new Fault(texts.name({ name: shown(given) }))
  const name = given.includes('.') || namespace === '' ? given : `${namespace}.${given}`
  return { name, namespace: name.includes('.') ? name.slice(0, name.lastIndexOf('.')) : '' }
}
