import { textOf } from '@weft/kit/define/compare.ts'
import { isUuid } from '@weft/kit/define/uuid.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { EntityField, EntitySet } from './metadata.ts'

export type Version = 'v2' | 'v4'

/** A record as it is sent away: without what the service says about it, and with points in time as records carry them. */
export function recordIn({ fields }: EntitySet, version: Version, entity: DataRecord): DataRecord {
  const record: DataRecord = {}
  for (const { name, edm } of fields) {
    if (!Object.hasOwn(entity, name)) continue
    record[name] = version === 'v2' ? plainV2(edm, entity[name]) : entity[name]
  }
  return record
}

function plainV2(edm: string, value: unknown): unknown {
  if (typeof value !== 'string') return typeof value === 'number' && isExact(edm) ? String(value) : value
  const ticks = /^\/Date\((-?\d{1,15})([+-]\d{1,4})?\)\/$/.exec(value)
  if (ticks) {
    const at = new Date(Number(ticks[1]))
    if (Number.isNaN(at.getTime())) return value
    const iso = at.toISOString().replace(/\.000Z$/, 'Z')
    return edm === 'Edm.DateTime' ? iso.slice(0, -1) : iso
  }
  const time = edm === 'Edm.Time' ? /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)(\.\d+)?S)?$/.exec(value) : null
  if (time) return `${[time[1], time[2], time[3]].map((part = '0') => part.padStart(2, '0')).join(':')}${time[4] ?? ''}`
  return value
}

const isExact = (edm: string) => edm === 'Edm.Decimal' || edm === 'Edm.Int64'

/** A value as JSON of the service has it. */
export function written(field: EntityField | undefined, version: Version, value: unknown): unknown {
  if (value === null || value === undefined || value === '')
    return value === '' && field?.edm === 'Edm.String' ? '' : null
  const text = textOf(value)
  switch (field?.edm) {
    case 'Edm.Decimal':
    case 'Edm.Int64':
      return text
    case 'Edm.Byte':
    case 'Edm.SByte':
    case 'Edm.Int16':
    case 'Edm.Int32':
    case 'Edm.Double':
    case 'Edm.Single':
      return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(text)
        ? version === 'v2' && /Double|Single/.test(field.edm)
          ? text
          : Number(text)
        : value
    case 'Edm.Boolean':
      return text === 'true' ? true : text === 'false' ? false : value
    case 'Edm.DateTime':
    case 'Edm.DateTimeOffset':
      return version === 'v4' ? value : `/Date(${Date.parse(zoned(text))})/`
    case 'Edm.Time':
      return /^\d\d:\d\d/.test(text) ? duration(text) : value
    default:
      return value
  }
}

/** A value as it stands in an address. */
export function literal(field: EntityField | undefined, version: Version, value: unknown): string {
  if (value === null || value === undefined) return 'null'
  const text = textOf(value)
  switch (field?.edm) {
    case 'Edm.Boolean':
      return text === 'true' || text === 'false' ? text : asText(text)
    case 'Edm.Guid':
      return version === 'v2' ? `guid'${quoted(text)}'` : isUuid(text) ? text : asText(text)
    case 'Edm.Int64':
      return version === 'v4' ? numeric(text) : `${numeric(text)}L`
    case 'Edm.Decimal':
      return version === 'v4' ? numeric(text) : `${numeric(text)}M`
    case 'Edm.Byte':
    case 'Edm.SByte':
    case 'Edm.Int16':
    case 'Edm.Int32':
      return numeric(text)
    case 'Edm.Double':
    case 'Edm.Single':
      return version === 'v4' ? numeric(text) : `${numeric(text)}d`
    case 'Edm.DateTimeOffset':
      return version === 'v4' ? (moment(text) ?? asText(text)) : `datetimeoffset'${moment(text) ?? quoted(text)}'`
    case 'Edm.DateTime':
      return `datetime'${(moment(text) ?? quoted(text)).replace(/(Z|[+-]\d\d:?\d\d)$/, '')}'`
    case 'Edm.Date':
    case 'Edm.TimeOfDay':
      return /^[\d:.-]+$/.test(text) ? text : asText(text)
    case 'Edm.Time':
      return `time'${quoted(duration(text))}'`
    case undefined:
      return typeof value === 'number' || typeof value === 'boolean' ? text : asText(text)
    default:
      return asText(text)
  }
}

const quoted = (text: string) => text.replaceAll("'", "''")
// What is none of its kind stands as text, which the service refuses in its own words: nothing gets out of the quotes.
const asText = (text: string) => `'${quoted(text)}'`
const numeric = (text: string) => (/^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/.test(text) ? text : asText(text))
const zoned = (text: string) => (/(Z|[+-]\d\d:?\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`)

function moment(text: string): string | undefined {
  const whole = /^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00Z` : text
  const at = Date.parse(zoned(whole))
  if (Number.isNaN(at)) return undefined
  // With all the digits it came with.
  return /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(zoned(whole)) ? zoned(whole) : new Date(at).toISOString()
}

function duration(text: string): string {
  const [hours = '0', minutes = '0', seconds = '0'] = text.split(':')
  return `PT${Number(hours)}H${Number(minutes)}M${seconds.replace(/^0(?=\d)/, '')}S`
}
