import { isMap, isSeq, parseDocument, stringify, YAMLMap, YAMLSeq, type Document } from 'yaml'

const style = { lineWidth: 0, flowCollectionPadding: true } as const

/**
 * Changes the syntax tree of a document and writes it again: comments, order and quoting of everything untouched stay. A text that
 * is no YAML is given back as it is; it is mended in code mode.
 */
export function edited(text: string, change: (doc: Document) => void): string {
  const doc = parseDocument(text.trim() === '' ? emptyDocument('') : text)
  if (doc.errors.length > 0) return text
  change(doc)
  return doc.toString(style)
}

/** What a new workflow starts with. */
export const emptyDocument = (label: string) => stringify({ weft: 1, label, steps: [], edges: [] }, style)

/** A list at the top of the document, made where it is missing, one entry a line. */
export function listOf(doc: Document, key: 'steps' | 'edges'): YAMLSeq {
  const there = doc.get(key)
  const list = isSeq(there) ? there : new YAMLSeq(doc.schema)
  if (list !== there) doc.set(key, list)
  list.flow = false
  return list
}

/** `{ x: 0, y: 0 }` on one line. */
export const inline = (doc: Document, value: object) => doc.createNode(value, { flow: true })

/** Makes `map` say what `values` say: nested maps are changed in place, so comments beside untouched keys survive. */
export function assign(doc: Document, map: YAMLMap, values: Record<string, unknown>) {
  if (map.items.length === 0) map.flow = false
  for (const { key } of [...map.items]) {
    const name = String((key as { value?: unknown }).value ?? key)
    if (!(name in values) || values[name] === undefined) map.delete(name)
  }
  for (const [name, value] of Object.entries(values)) if (value !== undefined) assignOne(doc, map, name, value)
}

function assignOne(doc: Document, map: YAMLMap, name: string, value: unknown) {
  const there = map.get(name, true) as { toJS?(doc: Document): unknown } | undefined
  if (there?.toJS && same(there.toJS(doc), value)) return
  if (isMap(there) && isPlain(value)) return assign(doc, there, value)
  if (isPlain(value) || Array.isArray(value)) map.set(name, doc.createNode(value))
  else map.set(name, value)
}

const isPlain = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** A whole document as it would have been written by hand. */
export const documentText = (document: object) => stringify(document, style)
