import { textOf } from '@weft/kit/define/compare.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { FoundField } from '@weft/kit/define/connector-session.ts'

/** A field as `fields_get` describes it. */
export type ModelField = {
  name: string
  type: string
  string?: unknown
  required?: unknown
  readonly?: unknown
  relation?: unknown
  selection?: unknown
  size?: unknown
}

const types: Record<string, FoundField['type']> = {
  boolean: 'boolean',
  integer: 'integer',
  biginteger: 'big_integer',
  float: 'decimal',
  numeric: 'decimal',
  date: 'date',
  datetime: 'date_time',
  timestamp: 'date_time',
  time: 'time',
  timedelta: 'decimal',
  char: 'text',
  selection: 'text',
  reference: 'text',
  text: 'long_text',
  fulltext: 'long_text',
  binary: 'long_text',
  many2one: 'integer',
  one2one: 'integer',
}

export const foundField = ({ name, type, required, selection }: ModelField): FoundField => {
  const values = Array.isArray(selection)
    ? selection.flatMap((one) => (Array.isArray(one) && typeof one[0] === 'string' && one[0] !== '' ? [one[0]] : []))
    : []
  return {
    name,
    type: types[type] ?? 'json',
    native: type,
    nullable: required !== true,
    ...(values.length > 0 && { values }),
    ...(name === 'id' && { generated: 'always' as const }),
  }
}

/** A value of Tryton as records carry it: its classes of JSON become text with all their digits. */
export function plain(value: unknown, type?: string): unknown {
  if (type === 'boolean' && (value === 0 || value === 1)) return value === 1
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => plain(one))
  const object = value as Record<string, unknown>
  const part = (name: string, digits = 2) => String(Number(textOf(object[name] ?? 0))).padStart(digits, '0')
  const fraction = Number(textOf(object['microsecond'] ?? 0)) > 0 ? `.${part('microsecond', 6)}` : ''
  const day = `${part('year', 4)}-${part('month')}-${part('day')}`
  const time = `${part('hour')}:${part('minute')}:${part('second')}${fraction}`
  switch (object['__class__']) {
    case undefined:
      return Object.fromEntries(Object.entries(object).map(([name, one]) => [name, plain(one)]))
    case 'Decimal':
      return textOf(object['decimal'])
    case 'date':
      return day
    case 'datetime':
      // The server keeps them in UTC.
      return `${day}T${time}Z`
    case 'time':
      return time
    case 'timedelta':
      return textOf(object['seconds'])
    case 'bytes':
      return textOf(object['base64'])
    default:
      return value
  }
}

export type FieldsOf = (model: string) => Promise<ReadonlyMap<string, ModelField>>

/** A record as Tryton takes it; lines below it become commands that make them. */
export async function taken(
  fields: ReadonlyMap<string, ModelField>,
  record: DataRecord,
  fieldsOf: FieldsOf,
): Promise<DataRecord> {
  const values: DataRecord = {}
  for (const [name, value] of Object.entries(record)) {
    if (name === 'id' || name === 'rec_name') continue
    const field = fields.get(name)
    values[name] = field ? await takenValue(field, value, fieldsOf) : value
  }
  return values
}

async function takenValue(field: ModelField, value: unknown, fieldsOf: FieldsOf): Promise<unknown> {
  if (value === null || value === undefined || value === '')
    return value === '' && /char|text/.test(field.type) ? '' : null
  const text = textOf(value)
  switch (field.type) {
    case 'numeric':
      return { __class__: 'Decimal', decimal: text }
    case 'float':
    case 'integer':
    case 'biginteger':
    case 'many2one':
    case 'one2one':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : value
    case 'boolean':
      return text === 'true' || text === '1'
    case 'date':
      return dateOf(text) ?? value
    case 'datetime':
    case 'timestamp':
      return momentOf(text) ?? value
    case 'timedelta':
      return { __class__: 'timedelta', seconds: Number(text) }
    case 'binary':
      return { __class__: 'bytes', base64: text }
    case 'one2many':
    case 'many2many':
      return Array.isArray(value) ? lines(field, value, fieldsOf) : value
    default:
      return value
  }
}

/** Objects are made anew, numbers are those that are there. */
async function lines({ relation }: ModelField, list: readonly unknown[], fieldsOf: FieldsOf): Promise<unknown> {
  const objects = list.filter(
    (one): one is DataRecord => typeof one === 'object' && one !== null && !Array.isArray(one),
  )
  const ids = list.filter((one) => typeof one === 'number')
  if (objects.length + ids.length < list.length) return list
  const fields = objects.length > 0 ? await fieldsOf(String(relation)) : new Map<string, ModelField>()
  const made = await Promise.all(objects.map((one) => taken(fields, one, fieldsOf)))
  return [...(made.length > 0 ? [['create', made]] : []), ...(ids.length > 0 ? [['add', ids]] : [])]
}

function dateOf(text: string) {
  const [, year, month, day] = /^(\d{4})-(\d\d)-(\d\d)/.exec(text) ?? []
  return year && { __class__: 'date', year: Number(year), month: Number(month), day: Number(day) }
}

/** A point in time as the server compares it: in UTC. */
export function momentOf(text: string) {
  const zoned = /(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`
  const at = new Date(zoned)
  if (Number.isNaN(at.getTime())) return undefined
  const fraction = /T[\d:]+\.(\d{1,6})/.exec(text)?.[1]
  return {
    __class__: 'datetime',
    year: at.getUTCFullYear(),
    month: at.getUTCMonth() + 1,
    day: at.getUTCDate(),
    hour: at.getUTCHours(),
    minute: at.getUTCMinutes(),
    second: at.getUTCSeconds(),
    microsecond: fraction === undefined ? 0 : Number(fraction.padEnd(6, '0')),
  }
}

/** A value in a comparison. */
export async function compared(field: ModelField | undefined, value: unknown): Promise<unknown> {
  return field
    ? takenValue({ ...field, type: /2many$/.test(field.type) ? 'integer' : field.type }, value, async () => new Map())
    : value
}
