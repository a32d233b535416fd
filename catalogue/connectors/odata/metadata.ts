import type { FoundField } from '@weft/kit/define/connector-session.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { childOf, childrenOf, elementsOf, type XmlNode } from '@weft/kit/xml/xml-tree.ts'

const texts = defineMessages({
  none: {
    en: 'What {url} answers is no description of an OData service: it has no entity container.',
    de: 'Was {url} antwortet, beschreibt keinen OData-Dienst: Es gibt keinen Entitätscontainer.',
  },
})

export type EntityField = FoundField & {
  /** Of the service: `Edm.Decimal`. */
  edm: string
}
export type EntitySet = { name: string; fields: EntityField[]; key: string[]; tracksChanges: boolean }

type Types = { entities: Map<string, XmlNode>; enums: Set<string> }

/** The entity sets a service describes in its `$metadata`. */
export function entitySets(root: XmlNode, url: string): EntitySet[] {
  const types: Types = { entities: new Map(), enums: new Set() }
  for (const schema of elementsOf(root, 'Schema'))
    for (const space of [schema.attributes['Namespace'], schema.attributes['Alias']])
      if (space !== undefined) {
        for (const node of childrenOf(schema, 'EntityType'))
          types.entities.set(`${space}.${node.attributes['Name']}`, node)
        for (const node of childrenOf(schema, 'EnumType')) types.enums.add(`${space}.${node.attributes['Name']}`)
      }
  const containers = [...elementsOf(root, 'EntityContainer')]
  if (containers.length === 0) throw new Invalid('ANSWER_INVALID', texts.none({ url }))
  return containers
    .flatMap((container) => childrenOf(container, 'EntitySet'))
    .flatMap((set) => {
      const { Name: name, EntityType: type } = set.attributes
      const chain = lineage(types, type ?? '')
      if (name === undefined || chain.length === 0) return []
      const key = chain.flatMap((one) =>
        childrenOf(childOf(one, 'Key') ?? one, 'PropertyRef').flatMap(({ attributes }) => attributes['Name'] ?? []),
      )
      const fields = chain.flatMap((one) => childrenOf(one, 'Property').flatMap((property) => fieldOf(types, property)))
      return [{ name, fields, key, tracksChanges: tracksChanges(set) }]
    })
}

/** A type and those it is based on, the basis first. Who is based on themselves is not followed. */
function lineage({ entities }: Types, name: string, below: ReadonlySet<string> = new Set()): XmlNode[] {
  const node = entities.get(name)
  if (!node || below.has(name)) return []
  const base = node.attributes['BaseType']
  return [...(base === undefined ? [] : lineage({ entities, enums: new Set() }, base, new Set([...below, name]))), node]
}

const tracksChanges = (set: XmlNode) =>
  childrenOf(set, 'Annotation').some(
    ({ attributes, children }) =>
      attributes['Term'] === 'Org.OData.Capabilities.V1.ChangeTracking' &&
      children.some((record) =>
        childrenOf(record, 'PropertyValue').some(
          (one) => one.attributes['Property'] === 'Supported' && one.attributes['Bool'] === 'true',
        ),
      ),
  )

const exact: Record<string, FoundField['type']> = {
  'Edm.Boolean': 'boolean',
  'Edm.Byte': 'integer',
  'Edm.SByte': 'integer',
  'Edm.Int16': 'integer',
  'Edm.Int32': 'integer',
  'Edm.Int64': 'big_integer',
  'Edm.Decimal': 'decimal',
  'Edm.Double': 'decimal',
  'Edm.Single': 'decimal',
  'Edm.Guid': 'uuid',
  'Edm.Date': 'date',
  'Edm.DateTime': 'date_time',
  'Edm.DateTimeOffset': 'date_time',
  'Edm.TimeOfDay': 'time',
  'Edm.Time': 'time',
  'Edm.Duration': 'text',
  'Edm.Binary': 'long_text',
}

function fieldOf({ enums }: Types, { attributes }: XmlNode): EntityField[] {
  const { Name: name, Type: edm = 'Edm.String', Nullable, MaxLength, Precision, Scale } = attributes
  if (name === undefined || edm === 'Edm.Stream') return []
  const length = number(MaxLength)
  const text = length !== undefined && length <= 191 ? 'text' : 'long_text'
  const type = edm === 'Edm.String' ? text : enums.has(edm) ? 'text' : (exact[edm] ?? 'json')
  const isDecimal = type === 'decimal' && edm === 'Edm.Decimal'
  return [
    {
      name,
      edm,
      type,
      native: edm.replace(/^Edm\./, ''),
      nullable: Nullable !== 'false',
      ...(edm === 'Edm.String' && length !== undefined && { length }),
      ...(isDecimal && number(Precision) !== undefined && { precision: number(Precision) }),
      ...(isDecimal && number(Scale) !== undefined && { scale: number(Scale) }),
    },
  ]
}

const number = (text: string | undefined) => (text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : undefined)
