import type { FileColumn, ImportMode } from '@weft/kit/define/file-columns.ts'
import type { ModelField } from '@weft/kit/define/model.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { structureFields } from '../models/propose.ts'
import type { MappedStructure } from './check/fields.ts'
import { letters } from './import-fields.ts'
import { suggestConnections } from './suggest.ts'

/** A column of a file with the field it most likely belongs to. `earlier`: it went there before. */
export type ProposedColumn = FileColumn & { by: 'earlier' | 'name' | 'meaning' | null }
export type ProposedImport = { columns: ProposedColumn[]; mode: ImportMode; key: string[] }

type Asked = {
  found: readonly ModelField[]
  samples: readonly DataRecord[]
  structure: MappedStructure
  /** What earlier imports have assigned, the newest first. */
  earlier: readonly { column: string; field: string }[]
}

/** Which column goes into which field: as in earlier imports, by equal names, and then by what the mapper suggests. */
export function proposeImport({ found, samples, structure, earlier }: Asked): ProposedImport {
  const chosen = new Map<ModelField, { field: StructureField; by: ProposedColumn['by'] }>()
  const free = () => structure.fields.filter((field) => ![...chosen.values()].some((one) => one.field === field))
  const take = (column: ModelField, by: ProposedColumn['by'], suits: (field: StructureField) => boolean) => {
    if (chosen.has(column)) return
    const field = free().find((one) => isAssignable(column, one) && suits(one))
    if (field) chosen.set(column, { field, by })
  }
  for (const column of found) {
    const before = earlier.find((one) => one.column === column.original_name)
    if (before) take(column, 'earlier', ({ name }) => name === before.field)
  }
  for (const namesOf of [ownNames, otherNames])
    for (const column of found)
      take(column, 'name', (field) => namesOf(field).some((name) => letters(name) === letters(column.original_name)))
  const sources = structureFields(
    found.map((column) => ({ ...column, include: true })),
    [],
    undefined,
  )
  const connections = [...chosen].map(([column, { field }]) => ({
    id: crypto.randomUUID(),
    source_field_id: sources[found.indexOf(column)]!.id,
    target_field_id: field.id,
  }))
  const source = { id: '', label: '', fields: sources.map((field) => ({ ...field, fields: undefined })) }
  const target = { ...structure, fields: structure.fields.map((field) => ({ ...field, fields: undefined })) }
  const named = samples.map((record) =>
    Object.fromEntries(found.map(({ name, original_name }) => [name, record[original_name]])),
  )
  for (const one of suggestConnections(source, target, { connections, transformers: [] }, { samples: named })) {
    const column = found[sources.findIndex(({ id }) => id === one.source_field_id)]
    if (column) take(column, 'meaning', ({ id }) => id === one.target_field_id)
  }
  // The only date that is left, on both sides, is that one.
  const [day, ...otherDays] = found.filter((column) => !chosen.has(column) && isDay(column))
  const [target_day, ...otherTargets] = free().filter(isDay)
  if (day && target_day && otherDays.length + otherTargets.length === 0)
    take(day, 'meaning', (field) => field === target_day)
  const columns = found.map((column): ProposedColumn => {
    const own = chosen.get(column)
    return { found: column, field: own?.field.name ?? null, by: own?.by ?? null }
  })
  const assigned = structure.fields.filter(({ name }) => columns.some(({ field }) => field === name))
  const key = assigned.find(({ primary_key }) => primary_key) ?? assigned.find(({ unique }) => unique)
  return { columns, mode: key ? 'upsert' : 'insert', key: key ? [key.name] : [] }
}

const isDay = ({ type }: { type: StructureField['type'] }) => type === 'date' || type === 'date_time'
const ownNames = ({ name, label, alias }: StructureField) => [name, label ?? '', alias ?? '']
const otherNames = ({ original_name }: StructureField) => [original_name ?? '']

const nested = ['json', 'object', 'list']
/** Lists and objects go into fields that hold such, single values into the others. */
const isAssignable = (column: ModelField, field: StructureField) =>
  field.type === 'json'
    ? nested.includes(column.type)
    : nested.includes(field.type)
      ? column.type === field.type
      : !nested.includes(column.type)
