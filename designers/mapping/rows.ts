import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { valueTypeOf, type ValueType } from '@weft/kit/define/value.ts'

export type MappedStructure = { id: string; label: string; table_name: string; tree: StructureField[] }

/** A line of a field tree. */
export type Row = {
  id: string
  name: string
  full_name: string
  label: string
  type: ValueType
  depth: number
  parent?: string | undefined
  /** It has fields of its own. */
  group: boolean
  required: boolean
  key: boolean
  /** How to find its value in a sample record; a list is entered by its first entry. */
  path: { name: string; list: boolean }[]
}

/** The fields of a structure from top to bottom. */
export function rowsOf({ tree }: MappedStructure): Row[] {
  const walk = (fields: readonly StructureField[], parent?: Row): Row[] =>
    fields.flatMap((field) => {
      const row: Row = {
        id: field.id,
        name: field.name,
        full_name: parent ? `${parent.full_name}.${field.name}` : field.name,
        label: field.label ?? '',
        type: valueTypeOf[field.type],
        depth: parent ? parent.depth + 1 : 0,
        parent: parent?.id,
        group: (field.fields?.length ?? 0) > 0,
        required: field.required || field.primary_key,
        key: field.primary_key,
        path: [...(parent?.path ?? []), { name: field.name, list: field.type === 'list' }],
      }
      return [row, ...walk(field.fields ?? [], row)]
    })
  return walk(tree)
}

/** The value a record has in a field; of lists on the way the first entry counts. */
export function valueIn(record: DataRecord | undefined, { path }: Row): unknown {
  let here: unknown = record
  for (const [i, { name }] of path.entries()) {
    if (Array.isArray(here)) here = here[0]
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, name)) return undefined
    here = (here as DataRecord)[name]
    if (i === path.length - 1) return here
  }
  return here
}

/** Rows shown while a search is on and some groups are closed: a match brings the groups around it along. */
export function visibleRows(rows: readonly Row[], closed: ReadonlySet<string>, query: string): Row[] {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const wanted = query.trim().toLowerCase()
  const kept = new Set<string>()
  if (wanted)
    for (const row of rows) {
      if (!row.full_name.toLowerCase().includes(wanted) && !row.label.toLowerCase().includes(wanted)) continue
      for (let here: Row | undefined = row; here; here = here.parent === undefined ? undefined : byId.get(here.parent))
        kept.add(here.id)
    }
  const isHidden = ({ parent }: Row): boolean =>
    parent !== undefined && (closed.has(parent) || isHidden(byId.get(parent)!))
  return rows.filter((row) => (wanted ? kept.has(row.id) : !isHidden(row)))
}

/** For every field the line it stands at; fields of a closed group stand at the group. */
export function linesAt(rows: readonly Row[], visible: readonly Row[]): Map<string, number> {
  const index = new Map(visible.map((row, i) => [row.id, i]))
  const byId = new Map(rows.map((row) => [row.id, row]))
  const at = new Map<string, number>()
  for (const row of rows)
    for (let here: Row | undefined = row; here; here = here.parent === undefined ? undefined : byId.get(here.parent)) {
      const line = index.get(here.id)
      if (line === undefined) continue
      at.set(row.id, line)
      break
    }
  return at
}
