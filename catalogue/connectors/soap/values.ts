import type { FoundField } from '@weft/kit/define/connector-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { xmlText } from '@weft/kit/xml/escape.ts'
import { xmlValue, type XmlNode } from '@weft/kit/xml/xml-tree.ts'
import type { Part, Qualified, Shape } from './schema.ts'
import { isObject } from '@weft/kit/define/is-object.ts'

const texts = defineMessages({
  unknown: {
    en: 'The operation knows nothing called {name} at {place}. It knows: {known}.',
    de: 'Die Operation kennt bei {place} nichts namens {name}. Sie kennt: {known}.',
  },
  missing: { en: 'The operation needs {name}.', de: 'Die Operation braucht {name}.' },
})

type Inside = Pick<Shape, 'parts' | 'attributes'>

/** What is sent as XML. Only what the description knows is sent, in its order; anything else is refused, not dropped. */
export function elementText({ name, space }: Qualified, inside: Inside, value: DataRecord): string {
  const tag = space === '' ? name : `m:${name}`
  const own = space === '' ? '' : ` xmlns:m="${xmlText(space)}"`
  return `<${tag}${own}${attributesText(inside, value)}>${partsText(inside, value, name, 0)}</${tag}>`
}

function partsText({ parts, attributes }: Inside, value: DataRecord, place: string, depth: number): string {
  const known = new Set([...parts.map(({ name }) => name), ...attributes.map((name) => `@${name}`), '#text'])
  const unknown = Object.keys(value).find((name) => !known.has(name))
  if (unknown !== undefined)
    throw new Invalid(
      'FIELD_UNKNOWN',
      texts.unknown({ name: unknown, place, known: [...known].filter((one) => one !== '#text').join(', ') }),
    )
  return parts
    .map((part) => {
      const given = value[part.name]
      const list = part.many && Array.isArray(given) ? given : given === undefined ? [] : [given]
      const present = list.filter((one) => one !== null || part.nillable)
      if (present.length === 0) {
        if (part.optional) return ''
        if (!part.nillable) throw new Invalid('FIELD_MISSING', texts.missing({ name: `${place}.${part.name}` }))
        return partText(part, null, place, depth)
      }
      return present.map((one) => partText(part, one, place, depth)).join('')
    })
    .join('')
}

function partText(part: Part, value: unknown, place: string, depth: number): string {
  const { name, space, qualified } = part
  // Each carries its own namespace, so that none of those around it is taken on.
  const open = `${name} xmlns="${qualified ? xmlText(space) : ''}"`
  if (value === null) return `<${open} xsi:nil="true"/>`
  const shape = part.type()
  if (shape.parts.length === 0 && !isObject(value)) return `<${open}>${simpleText(value)}</${name}>`
  if (!isObject(value) || depth > 100) return `<${open}>${simpleText(value)}</${name}>`
  const text = '#text' in value ? simpleText(value['#text']) : ''
  return `<${open}${attributesText(shape, value)}>${text}${partsText(shape, value, `${place}.${name}`, depth + 1)}</${name}>`
}

const attributesText = ({ attributes }: Pick<Shape, 'attributes'>, value: DataRecord) =>
  attributes
    .flatMap((name) => {
      const given = value[`@${name}`]
      return given === undefined || given === null ? [] : [` ${name}="${simpleText(given)}"`]
    })
    .join('')

const simpleText = (value: unknown) => xmlText(typeof value === 'object' ? JSON.stringify(value) : String(value))

/** What has come as a record: typed as the description says, lists wherever there may be several. */
export function recordIn(node: XmlNode, { parts }: Pick<Shape, 'parts'>, depth = 0): DataRecord {
  const record: DataRecord = {}
  for (const [name, value] of Object.entries(node.attributes)) if (name !== 'nil') record[`@${name}`] = value
  const byName = new Map(parts.map((part) => [part.name, part]))
  for (const part of parts) if (part.many) record[part.name] = []
  for (const child of node.children) {
    const name = child.name === '__proto__' ? '_proto_' : child.name
    const part = byName.get(child.name)
    const value = part ? valueIn(child, part.type(), depth + 1) : xmlValue(child)
    const before = record[name]
    if (part?.many) (record[name] as unknown[]).push(value)
    else record[name] = before === undefined ? value : [...(Array.isArray(before) ? before : [before]), value]
  }
  return record
}

function valueIn(node: XmlNode, shape: Shape, depth: number): unknown {
  if (node.attributes['nil'] === 'true' && node.children.length === 0) return null
  if (shape.parts.length === 0) return node.children.length > 0 ? xmlValue(node) : typed(shape.simple, node.text)
  return depth > 100 ? xmlValue(node) : recordIn(node, shape, depth)
}

function typed(type: string, text: string): unknown {
  const trimmed = text.trim()
  if (type === 'boolean')
    return trimmed === 'true' || trimmed === '1' ? true : trimmed === 'false' || trimmed === '0' ? false : text
  if (integers.has(type)) return /^[+-]?\d{1,15}$/.test(trimmed) ? Number(trimmed) : trimmed
  return type === 'string' || type === 'normalizedString' ? text : trimmed
}

const integers = new Set([
  'int',
  'integer',
  'long',
  'short',
  'byte',
  'unsignedInt',
  'unsignedShort',
  'unsignedByte',
  'unsignedLong',
  'positiveInteger',
  'nonNegativeInteger',
  'negativeInteger',
  'nonPositiveInteger',
])
const types: Record<string, FoundField['type']> = {
  boolean: 'boolean',
  decimal: 'decimal',
  double: 'decimal',
  float: 'decimal',
  date: 'date',
  dateTime: 'date_time',
  time: 'time',
  base64Binary: 'long_text',
  long: 'big_integer',
  unsignedLong: 'big_integer',
  integer: 'big_integer',
}

/** The parts as fields. */
export const fieldsIn = (parts: readonly Part[]): FoundField[] =>
  parts.map((part) => {
    const { simple, parts: inner } = part.type()
    const isPlain = inner.length === 0 && !part.many
    const type = !isPlain ? 'json' : (types[simple] ?? (integers.has(simple) ? 'integer' : 'text'))
    return {
      name: part.name,
      type,
      native: inner.length > 0 ? 'object' : simple,
      nullable: part.optional || part.nillable,
    }
  })
