import { SaxesParser } from 'saxes'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  wrong: { en: '“{value}” is not well-formed XML.', de: '„{value}“ ist kein wohlgeformtes XML.' },
})
const deepest = 100

export const parseXml = defineTransformer({
  key: 'parse_xml',
  group: 'object',
  icon: 'IconFileTypeXml',
  takes: ['text'],
  options: z.strictObject({}),
  gives: 'object',
  apply: () => (text) => {
    try {
      return objectOf(text)
    } catch {
      return refuse(texts.wrong({ value: shown(text) }))
    }
  },
  labels: {
    title: { en: 'Read XML', de: 'XML lesen' },
    help: {
      en: 'Makes an object of XML text: elements become fields, repeated ones lists, attributes begin with @, text beside them is #text.',
      de: 'Macht aus XML-Text ein Objekt: Elemente werden Felder, wiederholte Listen, Attribute beginnen mit @, Text daneben heißt #text.',
    },
    fields: {},
  },
  examples: [
    {
      takes: ['<order id="7"><line>a</line><line>b</line><note/></order>'],
      gives: { order: { '@id': '7', line: ['a', 'b'], note: null } },
    },
    { takes: ['<p lang="de">Gr&#252;&#223;e</p>'], gives: { p: { '@lang': 'de', '#text': 'Grüße' } } },
    { takes: ['<a><b></a>'], refuses: '“<a><b></a>” is not well-formed XML.' },
    {
      takes: ['<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>'],
      refuses: '“<!DOCTYPE a [<!ENTITY x "y">]><a>&x;</a>” is not well-formed XML.',
    },
  ],
})

type Node = { name: string; fields: Map<string, unknown>; text: string }

function objectOf(xml: string): Record<string, unknown> {
  const root: Node = { name: '', fields: new Map(), text: '' }
  const open = [root]
  const parser = new SaxesParser()
  parser.on('error', (error) => {
    throw error
  })
  parser.on('opentag', ({ name, attributes }) => {
    if (open.length > deepest) throw new Error('too deep')
    open.push({ name, fields: new Map(Object.entries(attributes).map(([key, value]) => [`@${key}`, value])), text: '' })
  })
  const addText = (text: string) => {
    open.at(-1)!.text += text
  }
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.on('closetag', () => {
    const node = open.pop()!
    put(open.at(-1)!.fields, node.name, valueOf(node))
  })
  parser.write(xml).close()
  return Object.fromEntries(root.fields)
}

function valueOf({ fields, text }: Node): unknown {
  const trimmed = text.trim()
  if (fields.size === 0) return trimmed === '' ? null : trimmed
  if (trimmed !== '') fields.set('#text', trimmed)
  return Object.fromEntries(fields)
}

function put(fields: Map<string, unknown>, name: string, value: unknown) {
  const there = fields.get(name)
  if (!fields.has(name)) fields.set(name, value)
  else if (Array.isArray(there)) there.push(value)
  else fields.set(name, [there, value])
}
