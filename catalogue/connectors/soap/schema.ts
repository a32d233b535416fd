import { childOf, childrenOf, type XmlNode } from '@weft/kit/xml/xml-tree.ts'

/** A name and the namespace it belongs to. */
export type Qualified = { name: string; space: string }
/** What may stand inside of an element: other elements and attributes, or a value of a simple type. */
export type Part = Qualified & {
  /** Inside of others it carries its namespace only where the schema says so. */
  qualified: boolean
  many: boolean
  optional: boolean
  nillable: boolean
  type: () => Shape
}
export type Shape = { simple: string; parts: Part[]; attributes: string[] }

type Global = { node: XmlNode; schema: XmlNode }
type Globals = Record<'element' | 'complexType' | 'simpleType' | 'group', Map<string, Global>>

const xsd = 'http://www.w3.org/2001/XMLSchema'
const nothing: Shape = { simple: 'string', parts: [], attributes: [] }
/** Who is made of themselves, as trees are, is followed only as far as values go. */
const deepest = 30

/** The elements and types of all schemas of a description. */
export function schemaReader(schemas: readonly XmlNode[]) {
  const globals: Globals = { element: new Map(), complexType: new Map(), simpleType: new Map(), group: new Map() }
  for (const schema of schemas)
    for (const node of schema.children)
      if (node.name in globals)
        globals[node.name as keyof Globals].set(
          `${schema.attributes['targetNamespace'] ?? ''} ${node.attributes['name']}`,
          { node, schema },
        )

  const spaceOf = (schema: XmlNode) => schema.attributes['targetNamespace'] ?? ''

  function partOf({ node, schema }: Global, isGlobal = false): Part | undefined {
    const { ref, name, type, minOccurs = '1', maxOccurs = '1', nillable, form } = node.attributes
    const occurs = { many: maxOccurs !== '1' && maxOccurs !== '0', optional: minOccurs === '0' }
    if (ref !== undefined) {
      const target = element(qualified(node, ref))
      return target && { ...target, ...occurs }
    }
    if (name === undefined) return undefined
    return {
      name,
      space: spaceOf(schema),
      qualified: isGlobal || (form ?? schema.attributes['elementFormDefault']) === 'qualified',
      ...occurs,
      nillable: nillable === 'true',
      type: () => (type === undefined ? inlineShape({ node, schema }) : namedShape(qualified(node, type))),
    }
  }

  const inlineShape = ({ node, schema }: Global): Shape => {
    const complex = childOf(node, 'complexType')
    if (complex) return shapeOf({ node: complex, schema })
    const simple = childOf(node, 'simpleType')
    return simple ? { ...nothing, simple: baseOf({ node: simple, schema }) } : nothing
  }

  function namedShape(type: Qualified, depth = 0): Shape {
    if (type.space === xsd || depth > deepest) return { ...nothing, simple: type.name }
    const key = `${type.space} ${type.name}`
    const complex = globals.complexType.get(key)
    if (complex) return shapeOf(complex, depth)
    const simple = globals.simpleType.get(key)
    return simple ? { ...nothing, simple: baseOf(simple, depth) } : nothing
  }

  /** The type of XML Schema that a simple type narrows. */
  function baseOf({ node }: Global, depth = 0): string {
    const restriction = childOf(node, 'restriction')
    const base = restriction?.attributes['base']
    if (base === undefined || depth > deepest) return 'string'
    const type = qualified(restriction!, base)
    if (type.space === xsd) return type.name
    const next = globals.simpleType.get(`${type.space} ${type.name}`)
    return next ? baseOf(next, depth + 1) : 'string'
  }

  function shapeOf({ node, schema }: Global, depth = 0): Shape {
    const attributes = childrenOf(node, 'attribute').flatMap((one) => one.attributes['name'] ?? [])
    const content = childOf(node, 'complexContent') ?? childOf(node, 'simpleContent')
    const derived = content && (childOf(content, 'extension') ?? childOf(content, 'restriction'))
    if (derived) {
      const base = namedShape(qualified(derived, derived.attributes['base'] ?? ''), depth + 1)
      const own = shapeOf({ node: { ...derived, attributes: {} }, schema }, depth + 1)
      const isRestriction = derived.name === 'restriction' && content.name === 'complexContent'
      return {
        simple: base.simple,
        parts: isRestriction ? own.parts : [...base.parts, ...own.parts],
        attributes: [...base.attributes, ...own.attributes],
      }
    }
    const parts = node.children.flatMap((child) => particles({ node: child, schema }, {}, depth))
    return { simple: 'string', parts, attributes }
  }

  function particles({ node, schema }: Global, outer: { many?: boolean; optional?: boolean }, depth: number): Part[] {
    const { minOccurs, maxOccurs = '1', ref } = node.attributes
    if (node.name === 'element') {
      const part = partOf({ node, schema })
      return part
        ? [{ ...part, many: part.many || outer.many === true, optional: part.optional || outer.optional === true }]
        : []
    }
    if (depth > deepest) return []
    const inside = {
      many: outer.many === true || (maxOccurs !== '1' && maxOccurs !== '0'),
      optional: outer.optional === true || minOccurs === '0' || node.name === 'choice',
    }
    if (node.name === 'group' && ref !== undefined) {
      const { space, name } = qualified(node, ref)
      const group = globals.group.get(`${space} ${name}`)
      return group
        ? group.node.children.flatMap((child) => particles({ node: child, schema: group.schema }, inside, depth + 1))
        : []
    }
    if (!['sequence', 'all', 'choice'].includes(node.name)) return []
    return node.children.flatMap((child) => particles({ node: child, schema }, inside, depth + 1))
  }

  function element({ space, name }: Qualified): Part | undefined {
    const found = globals.element.get(`${space} ${name}`)
    return found && partOf(found, true)
  }

  return { element, namedShape }
}

/** What a value such as `tns:Order` means where it stands. */
export function qualified(node: XmlNode, value: string): Qualified {
  const [prefix, name] = value.includes(':') ? (value.split(':', 2) as [string, string]) : ['', value]
  return { name, space: node.prefixes[prefix] ?? '' }
}
