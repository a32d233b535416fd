import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { childOf, childrenOf, type XmlNode } from '@weft/kit/xml/xml-tree.ts'
import { qualified, schemaReader, type Part, type Qualified } from './schema.ts'

const texts = defineMessages({
  noWsdl: {
    en: 'This is no WSDL: its root is {name} and not definitions.',
    de: 'Das ist keine WSDL: Die Wurzel heißt {name} und nicht definitions.',
  },
  noPort: {
    en: 'The WSDL has no port for SOAP{port}.',
    de: 'Die WSDL hat keinen Port für SOAP{port}.',
  },
})

export type Operation = {
  name: string
  action: string
  version: '1.1' | '1.2'
  /** The element around what is sent, and what stands in it. */
  input: { wrapper: Qualified; parts: Part[]; attributes: string[] }
  output: { parts: Part[] }
}

const soapSpaces: Record<string, Operation['version']> = {
  'http://schemas.xmlsoap.org/wsdl/soap/': '1.1',
  'http://schemas.xmlsoap.org/wsdl/soap12/': '1.2',
}
const soapOf = (node: XmlNode, name: string) =>
  node.children.find((one) => one.name === name && one.space in soapSpaces)

/** The operations of one port of a description, whose documents are all loaded. */
export function operationsOf(documents: readonly XmlNode[], wantedPort = ''): Operation[] {
  const [root] = documents
  const definitions = documents.filter(({ name }) => name === 'definitions')
  if (!root || definitions.length === 0) throw new Invalid('WSDL_INVALID', texts.noWsdl({ name: root?.name ?? '' }))
  const all = (name: string) => definitions.flatMap((one) => childrenOf(one, name))
  const named = (name: string, { name: wanted }: Qualified) =>
    all(name).find((one) => one.attributes['name'] === wanted)
  const schemas = [
    ...all('types').flatMap((types) => childrenOf(types, 'schema')),
    ...documents.filter(({ name }) => name === 'schema'),
  ]
  const reader = schemaReader(schemas)

  const ports = all('service').flatMap((service) => childrenOf(service, 'port'))
  const candidates = ports.flatMap((port) => {
    const binding = named('binding', qualified(port, port.attributes['binding'] ?? ''))
    const soap = binding && soapOf(binding, 'binding')
    return soap && (wantedPort === '' || port.attributes['name'] === wantedPort) ? [{ binding, soap }] : []
  })
  const chosen = candidates.find(({ soap }) => soapSpaces[soap.space] === '1.1') ?? candidates[0]
  if (!chosen) throw new Invalid('WSDL_INVALID', texts.noPort({ port: wantedPort === '' ? '' : `: ${wantedPort}` }))
  const { binding, soap } = chosen
  const portType = named('portType', qualified(binding, binding.attributes['type'] ?? ''))

  return childrenOf(binding, 'operation').flatMap((bound) => {
    const name = bound.attributes['name']
    const abstract = portType && childrenOf(portType, 'operation').find((one) => one.attributes['name'] === name)
    if (name === undefined || !abstract) return []
    const own = soapOf(bound, 'operation')
    const style = own?.attributes['style'] ?? soap.attributes['style'] ?? 'document'
    const body = childOf(childOf(bound, 'input'), 'body')
    const messageParts = (direction: 'input' | 'output') => {
      const message = childOf(abstract, direction)?.attributes['message']
      const found =
        message === undefined ? undefined : named('message', qualified(childOf(abstract, direction)!, message))
      return found ? childrenOf(found, 'part') : []
    }
    const space = body?.attributes['namespace'] ?? binding.attributes['targetNamespace'] ?? ''
    const input =
      style === 'rpc' ? rpcInput(name, space, messageParts('input')) : documentPart(messageParts('input')[0])
    const output =
      style === 'rpc' ? { parts: rpcParts(messageParts('output')) } : documentPart(messageParts('output')[0])
    const action = own?.attributes['soapAction'] ?? ''
    return [{ name, action, version: soapSpaces[soap.space]!, input, output }]
  })

  function documentPart(part: XmlNode | undefined): Operation['input'] {
    const reference = part?.attributes['element']
    const element = reference === undefined ? undefined : reader.element(qualified(part!, reference))
    if (!element) return { wrapper: { name: '', space: '' }, parts: [], attributes: [] }
    const { parts, attributes } = element.type()
    return { wrapper: { name: element.name, space: element.space }, parts, attributes }
  }
  function rpcInput(name: string, space: string, parts: XmlNode[]): Operation['input'] {
    return { wrapper: { name, space }, parts: rpcParts(parts), attributes: [] }
  }
  function rpcParts(parts: XmlNode[]): Part[] {
    return parts.map((part) => {
      const { name = '', type = '', element } = part.attributes
      const global = element === undefined ? undefined : reader.element(qualified(part, element))
      if (global) return global
      const shape = () => reader.namedShape(qualified(part, type))
      return { name, space: '', qualified: false, many: false, optional: false, nillable: true, type: shape }
    })
  }
}

/** Where a document says that others belong to it. */
export const importsOf = (document: XmlNode): string[] => {
  const found: string[] = []
  const look = (node: XmlNode) => {
    if (node.name === 'import' || node.name === 'include') {
      const place = node.attributes['location'] ?? node.attributes['schemaLocation']
      if (place) found.push(place)
    }
    for (const child of node.children) if (['types', 'schema', 'import', 'include'].includes(child.name)) look(child)
  }
  look(document)
  return found
}
