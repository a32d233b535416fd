import { patternProblem } from '@weft/kit/define/pattern.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault } from '../fault.ts'
import { most, type RegisteredSchema } from '../limits.ts'
import { isObject } from '@weft/kit/define/is-object.ts'

const texts = defineMessages({
  json: { en: 'The JSON schema is no JSON.', de: 'Das JSON-Schema ist kein JSON.' },
  large: { en: 'The JSON schema is too large.', de: 'Das JSON-Schema ist zu groß.' },
  keyword: {
    en: 'The JSON schema uses {keyword}, which is not available.',
    de: 'Das JSON-Schema verwendet {keyword}, das nicht zur Verfügung steht.',
  },
  ref: {
    en: 'The JSON schema refers to {ref}, which is not there.',
    de: 'Das JSON-Schema verweist auf {ref}, das es nicht gibt.',
  },
})

export type JsonSchema = boolean | Record<string, unknown>
export type Schemas = {
  main: JsonSchema
  /** What a `$ref` that stands in `from` leads to. */
  refer(from: JsonSchema, ref: string): JsonSchema
}

/** These say more about a content than is checked here, so that a schema with them is refused. */
const notAvailable = ['unevaluatedProperties', 'unevaluatedItems', '$dynamicRef', '$recursiveRef']
/** What stands in these is no schema, whatever it looks like. */
const values = ['const', 'enum', 'default', 'examples', 'example']

/** A schema with all it refers to; patterns and keywords that cannot be followed are refused at once. */
export function jsonSchemasOf({ text, references }: RegisteredSchema): Schemas {
  const documents = new Map<string, JsonSchema>()
  const homes = new Map<JsonSchema, string>()
  const state = { left: most.types }
  const add = (name: string, source: string) => {
    const document = parsed(source)
    documents.set(name, document)
    const id = isObject(document) ? document['$id'] : undefined
    if (typeof id === 'string' && id !== '') documents.set(id.replace(/#$/, ''), document)
    look(document, 0, state, (schema) => homes.set(schema, name))
  }
  for (const { name, text: referred } of references) add(name, referred)
  add('', text)
  return {
    main: documents.get('')!,
    refer(from, ref) {
      const [address = '', fragment = ''] = ref.split('#')
      const document = documents.get(address || (homes.get(from) ?? ''))
      const found = document === undefined ? undefined : at(document, fragment)
      if (found === undefined) throw new Fault(texts.ref({ ref: ref.slice(0, 200) }))
      return found
    },
  }
}

function parsed(text: string): JsonSchema {
  let schema: unknown
  try {
    schema = parseJson(text)
  } catch (cause) {
    throw new Fault(texts.json(), cause)
  }
  if (!isObject(schema) && typeof schema !== 'boolean') throw new Fault(texts.json())
  return schema
}

function look(value: unknown, depth: number, state: { left: number }, found: (schema: JsonSchema) => void) {
  if (depth > most.levels || --state.left < 0) throw new Fault(texts.large())
  if (Array.isArray(value)) return value.forEach((one) => look(one, depth + 1, state, found))
  if (!isObject(value)) return
  found(value)
  const { pattern, patternProperties } = value
  for (const one of [pattern, ...(isObject(patternProperties) ? Object.keys(patternProperties) : [])])
    if (typeof one === 'string') refuseUnusable(one)
  for (const [key, inner] of Object.entries(value)) {
    if (notAvailable.includes(key)) throw new Fault(texts.keyword({ keyword: key }))
    if (!values.includes(key)) look(inner, depth + 1, state, found)
  }
}

function refuseUnusable(pattern: string) {
  const problem = patternProblem(pattern)
  if (problem) throw new Fault(problem)
}

function at(document: JsonSchema, fragment: string): JsonSchema | undefined {
  let here: unknown = document
  if (fragment !== '' && !fragment.startsWith('/')) return undefined
  for (const part of fragment.split('/').slice(1)) {
    const key = decoded(part).replaceAll('~1', '/').replaceAll('~0', '~')
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, key)) return undefined
    here = (here as Record<string, unknown>)[key]
  }
  return isObject(here) || typeof here === 'boolean' ? here : undefined
}

const decoded = (part: string) => (/%(?![0-9a-fA-F]{2})/.test(part) ? part : decodeURI(part))
