import {
  isGroup,
  originOf,
  type DataSetColumn,
  type DataSetQuestion,
  type DataSetSourceDefinition,
  type Filter,
  type Origin,
} from '@weft/kit/define/data-set.ts'
import { plainField, type StructureField } from '@weft/kit/define/structure.ts'

/** What a source can be: a structure unless `origin` says another data set or an earlier stage. */
export type KnownStructure = {
  id: string
  label: string
  table_name: string
  fields: StructureField[]
  origin?: Origin
}

/** What a source is, by its id. */
export const idOf = (source: DataSetSourceDefinition): string => source[originOf(source)] ?? ''
export const sourceOf = ({ id, origin = 'structure_id' }: KnownStructure): Pick<DataSetSourceDefinition, Origin> => ({
  [origin]: id,
})

/** The columns of an answer, as fields of what reads it. */
export const fieldsOfAnswer = (columns: readonly DataSetColumn[]): StructureField[] =>
  columns.map(({ name, label, type }) => ({ ...plainField, id: name, name, type, ...(label !== name && { label }) }))

/** What a question answers, as far as it can be known without asking it. */
export function columnsOfQuestion({ fields }: DataSetQuestion, sources: DataSetSource[]): DataSetColumn[] {
  const typeAt = (of: string | undefined, path = '') =>
    fieldAt(sources.find((source) => source.as === of)?.fields ?? [], path)?.type ?? 'text'
  return fields.map(({ name, label = name, of, field, formula, function: aggregate, truncate }) => {
    const own = formula === undefined ? typeAt(of, field) : 'decimal'
    const type = aggregate?.startsWith('count')
      ? 'big_integer'
      : aggregate === 'sum' || aggregate === 'avg'
        ? 'decimal'
        : truncate && truncate !== 'hour'
          ? 'date'
          : own
    return { name, label, type, aggregated: aggregate !== undefined }
  })
}
/** Where fields come from: a structure, or a list unfolded. */
export type DataSetSource = { as: string; title: string; fields: StructureField[]; isList: boolean }
/** A field somewhere, as one choice: `orders/address.city`. */
export type FieldChoice = {
  value: string
  label: string
  alias?: string
  of: string
  field: string
  type: StructureField['type']
}

/** The sources of a definition in their order; later ones may speak of earlier ones. */
export function dataSetSources(
  { structures, lists }: Pick<DataSetQuestion, 'structures' | 'lists'>,
  known: KnownStructure[],
): DataSetSource[] {
  const sources: DataSetSource[] = structures.map((source) => {
    const { as } = source
    const structure = known.find(({ id }) => id === idOf(source))
    return { as, title: structure?.label ?? as, fields: structure?.fields ?? [], isList: false }
  })
  for (const { as, of, field } of lists) {
    const found = fieldAt(sources.find((source) => source.as === of)?.fields ?? [], field)
    sources.push({ as, title: `${as} (${field})`, fields: found?.fields ?? [], isList: true })
  }
  return sources
}

function fieldAt(fields: StructureField[], path: string): StructureField | undefined {
  let found: StructureField | undefined
  let among: StructureField[] | undefined = fields
  for (const part of path.split('.')) {
    found = among?.find(({ name }) => name === part)
    among = found?.fields
  }
  return found
}

/** Every field of a source; those inside objects by their path, entries of a plain list as `value`. */
export function choicesOf({ as, fields, isList }: DataSetSource): FieldChoice[] {
  if (isList && fields.length === 0)
    return [{ value: `${as}/value`, label: 'value', of: as, field: 'value', type: 'text' }]
  const within = (list: StructureField[], before: string): FieldChoice[] =>
    list.flatMap(({ name, label, alias, type, fields: inner }) => [
      {
        ...{
          value: `${as}/${before}${name}`,
          label: before + (label ?? name),
          of: as,
          field: `${before}${name}`,
          type,
        },
        ...(alias && { alias }),
      },
      ...(type === 'object' ? within(inner ?? [], `${before}${name}.`) : []),
    ])
  return within(fields, '')
}

/** What a field is called where it is chosen: with its alias, where that says more. */
export const titleOf = ({ label, alias }: Pick<FieldChoice, 'label' | 'alias'>) =>
  alias === undefined || alias.toLowerCase() === label.toLowerCase() ? label : `${label} (${alias})`

