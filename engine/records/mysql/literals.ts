import { mayBeInexact } from '@weft/kit/define/parse-json.ts'
import type { StructureField } from '@weft/kit/define/structure.ts'
import { literal } from './names.ts'

/** How a checked text of a field becomes a literal. */
export function written(field: StructureField): (text: string) => string {
  switch (field.type) {
    case 'integer':
    case 'big_integer':
    case 'boolean':
      return (text) => text
    case 'decimal':
      return decimalLiteral
    case 'date_time':
      return (text) => `'${utcText(text)}'`
    case 'json':
    case 'object':
    case 'list':
      return (text) => literal(orderedJson(text))
    default:
      return literal
  }
}

const plain = /^([+-]?)0*(\d*)\.?(\d*)$/
/** A number without anything that may be left out; what has an exponent is turned into digits by the database. */
function decimalLiteral(text: string): string {
  const found = plain.exec(text)
  if (!found || found[3]!.length > 30) return `cast('${text}' as decimal(65,30))`
  const behind = found[3]!.replace(/0+$/, '')
  const number = `${found[2] || '0'}${behind === '' ? '' : `.${behind}`}`
  return found[1] === '-' && /[1-9]/.test(number) ? `-${number}` : number
}

const moment = /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d+))?)?)?\s*(?:Z|([+-])(\d\d):?(\d\d)?)?$/
/** A point in time as UTC with its microseconds. */
export function utcText(text: string): string {
  const [, year, month, day, hour = '00', minute = '00', second = '00', fraction = '', sign, hours, minutes = '00'] =
    moment.exec(text)!
  const micro = Math.round(Number(`0.${fraction || '0'}`) * 1e6)
  const at = new Date(0)
  at.setUTCFullYear(Number(year), Number(month) - 1, Number(day))
  at.setUTCHours(Number(hour), Number(minute), Number(second) + (micro === 1e6 ? 1 : 0))
  if (sign) at.setTime(at.getTime() - (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes)) * 60_000)
  return `${at.toISOString().slice(0, 19).replace('T', ' ')}.${String(micro % 1e6).padStart(6, '0')}`
}

/** The same value gives the same text, because texts are what MariaDB compares; numbers JavaScript cannot hold stay as they are. */
function orderedJson(text: string): string {
  if (mayBeInexact.test(text)) return text
  return JSON.stringify(JSON.parse(text), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}
