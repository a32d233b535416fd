import {
  fieldOfSource,
  furtherOrigin,
  mappingLimits,
  referredId,
  reservedOutputs,
  type FurtherSource,
  type MappingDefinition,
} from '@weft/kit/define/mapping.ts'
import { nearest } from '@weft/kit/define/nearest.ts'
import { plainField, type StructureField } from '@weft/kit/define/structure.ts'
import { fits } from '@weft/kit/define/value.ts'
import { inserted, type Message } from '@weft/kit/messages/messages.ts'
import { fieldPaths, type FieldPath, type MappedStructure } from './fields.ts'
import { texts, typeMessage, type Report } from './problems.ts'

/** A further source, ready to be looked up: everything by name. */
export type Join = Pick<FurtherSource, 'name' | 'of' | 'take' | 'order' | 'on_missing'> & {
  label: string
  /** What is compared: the way to a value in the record, and a field of the source. */
  on: { path: string[]; full_name: string; field: string }[]
  /** The fields that are used. */
  fields: string[]
}

export type Others = ReadonlyMap<string, MappedStructure>

/**
 * The main source with each further one as a field of its name, an object or a list: whatever follows knows one source only
 * (docs/decisions/0398-further-sources-stand-in-the-record.md).
 */
export function withFurther(
  source: MappedStructure,
  definition: Pick<MappingDefinition, 'sources'>,
  others: Others,
  report: Report,
): { source: MappedStructure; joins: Join[] } {
  let all = source
  const joins: Join[] = []
  for (const further of definition.sources ?? []) {
    const other = others.get(referredId(further.of))
    const at = { on: 'further_source', id: further.name } as const
    const { name } = further
    if (all.fields.some((field) => field.name === name)) {
      report('error', 'source_name', texts.source_name({ name }), at)
      continue
    }
    if ((reservedOutputs as readonly string[]).includes(name))
      report('error', 'source_reserved', texts.source_reserved({ name }), at)
    if (!other) {
      report('error', 'source_gone', texts.source_gone({ name }), at)
      continue
    }
    const join = joinOf(further, other, fieldPaths(all), report)
    all = { ...all, fields: [...all.fields, asField(further, other)] }
    if (join) joins.push(join)
  }
  return { source: all, joins }
}

/** How a further source stands in a record. */
const asField = ({ name, take }: FurtherSource, { label, fields }: MappedStructure): StructureField => ({
  ...plainField,
  id: fieldOfSource(name),
  name,
  label,
  type: take === 'all' ? 'list' : 'object',
  fields: fields.map((field) => under(field, name)),
})

const under = (field: StructureField, name: string): StructureField => ({
  ...field,
  id: fieldOfSource(name, field.id),
  required: false,
  primary_key: false,
  ...(field.fields && { fields: field.fields.map((inner) => under(inner, name)) }),
})

function joinOf(
  further: FurtherSource,
  other: MappedStructure,
  places: ReadonlyMap<string, FieldPath>,
  report: Report,
): Join | undefined {
  const { name, of, take, on_missing } = further
  const at = { on: 'further_source', id: name } as const
  const fieldOf = (id: string) => {
    const found = other.fields.find((field) => field.id === id)
    if (!found)
      report(
        'error',
        'source_field_gone',
        withNearest(texts.source_field_gone({ name, field: id }), id, namesOf(other)),
        at,
      )
    return found
  }
  if (further.on.length === 0) report('open', 'source_on', texts.source_on({ name }), at)
  if (take === 'first' && further.order.length === 0) report('open', 'source_order', texts.source_order({ name }), at)
  for (const parameter of other.asks ?? []) report('error', 'source_asks', texts.source_asks({ name, parameter }), at)
  const on = further.on.map(({ source_field_id, field }) => {
    const [place, foreign] = [places.get(source_field_id), fieldOf(field)]
    if (!place) report('error', 'source_local_gone', texts.source_local_gone({ name }), at)
    else if (place.lists.length > 0 || place.type === 'list' || place.type === 'object')
      report('error', 'source_local_list', texts.source_local_list({ name, field: place.full_name }), at)
    else if (foreign && !comparable(place, foreign))
      report('error', 'type', typeMessage(place.type, valueTypeIn(foreign)), at)
    else if (foreign) return { path: place.path, full_name: place.full_name, field: foreign }
    return undefined
  })
  const order = further.order.map(({ field, descending }) => ({ field: fieldOf(field)?.name, descending }))
  if (on.length === 0 || on.includes(undefined) || order.some(({ field }) => field === undefined)) return undefined
  const sound = on as { path: string[]; full_name: string; field: StructureField }[]
  warnOfNoIndex(further, other, sound, report)
  return {
    ...{ name, of, take, on_missing, label: other.label },
    on: sound.map((one) => ({ ...one, field: one.field.name })),
    order: take === 'only' ? [] : (order as Join['order']),
    fields: [],
  }
}

