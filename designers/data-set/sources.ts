import type { DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'

export type KnownStructure = { id: string; label: string; table_name: string; fields: StructureField[] }
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
export function dataSetSources({ structures, lists }: DataSetDefinition, known: KnownStructure[]): DataSetSource[] {
  const sources: DataSetSource[] = structures.map(({ as, structure_id }) => {
    const structure = known.find(({ id }) => id === structure_id)
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

/** The definition without a source, and without everything that spoke of it. */
export function withoutSource(definition: DataSetDefinition, as: string): DataSetDefinition {
  const gone = new Set([as])
  for (const list of definition.lists) if (gone.has(list.of)) gone.add(list.as)
  const fields = definition.fields.filter(({ of }) => !gone.has(of))
  const names = new Set(fields.map(({ name }) => name))
  return {
    ...definition,
    structures: definition.structures.filter((one) => !gone.has(one.as)),
    lists: definition.lists.filter((one) => !gone.has(one.as)),
    fields,
    filters: definition.filters.filter(({ of }) => !gone.has(of)),
    having: definition.having.filter(({ field }) => names.has(field)),
    sort: definition.sort.filter(({ field }) => names.has(field)),
  }
}

/** Renames what comes out everywhere it is spoken of. */
export function renameOutput(definition: DataSetDefinition, i: number, name: string): DataSetDefinition {
  const before = definition.fields[i]!.name
  const follow = <T extends { field: string }>(list: T[]) =>
    list.map((one) => (one.field === before ? { ...one, field: name } : one))
  return {
    ...definition,
    fields: definition.fields.map((one, n) => (n === i ? { ...one, name } : one)),
    having: follow(definition.having),
    sort: follow(definition.sort),
  }
}

/** Another structure for a source: what it does not know goes; with nothing left, its own plain fields come, and standing alone its own short name. */
export function withStructure(definition: DataSetDefinition, i: number, structure: KnownStructure): DataSetDefinition {
  const before = definition.structures[i]!.as
  const stays = ({ of, field }: { of: string; field: string }) =>
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
    structures: definition.structures.map((one, n) => (n === i ? { ...one, as, structure_id: structure.id } : one)),
    fields,
    filters: as === before ? definition.filters.filter(stays) : [],
    having: definition.having.filter(({ field }) => names.has(field)),
    sort: definition.sort.filter(({ field }) => names.has(field)),
  }
}
