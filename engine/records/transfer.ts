import { parseJson } from '@weft/kit/define/parse-json.ts'
import { createHash } from 'node:crypto'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { isNested, type Structure } from './structure.ts'

/** A record as texts no database has an own way of writing: the id, the fields in their order, then the system columns. */
type TextRow = (string | null)[]
export type Version = {
  id: string
  version: number
  operation: string
  row: string
  replaced_at: string
  by: string | null
  undone: boolean
}
/** Which batches a project's jobs have written, and who may write for them. */
export type Markers = {
  writers: { job: string; step: string; attempt: number }[]
  batches: { job: string; step: string; batch: string; outcome: string; written_at: string }[]
}

/** What moving records from one database to another needs of both. Every verb that writes may be repeated. */
export type Transfer = {
  /** Records in the order of their ids, from behind one, as many at once as fit. */
  dump(structure: Structure, after: string): AsyncIterable<TextRow[]>
  load(structure: Structure, rows: TextRow[]): Promise<void>
  /** The highest id there is, `0` without any. */
  lastId(structure: Structure): Promise<string>
  count(structure: Structure): Promise<number>
  /** The id the next new record gets. */
  nextId(structure: Structure): Promise<string>
  setNextId(structure: Structure, next: string): Promise<void>
  versions(structure: Structure): AsyncIterable<Version[]>
  /** Takes the place of whatever was there. */
  putVersions(structure: Structure, versions: AsyncIterable<Version[]>): Promise<void>
  markers(project_id: string): Promise<Markers>
  putMarkers(project_id: string, markers: Markers): Promise<void>
}

const system = ['boolean', 'integer', 'uuid', 'date_time', 'date_time'] as const
/** The columns of a record on its way, with what their texts look like. */
export const transferred = ({ fields }: Structure): { name: string; field: StructureField }[] => [
  { name: '_id', field: { type: 'big_integer' } as StructureField },
  ...fields.map((field) => ({ name: field.name, field })),
  ...['_dirty', '_version', '_job_id', '_created_at', '_updated_at'].map((name, i) => ({
    name,
    field: { type: system[i] } as StructureField,
  })),
]

/** Two databases that hold the same records give the same sum, however they write numbers and JSON. */
export function checksumOf(structure: Structure) {
  const sum = createHash('sha256')
  const columns = transferred(structure).map(({ field }) => plainOf(field))
  return {
    add(rows: TextRow[]) {
      for (const row of rows)
        sum.update(`${JSON.stringify(row.map((text, i) => (text === null ? null : columns[i]!(text))))}\n`)
    },
    hex: () => sum.digest('hex'),
  }
}

function plainOf(field: StructureField): (text: string) => string {
  if (field.type === 'decimal' || field.type === 'time')
    return (text) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
  return isNested(field) ? (text) => JSON.stringify(parseJson(text), ordered) : (text) => text
}

/** A replacer of JSON that writes the fields of objects in the order of their names. */
export const ordered = (_: string, value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
    : value
