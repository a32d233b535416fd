import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault } from './fault.ts'
import { shown } from './plain-values.ts'

const texts = defineMessages({
  range: { en: '{value} is no day that a calendar has.', de: '{value} ist kein Tag, den ein Kalender hat.' },
  clock: { en: '{value} lies outside of a day.', de: '{value} liegt außerhalb eines Tages.' },
  date: { en: '{value} is no date such as 2026-01-31.', de: '{value} ist kein Datum wie 2026-01-31.' },
  time: { en: '{value} is no time such as 13:45:00.', de: '{value} ist keine Uhrzeit wie 13:45:00.' },
  zoned: {
    en: '{value} is no point in time with a zone, such as 2026-01-31T13:45:00Z.',
    de: '{value} ist kein Zeitpunkt mit Zone wie 2026-01-31T13:45:00Z.',
  },
  local: {
    en: '{value} is no point in time without a zone, such as 2026-01-31T13:45:00.',
    de: '{value} ist kein Zeitpunkt ohne Zone wie 2026-01-31T13:45:00.',
  },
  fine: {
    en: '{value} has more decimal places of a second than the {digits} that are kept.',
    de: '{value} hat mehr Nachkommastellen einer Sekunde als die {digits}, die bleiben.',
  },
})

/** How fine a clock is: decimal places of a second. */
export type Digits = 3 | 6 | 9
const perDay = 86_400n
const year = /^([+-]\d{6}|\d{4})-(\d\d)-(\d\d)$/
const clock = /^(\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?$/

export function dateOf(days: bigint): string {
  const date = new Date(Number(days) * 86_400_000)
  if (Number.isNaN(date.getTime())) throw new Fault(texts.range({ value: String(days) }))
  return date.toISOString().split('T')[0]!
}

export function daysOf(value: unknown): bigint {
  const days = typeof value === 'string' ? calendarDays(value) : undefined
  if (days === undefined) throw new Fault(texts.date({ value: shown(value) }))
  return days
}

function calendarDays(text: string): bigint | undefined {
  const [, y, m, d] = year.exec(text) ?? []
  if (y === undefined) return undefined
  const date = new Date(0)
  date.setUTCFullYear(Number(y), Number(m) - 1, Number(d))
  const isThere = date.getUTCMonth() === Number(m) - 1 && date.getUTCDate() === Number(d)
  return isThere ? BigInt(date.getTime()) / 86_400_000n : undefined
}

/** `units` since midnight. */
export function timeOf(units: bigint, digits: Digits): string {
  const perSecond = 10n ** BigInt(digits)
  if (units < 0n || units >= perDay * perSecond) throw new Fault(texts.clock({ value: String(units) }))
  const seconds = Number(units / perSecond)
  const two = (part: number) => String(part).padStart(2, '0')
  const fraction = String(units % perSecond).padStart(digits, '0')
  return `${two(Math.trunc(seconds / 3_600))}:${two(Math.trunc(seconds / 60) % 60)}:${two(seconds % 60)}.${fraction}`
}

export function clockUnitsOf(value: unknown, digits: Digits): bigint {
  const units = typeof value === 'string' ? clockUnits(value, digits) : undefined
  if (units === undefined) throw new Fault(texts.time({ value: shown(value) }))
  return units
}

function clockUnits(text: string, digits: Digits): bigint | undefined {
  const [, h, m, s = '0', fraction = ''] = clock.exec(text) ?? []
  if (h === undefined || Number(h) > 23 || Number(m) > 59 || Number(s) > 59) return undefined
  if (/[1-9]/.test(fraction.slice(digits))) throw new Fault(texts.fine({ value: shown(text), digits }))
  const seconds = BigInt(Number(h) * 3_600 + Number(m) * 60 + Number(s))
  return seconds * 10n ** BigInt(digits) + BigInt(fraction.slice(0, digits).padEnd(digits, '0'))
}

/** `units` since 1970. */
export function momentOf(units: bigint, digits: Digits, zone: 'Z' | ''): string {
  const inDay = perDay * 10n ** BigInt(digits)
  const rest = ((units % inDay) + inDay) % inDay
  return `${dateOf((units - rest) / inDay)}T${timeOf(rest, digits)}${zone}`
}

/** With a zone any will do; without one there may be none. */
export function momentUnitsOf(value: unknown, digits: Digits, zone: 'Z' | ''): bigint {
  const wrong = () =>
    new Fault(zone === 'Z' ? texts.zoned({ value: shown(value) }) : texts.local({ value: shown(value) }))
  const [, day, time, offset] =
    /^([+-]?\d+-\d\d-\d\d)[T ]([\d:.]+?)(Z|[+-]\d\d:?\d\d)?$/.exec(typeof value === 'string' ? value : '') ?? []
  if (day === undefined || time === undefined || (offset !== undefined) !== (zone === 'Z')) throw wrong()
  const [days, units] = [calendarDays(day), clockUnits(time, digits)]
  if (days === undefined || units === undefined) throw wrong()
  const perSecond = 10n ** BigInt(digits)
  return days * perDay * perSecond + units - offsetSeconds(offset) * perSecond
}

function offsetSeconds(offset = 'Z'): bigint {
  if (offset === 'Z') return 0n
  const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))]
  return BigInt((offset.startsWith('-') ? -1 : 1) * (hours * 3_600 + minutes * 60))
}
