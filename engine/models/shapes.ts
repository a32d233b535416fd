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

const numberAt = (text: string, at: number) => {
  const [tens, ones] = [text.charCodeAt(at), text.charCodeAt(at + 1)]
  return isDigit(tens) && isDigit(ones) ? tens * 10 + ones - 528 : -1
}
const daysOf = [0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
const [hyphen, full_stop, slash] = [45, 46, 47]

/** `2026-12-31` of a text that begins with a date in full, four digits for the year and two for the others; the 29th of February needs a closer look. */
export function usualDate(text: string, order: DateOrder): string | undefined {
  const isYearFirst = order === 'ymd'
  const separator = text.charCodeAt(isYearFirst ? 4 : 2)
  if (separator !== full_stop && separator !== hyphen && separator !== slash) return undefined
  if (text.charCodeAt(isYearFirst ? 7 : 5) !== separator) return undefined
  const year = isYearFirst ? 0 : 6
  const month = isYearFirst ? 5 : order === 'dmy' ? 3 : 0
  const day = isYearFirst ? 8 : order === 'dmy' ? 0 : 3
  if (numberAt(text, year) < 0 || numberAt(text, year + 2) < 0) return undefined
  const [months, days] = [numberAt(text, month), numberAt(text, day)]
  if (months < 1 || months > 12 || days < 1 || days > daysOf[months]!) return undefined
  if (isYearFirst && separator === hyphen) return text.length === 10 ? text : text.slice(0, 10)
  return `${text.slice(year, year + 4)}-${text.slice(month, month + 2)}-${text.slice(day, day + 2)}`
}

/** `23:59:00` of the hours and minutes, and maybe seconds, that follow behind such a date and end the text. */
export function usualTime(text: string): string | undefined {
  const before = text.charCodeAt(10)
  if ((before !== 32 && before !== 84) || text.charCodeAt(13) !== 58) return undefined
  const [hours, minutes] = [numberAt(text, 11), numberAt(text, 14)]
  if (hours < 0 || hours > 23 || minutes < 0 || minutes > 59) return undefined
  if (text.length === 16) return `${text.slice(11)}:00`
  if (text.length !== 19 || text.charCodeAt(16) !== 58) return undefined
  const seconds = numberAt(text, 17)
  return seconds < 0 || seconds > 59 ? undefined : text.slice(11)
}

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
  return usualDecimal(text, comma) ?? unusualDecimal(text, comma)
}

const isDigit = (code: number) => code >= 48 && code <= 57

/** What nearly every number looks like, in one pass: digits, maybe in groups of three, and a fraction. */
function usualDecimal(text: string, comma: boolean): string | undefined {
  const [group, point] = comma ? [46, 44] : [44, 46]
  const begin = text.charCodeAt(0) === 45 ? 1 : 0
  let at = begin
  while (isDigit(text.charCodeAt(at))) at++
  if (at === begin) return undefined
  let whole = text
  if (text.charCodeAt(at) === group) {
    if (at - begin > 3 || text.charCodeAt(begin) === 48) return undefined
    whole = text.slice(0, at)
    do {
      for (let i = 1; i <= 3; i++) if (!isDigit(text.charCodeAt(at + i))) return undefined
      whole += text.slice(at + 1, at + 4)
      at += 4
    } while (text.charCodeAt(at) === group)
  } else if (at < text.length) whole = text.slice(0, at)
  if (at === text.length) return whole
  const fraction = at + 1
  if (text.charCodeAt(at) !== point || fraction === text.length) return undefined
  for (at = fraction; at < text.length; at++) if (!isDigit(text.charCodeAt(at))) return undefined
  return !comma && whole.length === fraction - 1 ? text : `${whole}.${text.slice(fraction)}`
}

function unusualDecimal(text: string, comma: boolean): string | undefined {
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
