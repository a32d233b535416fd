import type { Message } from '@weft/kit/messages/messages.ts'
import { reasons } from './reasons.ts'

const moment = /^\s*(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(\.\d{1,9})?)?\s*(Z|[+-]\d\d(?::?\d\d)?)?)?\s*$/
const clock = /^\s*(\d\d):(\d\d)(?::(\d\d)(\.\d{1,6})?)?\s*$/

const plainDay = /^(?!0000)\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])$/

/** `2026-12-31`, also out of a point in time at midnight. */
export function dateText(value: unknown): string | Message {
  if (typeof value === 'string' && plainDay.test(value)) return value
  const found = moment.exec(textOf(value))
  if (!found || !isDay(found)) return reasons.notDate()
  const [hour, minute, second, fraction] = [found[4], found[5], found[6], found[7]]
  if (Number(hour ?? 0) || Number(minute ?? 0) || Number(second ?? 0) || Number(fraction ?? 0))
    return reasons.dateWithTime()
  return `${found[1]}-${found[2]}-${found[3]}`
}

/** ISO 8601; without a zone it is read as UTC, without a time as midnight. */
export function dateTimeText(value: unknown): string | Message {
  const text = textOf(value)
  const found = moment.exec(text)
  if (!found || !isDay(found) || Number(found[4] ?? 0) > 23 || Number(found[5] ?? 0) > 59 || Number(found[6] ?? 0) > 59)
    return reasons.notDateTime()
  return found[8] === undefined ? `${text.trim()}${found[4] === undefined ? ' 00:00Z' : 'Z'}` : text.trim()
}

export function timeText(value: unknown): string | Message {
  const text = textOf(value)
  const found = clock.exec(text)
  if (!found || Number(found[1]) > 23 || Number(found[2]) > 59 || Number(found[3] ?? 0) > 59) return reasons.notTime()
  return text.trim()
}

const textOf = (value: unknown) =>
  typeof value === 'string' ? value : value instanceof Date && !Number.isNaN(value.getTime()) ? value.toISOString() : ''

function isDay(found: RegExpExecArray) {
  const [year, month, day] = [Number(found[1]), Number(found[2]), Number(found[3])]
  if (year === 0 || month < 1 || month > 12 || day < 1) return false
  return day <= 28 || day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
}
