import * as library from 'xpath'
import { z } from 'zod'
import { named } from '@weft/kit/define/settings.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, Refused, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { xmlDocument, type XmlPart } from '@weft/kit/xml/xml-document.ts'
import { expressionIn, refuseExpression } from './expression.ts'

const texts = defineMessages({
  xml: { en: '“{value}” is not well-formed XML.', de: '„{value}“ ist kein wohlgeformtes XML.' },
  long: {
    en: 'This XPath expression looks at too many parts of the document.',
    de: 'Dieser XPath-Ausdruck sieht sich zu viele Teile des Dokuments an.',
  },
})
/** Steps from one part of a document to another that one expression may take for one record. */
const most = 500_000

type Result = { stringValue(): string; booleanValue(): boolean; toArray?(): XmlPart[] }
type Expression = {
  evaluate(context: {
    node: XmlPart
    namespaces: Record<string, string>
    functions: object
    allowAnyNamespaceForNoPrefix: boolean
  }): Result
}
// Its types leave out what parses an expression once, and how it is exported depends on who loads it.
type Library = { parse(expression: string): Expression; XBoolean: new () => object }
const { parse, XBoolean } = ((library as { default?: unknown }).default ?? library) as Library

const expression = expressionIn('XPath', parse)

/** W3C XML Path Language (XPath) 1.0. */
export const xpath = defineTransformer({
  key: 'xpath',
  group: 'object',
  icon: 'IconFileTypeXml',
  takes: ['text'],
  options: z.strictObject({
    expression,
    result: z.enum(['first', 'all']).default('first'),
    namespaces: z
      .array(
        z.strictObject({
          prefix: named(z.string().min(1).max(60), 'Prefix', 'Präfix'),
          uri: named(z.string().min(1).max(500), 'Namespace', 'Namensraum'),
        }),
      )
      .max(50)
      .default([]),
  }),
  gives: ({ result }) => (result === 'all' ? 'list' : 'any'),
  apply: ({ expression, result, namespaces }) => {
    const parsed = parse(expression)
    const known = Object.fromEntries(namespaces.map(({ prefix, uri }) => [prefix, uri]))
    return (xml) => {
      let left = most
      const reads = { count: () => void (left-- > 0 || refuse(texts.long())) }
      const found = evaluated(parsed, { node: documentOf(xml, reads), known })
      if (!found.toArray) {
        const value = found instanceof XBoolean ? found.booleanValue() : found.stringValue()
        return result === 'all' ? [value] : value
      }
      const values = found.toArray().map((part) => part.text)
      return result === 'all' ? values : (values[0] ?? null)
    }
  },
  labels: {
    title: { en: 'XPath', de: 'XPath' },
    help: {
      en: 'Takes out of XML text what an XPath expression such as //line[qty > 1]/@sku finds. A name without a prefix is found in every namespace.',
      de: 'Nimmt aus einem XML-Text, was ein XPath-Ausdruck wie //line[qty > 1]/@sku findet. Ein Name ohne Präfix wird in jedem Namensraum gefunden.',
    },
    fields: {
      expression: { en: 'Expression', de: 'Ausdruck' },
      result: {
        label: { en: 'Result', de: 'Ergebnis' },
        options: {
          first: { en: 'The first that is found', de: 'Der erste Fund' },
          all: { en: 'All, as a list', de: 'Alle, als Liste' },
        },
      },
      namespaces: { en: 'Namespaces', de: 'Namensräume' },
    },
  },
  examples: [
    {
      takes: ['<order><line sku="a"><qty>1</qty></line><line sku="b"><qty>3</qty></line></order>'],
      options: { expression: '//line[qty > 1]/@sku' },
      gives: 'b',
    },
    {
      takes: ['<o><n>a</n><n><![CDATA[b & c]]></n></o>'],
      options: { expression: '/o/n', result: 'all' },
      gives: ['a', 'b & c'],
    },
    { takes: ['<o><n>1</n><n>2.5</n></o>'], options: { expression: 'sum(//n)' }, gives: '3.5' },
    { takes: ['<o><n>1</n></o>'], options: { expression: 'count(//n) = 1' }, gives: true },
    {
      takes: ['<Invoice xmlns="urn:a" xmlns:b="urn:b"><b:ID>7</b:ID></Invoice>'],
      options: { expression: '/Invoice/x:ID', namespaces: [{ prefix: 'x', uri: 'urn:b' }] },
      gives: '7',
    },
    { takes: ['<o/>'], options: { expression: '//n' }, gives: null },
    { takes: ['<o>'], options: { expression: '//n' }, refuses: '“<o>” is not well-formed XML.' },
  ],
})

function documentOf(xml: string, reads: { count(): void }): XmlPart {
  try {
    return xmlDocument(xml, reads)
  } catch {
    return refuse(texts.xml({ value: shown(xml) }))
  }
}

function evaluated(parsed: Expression, { node, known }: { node: XmlPart; known: Record<string, string> }): Result {
  try {
    return parsed.evaluate({ node, namespaces: known, functions: {}, allowAnyNamespaceForNoPrefix: true })
  } catch (error) {
    if (error instanceof Refused) throw error
    return refuseExpression('XPath', error)
  }
}
