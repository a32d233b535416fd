import {
  isCollection,
  isMap,
  isScalar,
  isSeq,
  parseDocument,
  visit,
  type Document,
  type Node,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml'
import { isObject } from '../define/is-object.ts'
import type { MappingDefinition } from '../define/mapping.ts'
import { compact, documentOf, printMapping, style, type Fields } from './print.ts'

/**
 * Writes a mapping that was drawn on into the text it was written as: what did not change keeps its comments, its place and its style.
 * Boxes are recognised by their output, lines by their target.
 */
export function mergeMapping(text: string, definition: MappingDefinition, ground: Fields): string {
  const tree = parseDocument(text)
  if (tree.errors.length > 0 || !isMap(tree.contents)) return printMapping(definition, ground)
  mergeMap(tree, tree.contents as YAMLMap, documentOf(definition, ground))
  return tree.toString(style)
}

function mergeMap(tree: Document, map: YAMLMap, wanted: Record<string, unknown>) {
  for (const { key } of [...map.items]) {
    const name = String((key as { value?: unknown }).value ?? key)
    // An option may be called as something that every object has, such as valueOf.
    if (!Object.hasOwn(wanted, name) || wanted[name] === undefined) map.delete(key)
  }
  for (const [name, value] of Object.entries(wanted)) {
    if (value === undefined) continue
    const there = map.get(name, true) as Node | undefined
    const merged = mergeNode(tree, there, value)
    if (merged !== there) map.set(name, merged)
  }
}

function mergeNode(tree: Document, there: Node | undefined, value: unknown): Node {
  if (isMap(there) && isObject(value)) mergeMap(tree, there, value)
  else if (isSeq(there) && Array.isArray(value)) mergeSeq(tree, there, value)
  else if (!there || JSON.stringify(there.toJS(tree)) !== JSON.stringify(value)) return fresh(tree, value, there)
  return there
}

function mergeSeq(tree: Document, seq: YAMLSeq, wanted: unknown[]) {
  const known = new Map((seq.items as Node[]).map((item) => [identity(item.toJS(tree)), item]))
  seq.items = wanted.map((value) => mergeNode(tree, known.get(identity(value)), value))
  if (!seq.items.every(isScalar)) seq.flow = false
}

function fresh(tree: Document, value: unknown, before: Node | undefined): Node {
  const node = tree.createNode(value, { aliasDuplicateObjects: false }) as Node
  if (isCollection(node)) visit(node, compact)
  if (before?.comment) node.comment = before.comment
  if (before?.commentBefore) node.commentBefore = before.commentBefore
  return node
}

function identity(value: unknown): string {
  if (!isObject(value)) return JSON.stringify(value)
  return JSON.stringify(value['output'] ?? value['target_field'] ?? value)
}