export function splitChoice(value: string) {
  const at = value.indexOf('/')
  return { of: value.slice(0, at), field: value.slice(at + 1) }
}

/** A short name nobody has yet: `orders`, `orders_2`. */
export function freshName(wish: string, taken: readonly string[], longest = 31): string {
  const base =
    wish
      .toLowerCase()
      .replaceAll(/\W+/g, '_')
      .replace(/^[^a-z]+/, '')
      .slice(0, longest - 3) || 'field'
  for (let n = 1; ; n++) {
    const name = n === 1 ? base : `${base}_${n}`
    if (!taken.includes(name)) return name
  }
}

/** The conditions that stay, groups without any left out. */
export const keptFilters = <C extends object>(filters: Filter<C>[], stays: (comparison: C) => boolean): Filter<C>[] =>
  filters.flatMap((filter): Filter<C>[] => {
    if (!isGroup<C>(filter)) return stays(filter) ? [filter] : []
    const kept = keptFilters(filter.filters, stays)
    return kept.length > 0 ? [{ ...filter, filters: kept }] : []
  })

/** The conditions with each comparison changed. */
const changedFilters = <C extends object>(filters: Filter<C>[], change: (comparison: C) => C): Filter<C>[] =>
  filters.map((filter) =>
    isGroup<C>(filter) ? { ...filter, filters: changedFilters(filter.filters, change) } : change(filter),
  )

/** The question without a source, and without everything that spoke of it. */
export function withoutSource<Q extends DataSetQuestion>(definition: Q, as: string): Q {
  const gone = new Set([as])
  for (const list of definition.lists) if (gone.has(list.of)) gone.add(list.as)
  const fields = definition.fields.filter(({ of }) => of === undefined || !gone.has(of))
  const names = new Set(fields.map(({ name }) => name))
  return {
    ...definition,
    structures: definition.structures.filter((one) => !gone.has(one.as)),
    lists: definition.lists.filter((one) => !gone.has(one.as)),
    fields,
    filters: keptFilters(definition.filters, ({ of }) => !gone.has(of)),
    having: keptFilters(definition.having, ({ field }) => names.has(field)),
    sort: definition.sort.filter(({ field }) => names.has(field)),
  }
}

/** Renames what comes out everywhere it is spoken of. */
export function renameOutput<Q extends DataSetQuestion>(definition: Q, i: number, name: string): Q {
  const before = definition.fields[i]!.name
  const follow = <T extends { field: string }>(one: T): T => (one.field === before ? { ...one, field: name } : one)
  return {
    ...definition,
    fields: definition.fields.map((one, n) => (n === i ? { ...one, name } : one)),
    having: changedFilters(definition.having, follow),
    sort: definition.sort.map(follow),
  }
}

/** Another structure for a source: what it does not know goes; with nothing left, its own plain fields come, and standing alone its own short name. */
export function withStructure<Q extends DataSetQuestion>(definition: Q, i: number, structure: KnownStructure): Q {
  const before = definition.structures[i]!.as
  const stays = ({ of, field = '' }: { of?: string | undefined; field?: string | undefined }) =>
    of !== before || fieldAt(structure.fields, field) !== undefined
  const gone = definition.lists.find((list) => !stays(list))
  if (gone) return withStructure(withoutSource(definition, gone.as), i, structure)
  const kept = definition.fields.filter(stays)
  const as = kept.length === 0 && definition.structures.length === 1 ? freshName(structure.table_name, []) : before
  const plain = structure.fields.filter(({ type }) => !['object', 'list', 'json'].includes(type)).slice(0, 8)
  const fields =
    kept.length > 0 ? kept : plain.map(({ name, label }) => ({ name, of: as, field: name, ...(label && { label }) }))
  const names = new Set(fields.map(({ name }) => name))
  return {
    ...definition,
    structures: definition.structures.map(({ join }, n) =>
      n === i ? { as, ...sourceOf(structure), ...(join && { join }) } : definition.structures[n]!,
    ),
    fields,
    filters: as === before ? keptFilters(definition.filters, stays) : [],
    having: keptFilters(definition.having, ({ field }) => names.has(field)),
    sort: definition.sort.filter(({ field }) => names.has(field)),
  }
}
