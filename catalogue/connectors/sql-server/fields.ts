import type { FoundField } from '@weft/kit/define/connector-session.ts'
import type { SqlKind } from '@weft/kit/sql/statement.ts'
import { tableParts } from '@weft/kit/sql/table-name.ts'

/** A column as `sys.columns` describes it: `base` is the system's type, `length` in bytes and -1 where there is no end. */
export type Column = {
  name: string
  base: string
  nullable: boolean
  generated: FoundField['generated']
  length: number
  precision: number
  scale: number
}

/** A column as a field: every value of the one fits into the other. */
export function fieldOf({ name, base, nullable, generated, length, precision, scale }: Column): FoundField {
  const common = { name, native: base, nullable, ...(generated && { generated }) }
  switch (base) {
    case 'tinyint':
    case 'smallint':
    case 'int':
      return { ...common, type: 'integer' }
    case 'bigint':
      return { ...common, type: 'big_integer' }
    case 'timestamp':
      // A number that grows with every change of the database, whatever its name says.
      return { ...common, native: 'rowversion', type: 'big_integer', generated: 'always' }
    case 'decimal':
    case 'numeric':
      return { ...common, native: `${base}(${precision},${scale})`, type: 'decimal', precision, scale }
    case 'money':
    case 'smallmoney':
      return { ...common, type: 'decimal', precision: base === 'money' ? 19 : 10, scale: 4 }
    case 'float':
    case 'real':
      return { ...common, type: 'decimal' }
    case 'bit':
      return { ...common, type: 'boolean' }
    case 'date':
      return { ...common, type: 'date' }
    case 'time':
      return { ...common, type: 'time' }
    case 'datetime':
    case 'smalldatetime':
    case 'datetime2':
    case 'datetimeoffset':
      return { ...common, type: 'date_time' }
    case 'uniqueidentifier':
      return { ...common, type: 'uuid' }
    case 'char':
    case 'varchar':
      return length < 0 ? { ...common, native: `${base}(max)`, type: 'long_text' } : text(common, base, length)
    case 'nchar':
    case 'nvarchar':
      return length < 0 ? { ...common, native: `${base}(max)`, type: 'long_text' } : text(common, base, length / 2)
    default:
      return { ...common, type: 'long_text' }
  }
}

const text = (common: Omit<FoundField, 'type'>, base: string, length: number): FoundField => ({
  ...common,
  native: `${base}(${length})`,
  type: 'text',
  length,
})

const quote = (name: string) => `[${name.replaceAll(']', ']]')}]`
const isBinary = ({ native }: FoundField) => ['binary', 'varbinary', 'image'].includes(native)
/** What is a text only when it is made one. */
const isMade = ({ native }: FoundField) =>
  ['xml', 'sql_variant', 'geography', 'geometry', 'hierarchyid', 'text', 'ntext'].includes(native)

/** A value that comes as text as what it is compared with, or assigned to; nothing is cut off or rounded by it. */
export function typed(place: string, { native, type, precision = 38, scale = 0 }: FoundField): string {
  if (['binary', 'varbinary', 'image'].includes(native)) return `convert(varbinary(max), ${place}, 2)`
  switch (native) {
    case 'rowversion':
      return `cast(cast(${place} as bigint) as binary(8))`
    case 'money':
    case 'smallmoney':
      return `cast(${place} as decimal(38,19))`
    case 'datetime':
    case 'smalldatetime':
      // In three hundredths of a second, or minutes: compared as anything finer no value would be the same as itself.
      return `cast(cast(${place} as datetime2(7)) as ${native})`
    case 'datetime2':
    case 'datetimeoffset':
    case 'time':
      return `cast(${place} as ${native}(7))`
    case 'date':
    case 'bit':
    case 'uniqueidentifier':
      return `cast(${place} as ${native})`
  }
  switch (type) {
    case 'integer':
    case 'big_integer':
      return `cast(${place} as bigint)`
    case 'decimal':
      return native.includes('(')
        ? `cast(${place} as decimal(38,${38 - (precision - scale)}))`
        : `cast(${place} as float)`
    default:
      return place
  }
}

export const sqlServerSql: SqlKind = {
  quote,
  table(name) {
    const parts = tableParts(name)
    return (parts.length === 1 ? ['dbo', ...parts] : parts).map(quote).join('.')
  },
  parameter: (at, field) => typed(`@p${at}`, field),
  value(value, field) {
    if (value === null || value === undefined) return null
    if (isBinary(field)) return Buffer.from(String(value), 'base64').toString('hex')
    if (field.type === 'boolean') return value === true || value === 'true' || value === 1 || value === '1' ? '1' : '0'
    if (field.type === 'date_time' && field.native !== 'datetimeoffset') return String(value).replace(/Z$/, '')
    return typeof value === 'object' ? JSON.stringify(value) : String(value)
  },
  // The driver makes numbers of JavaScript out of decimals and money, and dates of JavaScript out of points in time.
  selected(field, quoted) {
    switch (field.native) {
      case 'rowversion':
        return `cast(${quoted} as bigint)`
      case 'money':
      case 'smallmoney':
        return `convert(varchar(40), ${quoted}, 2)`
      case 'date':
        return `convert(varchar(10), ${quoted}, 23)`
      case 'time':
        return `cast(${quoted} as varchar(16))`
      case 'datetime':
      case 'smalldatetime':
      case 'datetime2':
        return `convert(varchar(27), ${quoted}, 126)`
      case 'datetimeoffset':
        return `convert(varchar(27), cast(switchoffset(${quoted}, '+00:00') as datetime2(7)), 126) + 'Z'`
    }
    if (field.type === 'decimal' && field.native.includes('(')) return `cast(${quoted} as varchar(41))`
    return isMade(field) ? `cast(${quoted} as nvarchar(max))` : quoted
  },
  asText: (sql) => `cast(${sql} as nvarchar(max))`,
  like: (sql, place) => `lower(${sql}) like replace(lower(${place}), N'[', N'\\[') escape N'\\'`,
  limited: (statement, most) => statement.replace(/^select /, `select top (${most}) `),
  // A clock on the wall may be that of any zone.
  now: ({ native }) => (native === 'datetimeoffset' ? 'sysdatetimeoffset()' : 'dateadd(hour, 14, sysutcdatetime())'),
  most_keys: (by) => Math.floor(2_000 / by.length),
}

/** How a value reads that came as the driver gives it; absent: as it is. */
export function readerOf(field: FoundField): ((value: unknown) => unknown) | undefined {
  if (isBinary(field)) return (value) => (Buffer.isBuffer(value) ? value.toString('base64') : value)
  switch (field.type) {
    case 'decimal':
      return String
    case 'uuid':
      return (value) => String(value).toLowerCase()
    case 'date_time':
    case 'time':
      return (value) => String(value).replace(/(?:(\.\d*?[1-9])|\.)0+(?=Z?$)/, '$1')
    default:
      return undefined
  }
}
