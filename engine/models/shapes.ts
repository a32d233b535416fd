import type { DateOrder } from '@weft/kit/define/model.ts'

/** What values of one kind look like: digits with an optional sign, or in groups as one of our countries writes them. */
export const shapes = {
  integer: /^[+-]?\d+$/,
  leadingZero: /^[+-]?0[\d']/,
  pointDecimal:
    /^[+-]?(?:\d+|[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3}|[1-9]\d{0,2}(?:(?:'\d{3})+|(?:’\d{3})+|(?:[\u00a0\u202f ]\d{3})+))\.\d+$/,
  commaGroups: /^[+-]?(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d?(?:,\d{2})+,\d{3})$/,
  commaDecimal: /^[+-]?(?:\d+|[1-9]\d{0,2}(?:(?:\.\d{3})+|(?:'\d{3})+|(?:’\d{3})+|(?:[\u00a0\u202f ]\d{3})+)),\d+$/,
  pointGroups: /^[+-]?[1-9]\d{0,2}(?:\.\d{3})+$/,
  /** Groups that mean thousands wherever they stand: Swiss and French. */
  otherGroups: /^[+-]?[1-9]\d{0,2}(?:(?:'\d{3})+|(?:’\d{3})+|(?:[\u00a0\u202f]\d{3})+)$/,
  exponent: /^[+-]?\d+(\.\d+)?[eE][+-]?\d{1,3}$/,
  time: /^([01]?\d|2[0-3]):[0-5]\d(:[0-5]\d([.,]\d{1,6})?)?$/,
  date: /^(\d{1,4})([-./])(\d{1,2})\2(\d{1,4})(?:(?:T| +)(\d{1,2}):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)? ?([AaPp][Mm])?(Z| ?[+-]\d\d(?::?\d\d)?)?)?$/,
}

export const booleanPairs: [yes: string, no: string][] = [
  ['true', 'false'],
  ['yes', 'no'],
  ['ja', 'nein'],
  ['wahr', 'falsch'],
  ['y', 'n'],
  ['j', 'n'],
  ['t', 'f'],
  ['on', 'off'],
  ['x', ''],
]

export type ParsedMoment = { date: string; time: string | undefined; zone: string }

/** A date or point in time in ISO parts, if the text is one in this order. */
export function parseMoment(text: string, order: DateOrder): ParsedMoment | undefined {
  const found = shapes.date.exec(text)
  if (!found || (order === 'ymd') !== (found[1]!.length === 4)) return undefined
  const [, a, , b, c, hour, minute, second = '00', fraction, half, zone = ''] = found
  const parts = order === 'ymd' ? [a, b, c] : order === 'dmy' ? [c, b, a] : [c, a, b]
  const [year, month, day] = [fullYear(parts[0]!), Number(parts[1]), Number(parts[2])]
  if (
    year === undefined ||
    month < 1 ||
    month > 12 ||
    day < 1 ||
    day > 31 ||
    day > new Date(Date.UTC(year, month, 0)).getUTCDate()
  )
    return undefined
  const date = `${String(year).padStart(4, '0')}-${pad(month)}-${pad(day)}`
  if (hour === undefined) return { date, time: undefined, zone: '' }
  const hours = half ? (Number(hour) % 12) + (/p/i.test(half) ? 12 : 0) : Number(hour)
  if (hours > 23 || Number(minute) > 59 || Number(second) > 59) return undefined
  return {
    date,
    time: `${pad(hours)}:${minute}:${second}${fraction === undefined || /^0+$/.test(fraction) ? '' : `.${fraction}`}`,
    zone: zone.trim(),
  }
}

const pad = (number: number) => String(number).padStart(2, '0')

/** Two digits mean the years 1950 to 2049. */
function fullYear(text: string): number | undefined {
  if (text.length === 4) return Number(text)
  if (text.length !== 2) return undefined
  return Number(text) + (Number(text) < 50 ? 2000 : 1900)
}

/** A decimal as plain text, digit by digit: `1.234,50` → `1234.50`; nothing if it is none. */
export function decimalOf(text: string, comma: boolean): string | undefined {
  if (shapes.integer.test(text)) return unsigned(text)
  if (shapes.otherGroups.test(text)) return unsigned(text.replace(separators, ''))
  if (comma)
    return shapes.commaDecimal.test(text)
      ? unsigned(text.replace(separators, '').replaceAll('.', '').replace(',', '.'))
      : shapes.pointGroups.test(text)
        ? unsigned(text.replaceAll('.', ''))
        : undefined
  if (shapes.pointDecimal.test(text) || shapes.commaGroups.test(text))
    return unsigned(text.replace(separators, '').replaceAll(',', ''))
  return shapes.exponent.test(text) ? expanded(text) : undefined
}

const separators = /['’\u00a0\u202f ]/g
const unsigned = (text: string) => (text.startsWith('+') ? text.slice(1) : text)

/** `1.5e-3` → `0.0015` without going through a double. */
function expanded(text: string): string {
  const [mantissa = '', exponent = '0'] = unsigned(text).toLowerCase().split('e')
  const negative = mantissa.startsWith('-')
  const [whole = '', fraction = ''] = mantissa.replace('-', '').split('.')
  const point = whole.length + Number(exponent)
  const digits = (whole + fraction).padEnd(Math.max(point, 0), '0')
  const shown =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits
        : `${digits.slice(0, point)}.${digits.slice(point)}`
  return (negative ? '-' : '') + shown.replace(/^0+(?=\d)/, '')
}