const valueTypeIn = (field: StructureField) => fieldPaths({ id: '', label: '', fields: [field] }).get(field.id)!.type
const comparable = ({ type }: FieldPath, field: StructureField) => {
  const foreign = valueTypeIn(field)
  return foreign !== 'list' && foreign !== 'object' && (fits(type, foreign) || fits(foreign, type))
}

function warnOfNoIndex(
  { name, of }: FurtherSource,
  { label }: MappedStructure,
  on: readonly { field: StructureField }[],
  report: Report,
) {
  if ('data_set_id' in of || on.some(({ field }) => field.index || field.unique || field.primary_key)) return
  const field = on[0]!.field.name
  report('warning', 'source_index', texts.source_index({ name, field, label }), { on: 'further_source', id: name })
}

const namesOf = ({ fields }: MappedStructure) => fields.map(({ name }) => name)

/** A sentence about a name that is not there, and the one that is most like it. */
function withNearest(message: Message, wanted: string, names: readonly string[]): Message {
  const [name] = nearest(wanted, names)
  if (name === undefined) return message
  const both = { en: `${message.text.en} {nearest}`, de: `${message.text.de} {nearest}` }
  return inserted({ ...message, text: both }, 'nearest', texts.nearest({ name }))
}

/** An origin that is gone, and what it may have become. */
export function unknownOrigin(origin: string, source: ReadonlyMap<string, FieldPath>): Message {
  const further = furtherOrigin(origin)
  const name = further ? `${further.name}.${further.field}` : origin
  const known = [...source.values()].filter(({ field }) => furtherOrigin(field.id)?.name === further?.name)
  return withNearest(
    texts.origin_unknown({ name }),
    name,
    known.map(({ full_name }) => full_name),
  )
}

/** The joins with the fields that are used of each; one of which none is needed, and that keeps no record out, falls away. */
export function usedJoins(
  joins: readonly Join[],
  { connections, transformers, sources = [] }: MappingDefinition,
  others: Others,
  report: Report,
): Join[] {
  const origins = [
    ...connections.map(({ source_field_id }) => source_field_id),
    ...transformers.flatMap(({ inputs, conditions }) => [...inputs, ...conditions.map(({ field }) => field)]),
    ...sources.flatMap(({ on }) => on.map(({ source_field_id }) => source_field_id)),
  ].flatMap((origin) => (origin === null ? [] : (furtherOrigin(origin) ?? [])))
  return joins.flatMap((join) => {
    const { fields: all } = others.get(referredId(join.of))!
    const ids = origins.filter(({ name }) => name === join.name).map(({ field }) => field)
    const used = all.filter((field) => ids.some((id) => id === '' || holds(field, id)))
    if (ids.length === 0) {
      const at = { on: 'further_source', id: join.name } as const
      report('warning', 'source_unused', texts.source_unused({ name: join.name }), at)
      if (join.on_missing === 'empty' && join.take !== 'only') return []
    }
    return [{ ...join, fields: used.map(({ name }) => name) }]
  })
}

const holds = ({ id, fields = [] }: StructureField, wanted: string): boolean =>
  id === wanted || fields.some((inner) => holds(inner, wanted))

/** How many partners of a record are asked for: one more than may be there, so that too many show. */
export const mostPartners = { first: 1, only: 2, all: mappingLimits.partners + 1 } as const
