import type { Connection } from 'mysql2'
import type mysql from 'mysql2/promise'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { isNested, type Structure } from '../structure.ts'

export type RowRequest = Pick<mysql.Pool | mysql.Connection, 'query'>

export const rows = async <T = DataRecord>(at: RowRequest, text: string): Promise<T[]> =>
  (await at.query<mysql.RowDataPacket[]>(text))[0] as T[]
/** Runs a statement and says how many rows it met. */
export const run = async (at: RowRequest, text: string): Promise<mysql.ResultSetHeader> =>
  (await at.query<mysql.ResultSetHeader>(text))[0]

/** The connection below, which hands over rows one after the other. */
export const streaming = (connection: mysql.Connection) =>
  (connection as mysql.PoolConnection).connection as unknown as Connection

const system: [string, StructureField['type']][] = [
  ['_dirty', 'boolean'],
  ['_created_at', 'date_time'],
  ['_updated_at', 'date_time'],
  ['replaced_at', 'date_time'],
  ['record', 'json'],
]
const systemDecoders = new Map(system.map(([name, type]) => [name, decoder({ type } as StructureField)!]))

/** Turns rows as the wire has them into records as PostgreSQL gives them. */
export function decoded(found: DataRecord[], fields: Iterable<[string, StructureField]>): DataRecord[] {
  const own = [...fields].flatMap(([name, field]) => {
    const decode = decoder(field)
    return decode ? [[name, decode] as const] : []
  })
  for (const row of found) {
    for (const [name, decode] of own) if (row[name] !== null && row[name] !== undefined) row[name] = decode(row[name])
    for (const [name, decode] of systemDecoders)
      if (name in row && row[name] !== null && !own.some(([taken]) => taken === name)) row[name] = decode(row[name])
  }
  return found
}

export const recordsOf = (structure: Structure, found: DataRecord[]) =>
  decoded(
    found,
    structure.fields.map((field) => [field.name, field]),
  )

function decoder(field: StructureField): ((value: unknown) => unknown) | undefined {
  if (field.type === 'boolean') return (value) => Number(value) !== 0
  if (field.type === 'date_time') return (value) => isoText(String(value))
  if (field.type === 'time') return (value) => withoutZeros(String(value))
  if (field.type === 'decimal' && field.precision === undefined) return (value) => withoutZeros(String(value))
  if (field.type === 'big_integer' && field.unsigned) return String
  if (isNested(field)) return (value) => parseJson(String(value))
  return undefined
}

const isoText = (text: string) => new Date(`${text.slice(0, 10)}T${text.slice(11, 23) || '00:00:00'}Z`).toISOString()
/** A number without bounds is kept with thirty places, a time with six, of which those at the end say nothing. */
const withoutZeros = (text: string) => (text.includes('.') ? text.replace(/\.?0+$/, '') : text)
