import { DateTime } from 'luxon'

/** Digits whose place in a text is fixed, so that reading and writing them needs no calendar. */
const digits = /^(?:yyyy|MM|dd|HH|mm|ss|SSS|[-./: T])+$/
const token = /yyyy|MM|dd|HH|mm|ss|SSS|[-./: T]/g
const order = ['yyyy', 'MM', 'dd', 'HH', 'mm', 'ss', 'SSS']

/**
 * Reads one format into milliseconds in UTC, undefined where the text is not written so. Formats of digits alone are read
 * without the date library (1 instead of 12 microseconds); a test holds both ways together.
 */
export function reader(format: string, zone: string, fast = true): (text: string) => number | undefined {
  if (format === 'ISO') return (text) => millis(DateTime.fromISO(text, { zone }))
  const simple = fast && isUtcName(zone) && digits.test(format) ? digitReader(format) : undefined
  if (simple) return simple
  const parser = DateTime.buildFormatParser(format, { locale: 'en' })
  return (text) => millis(DateTime.fromFormatParser(text, parser, { zone, locale: 'en' }))
}

const isUtcName = (zone: string) => zone === 'UTC' || zone === 'Etc/UTC'
const millis = (moment: DateTime) => (moment.isValid ? moment.toMillis() : undefined)

function digitReader(format: string) {
  const tokens = format.match(token)!
  const parts = tokens.filter((part) => order.includes(part))
  if (new Set(parts).size !== parts.length || !['yyyy', 'MM', 'dd'].every((part) => parts.includes(part)))
    return undefined
  const shape = new RegExp(
    `^${tokens.map((part) => (order.includes(part) ? `(\\d{${part.length}})` : part.replace('.', '\\.'))).join('')}$`,
  )
  const [y, mo, d, h, mi, s, ms] = order.map((part) => parts.indexOf(part) + 1)
  return (text: string) => {
    const m = shape.exec(text)
    if (!m) return undefined
    const [year, month, day, hour, minute, second, milli] = [
      +m[y!]!,
      +m[mo!]!,
      +m[d!]!,
      h ? +m[h]! : 0,
      mi ? +m[mi]! : 0,
      s ? +m[s]! : 0,
      ms ? +m[ms]! : 0,
    ]
    if (month < 1 || month > 12 || day < 1 || day > daysIn(year, month) || hour > 23 || minute > 59 || second > 59)
      return undefined
    const time = Date.UTC(year, month - 1, day, hour, minute, second, milli)
    return year > 99 ? time : new Date(time).setUTCFullYear(year, month - 1, day)
  }
}

const daysIn = (year: number, month: number) =>
  month === 2
    ? year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
      ? 29
      : 28
    : month === 4 || month === 6 || month === 9 || month === 11
      ? 30
      : 31

/** Writes milliseconds in one format. */
export function writer(format: string, locale: string, zone: string, fast = true): (time: number) => string {
  if (!fast || !isUtcName(zone) || !digits.test(format))
    return (time) => DateTime.fromMillis(time, { zone, locale }).toFormat(format)
  const tokens = format.match(token)!
  return (time) => {
    const date = new Date(time)
    let text = ''
    for (const part of tokens) text += written(date, part)
    return text
  }
}

function written(date: Date, part: string): string {
  switch (part) {
    case 'yyyy':
      return String(date.getUTCFullYear()).padStart(4, '0')
    case 'MM':
      return two(date.getUTCMonth() + 1)
    case 'dd':
      return two(date.getUTCDate())
    case 'HH':
      return two(date.getUTCHours())
    case 'mm':
      return two(date.getUTCMinutes())
    case 'ss':
      return two(date.getUTCSeconds())
    case 'SSS':
      return String(date.getUTCMilliseconds()).padStart(3, '0')
    default:
      return part
  }
}

const two = (number: number) => (number < 10 ? `0${number}` : String(number))
