import { SaxesParser, type SaxesTagNS } from 'saxes'
import { nestingDepth, valueCharacters } from '../define/limits.ts'
import { Invalid } from '../errors/errors.ts'
import { defineMessages } from '../messages/messages.ts'

const texts = defineMessages({
  broken: {
    en: 'Line {line, number}, column {column, number}: this is not well-formed XML.',
    de: 'Zeile {line, number}, Spalte {column, number}: Das ist kein wohlgeformtes XML.',
  },
  bomb: {
    en: 'The answer declares entities of its own. That is how XML bombs are built, so it is refused.',
    de: 'Die Antwort deklariert eigene Entitäten. So werden XML-Bomben gebaut, deshalb wird sie abgelehnt.',
  },
  tooDeep: {
    en: 'Line {line, number}: nested deeper than {limit} levels.',
    de: 'Zeile {line, number}: tiefer als {limit} Ebenen verschachtelt.',
  },
  tooLarge: {
    en: 'Line {line, number}: a value larger than {limit} MB.',
    de: 'Zeile {line, number}: ein Wert größer als {limit} MB.',
  },
  empty: { en: 'There is no XML in it.', de: 'Es ist kein XML darin.' },
})

/** An element of XML: what it is called without its prefix, in which namespace, and what it holds. */
export type XmlNode = {
  name: string
  space: string
  attributes: Record<string, string>
  /** What prefixes stand for here, as values such as `xsd:string` use them. */
  prefixes: Record<string, string>
  children: XmlNode[]
  text: string
}

const instance = 'http://www.w3.org/2001/XMLSchema-instance'

/** The root of XML that is small enough to be held. Throws Invalid with the place where it is none. */
export function xmlTree(text: string): XmlNode {
  const parser = new SaxesParser<{ xmlns: true; position: true }>({ xmlns: true, position: true })
  const open: XmlNode[] = []
  let root: XmlNode | undefined
  const fail = (message: (typeof texts)['tooDeep'] | (typeof texts)['tooLarge'], limit: number) => {
    throw new Invalid('XML_INVALID', message({ line: parser.line, limit }))
  }
  parser.on('error', () => {
    throw new Invalid('XML_INVALID', texts.broken({ line: parser.line, column: parser.column + 1 }))
  })
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new Invalid('XML_ENTITIES', texts.bomb())
  })
  parser.on('opentag', (tag) => {
    if (open.length >= nestingDepth) fail(texts.tooDeep, nestingDepth)
    const node = nodeOf(tag, open.at(-1)?.prefixes ?? {})
    open.at(-1)?.children.push(node)
    root ??= node
    open.push(node)
  })
  const write = (piece: string) => {
    const node = open.at(-1)
    if (!node) return
    node.text += piece
    if (node.text.length > valueCharacters) fail(texts.tooLarge, valueCharacters / 1024 / 1024)
  }
  parser.on('text', write)
  parser.on('cdata', write)
  parser.on('closetag', () => void open.pop())
  parser.write(text.replace(/^\uFEFF/, '')).close()
  if (!root) throw new Invalid('XML_INVALID', texts.empty())
  return root
}

function nodeOf({ local, uri, attributes, ns }: SaxesTagNS, outer: Record<string, string>): XmlNode {
  const plain: Record<string, string> = {}
  for (const { local: name, prefix, uri: space, value } of Object.values(attributes)) {
    const isOwn = prefix !== 'xmlns' && name !== 'xmlns' && name !== '__proto__'
    // Of what says how the document is to be read, only that there is nothing.
    if (isOwn && (space !== instance || name === 'nil')) plain[name] = value
  }
  const prefixes = Object.keys(ns ?? {}).length > 0 ? { ...outer, ...ns } : outer
  return { name: local, space: uri, attributes: plain, prefixes, children: [], text: '' }
}

/** The children of a name, whatever the namespace. */
export const childrenOf = (node: XmlNode, name: string) => node.children.filter((child) => child.name === name)
export const childOf = (node: XmlNode | undefined, name: string) => node?.children.find((child) => child.name === name)

/** Every element of a name at any depth, in the order of the document. */
export function* elementsOf(node: XmlNode, name: string): Generator<XmlNode> {
  if (node.name === name) yield node
  for (const child of node.children) yield* elementsOf(child, name)
}

/** As records carry it: attributes with an @, text beside them as #text, what comes several times as a list. */
export function xmlValue(node: XmlNode): unknown {
  const entries: [string, unknown][] = Object.entries(node.attributes).map(([name, value]) => [`@${name}`, value])
  if (node.attributes['nil'] === 'true' && node.children.length === 0) return null
  const byName = Map.groupBy(node.children, (child) => child.name)
  for (const [name, same] of byName)
    entries.push([name === '__proto__' ? '_proto_' : name, same.length > 1 ? same.map(xmlValue) : xmlValue(same[0]!)])
  const text = node.text.trim()
  if (entries.length === 0) return text === '' ? null : text
  if (text !== '') entries.push(['#text', text])
  return Object.fromEntries(entries)
}
