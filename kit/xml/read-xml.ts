import { SaxesParser } from 'saxes'

/** An element by its name without a prefix, with what stands in it. */
export type XmlNode = { name: string; text: string; children: XmlNode[] }

const deepest = 50

/** The root of a document that another system has written. Throws where it is not well-formed; entities of its own are none. */
export function readXml(xml: string): XmlNode {
  const top: XmlNode = { name: '', text: '', children: [] }
  const open = [top]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name }) => {
    if (open.length > deepest) throw new Error(`more than ${deepest} elements inside one another`)
    const node: XmlNode = { name: name.slice(name.indexOf(':') + 1), text: '', children: [] }
    open.at(-1)!.children.push(node)
    open.push(node)
  })
  const said = (text: string) => void (open.at(-1)!.text += text)
  parser.on('text', said)
  parser.on('cdata', said)
  parser.on('closetag', () => void open.pop())
  parser.write(xml).close()
  const [root] = top.children
  if (!root) throw new Error('no element')
  return root
}

export const childrenOf = (node: XmlNode, name: string) => node.children.filter((child) => child.name === name)
export const childOf = (node: XmlNode | undefined, name: string) => node?.children.find((child) => child.name === name)

/** The text of the element that is reached by these names; undefined where there is none. */
export const textAt = (node: XmlNode, ...names: string[]): string | undefined =>
  names.reduce<XmlNode | undefined>(childOf, node)?.text
