import type { AttributeType } from './schema.ts'

type Kind = Pick<AttributeType, 'type' | 'isBinary' | 'isSingle'>

/** A value of a directory as records carry it; several of them as a list, none as nothing. */
export function readValue(kind: Kind, found: unknown): unknown {
  const all = Array.isArray(found) ? (found as unknown[]) : found === undefined ? [] : [found]
  const values = all.map((value) => readOne(kind, value))
  if (!kind.isSingle) return values.length === 0 ? null : values
  return values[0] ?? null
}

function readOne({ type, isBinary }: Kind, value: unknown): unknown {
  if (isBinary || Buffer.isBuffer(value)) return Buffer.from(value as Buffer | string).toString('base64')
  const text = String(value)
  if (type === 'boolean') return text === 'TRUE' ? true : text === 'FALSE' ? false : text
  return type === 'date_time' ? isoMoment(text) : text
}

/** The same the other way round; an empty list takes the attribute away. */
export function writtenValues(kind: Kind, value: unknown): (string | Buffer)[] {
  const all = Array.isArray(value) ? (value as unknown[]) : value === null || value === undefined ? [] : [value]
  return all.map((one) => (kind.isBinary ? Buffer.from(String(one), 'base64') : writtenText(kind, one)))
}

export function writtenText({ type }: Pick<Kind, 'type'>, value: unknown): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return type === 'date_time' ? generalizedTime(String(value)) : String(value)
}

const moment = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)?(\d\d)?([.,]\d+)?(Z|[+-]\d\d(?:\d\d)?)$/

/** `20261122140203.5Z` → `2026-11-22T14:02:03.5Z`; what is no point in time stays as it is. */
export function isoMoment(text: string): string {
  const [, year, month, day, hour, minute = '00', second = '00', fraction = '', zone = 'Z'] = moment.exec(text) ?? []
  if (year === undefined) return text
  const written = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction.replace(',', '.')}`
  if (zone === 'Z') return `${written}Z`
  const at = new Date(`${written}${zone.slice(0, 3)}:${zone.slice(3) || '00'}`)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}

/** The other way round, in UTC. */
export function generalizedTime(text: string): string {
  const [, date, time, fraction = ''] = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d:\d\d)(\.\d+)?Z$/.exec(text) ?? []
  if (date !== undefined) return `${date.replaceAll('-', '')}${time!.replaceAll(':', '')}${fraction}Z`
  const at = new Date(text)
  return Number.isNaN(at.getTime()) ? text : generalizedTime(at.toISOString().replace('.000Z', 'Z'))
}
