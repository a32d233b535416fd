import { SaxesParser } from 'saxes'
import { nestingDepth } from '../define/limits.ts'

/** Reads that are counted, and end an expression that makes too many of them. */
export type Reads = { count(): void }

const kinds = { element: 1, attribute: 2, text: 3, document: 9 } as const

type Named = { name: string; local: string; prefix: string; uri: string }

/** As much of a node of the DOM (WHATWG) as XPath looks at; each way from node to node is counted. */
export class XmlPart {
  readonly nodeType: number
  readonly nodeName: string
  readonly localName: string | null
  readonly prefix: string | null
  readonly namespaceURI: string | null
  nodeValue: string | null
  readonly parts: XmlPart[] = []
  readonly own: XmlPart[] = []
  readonly #reads: Reads
  readonly #order: number
  readonly #outer: XmlPart | null
  readonly #at: number

  constructor(kind: keyof typeof kinds, named: Named, outer: XmlPart | null, order: number, reads: Reads) {
    this.nodeType = kinds[kind]
    this.nodeName = named.name
    this.localName = named.local || null
    this.prefix = named.prefix || null
    this.namespaceURI = named.uri || null
    this.nodeValue = null
    this.#reads = reads
    this.#order = order
    this.#outer = outer
    this.#at = outer ? outer.parts.length : 0
  }
  get value() {
    return this.nodeValue
  }
  get childNodes() {
    this.#reads.count()
    return this.parts
  }
  get firstChild(): XmlPart | null {
    this.#reads.count()
    return this.parts[0] ?? null
  }
  get lastChild(): XmlPart | null {
    this.#reads.count()
    return this.parts.at(-1) ?? null
  }
  get parentNode(): XmlPart | null {
    this.#reads.count()
    return this.nodeType === kinds.attribute ? null : this.#outer
  }
  get ownerElement(): XmlPart | null {
    return this.nodeType === kinds.attribute ? this.#outer : null
  }
  get nextSibling(): XmlPart | null {
    this.#reads.count()
    return this.nodeType === kinds.attribute ? null : (this.#outer?.parts[this.#at + 1] ?? null)
  }
  get previousSibling(): XmlPart | null {
    this.#reads.count()
    return this.nodeType === kinds.attribute || this.#at === 0 ? null : (this.#outer?.parts[this.#at - 1] ?? null)
  }
  get attributes() {
    this.#reads.count()
    if (this.nodeType !== kinds.element) return null
    return { length: this.own.length, item: (i: number) => (this.#reads.count(), this.own[i] ?? null) }
  }
  get ownerDocument(): XmlPart | null {
    return this.#outer ? (this.#outer.ownerDocument ?? this.#outer) : null
  }
  get documentElement(): XmlPart | null {
    return this.parts[0] ?? null
  }
  /** Nothing says which attributes are ids. */
  getElementById() {
    return null
  }
  compareDocumentPosition(other: XmlPart) {
    this.#reads.count()
    return other.#order < this.#order ? 2 : 4
  }
  /** All text inside. */
  get text(): string {
    this.#reads.count()
    return this.nodeValue ?? this.parts.map((part) => part.text).join('')
  }
}

/** A document as a tree of nodes. Throws where it is not well-formed, nests too deeply or declares entities of its own. */
export function xmlDocument(xml: string, reads: Reads): XmlPart {
  let order = 0
  const top = new XmlPart('document', { name: '#document', local: '', prefix: '', uri: '' }, null, order++, reads)
  const open = [top]
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => {
    throw error
  })
  parser.on('doctype', (doctype) => {
    if (/<!ENTITY/i.test(doctype)) throw new Error('entities')
  })
  parser.on('opentag', ({ name, local, prefix, uri, attributes }) => {
    if (open.length > nestingDepth) throw new Error('too deep')
    const outer = open.at(-1)!
    const node = new XmlPart('element', { name, local, prefix, uri }, outer, order++, reads)
    outer.parts.push(node)
    for (const { name, local, prefix, uri, value } of Object.values(attributes)) {
      const attribute = new XmlPart('attribute', { name, local, prefix, uri }, node, order++, reads)
      attribute.nodeValue = value
      node.own.push(attribute)
    }
    open.push(node)
  })
  const write = (text: string) => {
    const outer = open.at(-1)!
    const last = outer.parts.at(-1)
    if (outer === top) return
    if (last?.nodeType === kinds.text) last.nodeValue += text
    else {
      const node = new XmlPart('text', { name: '#text', local: '', prefix: '', uri: '' }, outer, order++, reads)
      node.nodeValue = text
      outer.parts.push(node)
    }
  }
  parser.on('text', write)
  parser.on('cdata', write)
  parser.on('closetag', () => void open.pop())
  parser.write(xml.replace(/^\uFEFF/, '')).close()
  return top
}
