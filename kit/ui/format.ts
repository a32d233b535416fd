import { useMemo } from 'react'
import type { Language } from '../messages/messages.ts'
import { sizeOf } from '../messages/size.ts'
import { isCalendarDay, today } from './calendar-day.ts'
import { useLanguage } from './language.ts'

/** Numbers, times and durations as a reader of this language writes them. Anything absent is an en dash. */
export function formatsOf(language: Language) {
  const number = new Intl.NumberFormat(language)
  const short = new Intl.NumberFormat(language, {
    notation: 'compact',
    maximumFractionDigits: 1,
    useGrouping: 'always',
  })
  const whole = new Intl.NumberFormat(language, { maximumFractionDigits: 0 })
  const oneDigit = new Intl.NumberFormat(language, { maximumFractionDigits: 1 })
  const share = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 1 })
  const day = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  // A calendar day has no zone: read as a moment, it would be the day before west of Greenwich.
  const calendarDay = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' })
  const moment = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'medium' })
  const clock = new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', second: '2-digit' })
  const relative = new Intl.RelativeTimeFormat(language, { numeric: 'auto', style: 'short' })
  const orDash = <T>(value: T | null | undefined, format: (value: T) => string) =>
    value === null || value === undefined || value === '' ? '–' : format(value)
  const time = (format: Intl.DateTimeFormat) => (value?: string | Date | null) =>
    orDash(value, (v) => (isCalendarDay(v) ? calendarDay : format).format(new Date(v)))

  function duration(ms: number) {
    if (ms < 1_000) return `${Math.round(ms)} ms`
    if (ms < 60_000) return `${oneDigit.format(ms / 1_000)} s`
    const seconds = Math.round(ms / 1_000)
    const two = (n: number) => String(n).padStart(2, '0')
    if (seconds < 3_600) return `${Math.floor(seconds / 60)} min ${two(seconds % 60)} s`
    return `${Math.floor(seconds / 3_600)} h ${two(Math.floor(seconds / 60) % 60)} min`
  }

  function ago(value: string | Date, now = Date.now()) {
    if (isCalendarDay(value))
      return daysAgo(Math.round((Date.parse(value) - Date.parse(today(new Date(now)))) / 86_400_000), value)
    const minutes = (new Date(value).getTime() - now) / 60_000
    const size = Math.abs(minutes)
    if (size < 1) return relative.format(Math.round(minutes * 60), 'second')
    if (size < 60) return relative.format(Math.round(minutes), 'minute')
    if (size < 1_440) return relative.format(Math.round(minutes / 60), 'hour')
    return size < 43_200 ? relative.format(Math.round(minutes / 1_440), 'day') : day.format(new Date(value))
  }

  const daysAgo = (days: number, value: string) =>
    Math.abs(days) < 30 ? relative.format(days, 'day') : calendarDay.format(new Date(value))

  function bytes(count: number) {
    const { size, unit } = sizeOf(count)
    return `${oneDigit.format(size)} ${unit}`
  }

  return {
    number: (value?: number | string | null) => orDash(value, (v) => number.format(Number(v))),
    // German has no short form for thousands; a decimal place behind one says nothing.
    compact: (value?: number | string | null) =>
      orDash(value, (v) =>
        (language === 'de' && Math.abs(Number(v)) >= 1_000 && Math.abs(Number(v)) < 1e6 ? whole : short).format(
          Number(v),
        ),
      ),
    percent: (value?: number | null) => orDash(value, (v) => share.format(v)),
    date: time(day),
    dateTime: time(moment),
    /** A moment in a zone of its own, which is named behind it. */
    timeIn: (value: string | Date, zone: string) =>
      `${new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone }).format(new Date(value))} (${zone})`,
    /** With its day of the week, in a zone that is said elsewhere. */
    weekdayTimeIn: (value: Date, zone: string) =>
      new Intl.DateTimeFormat(language, {
        ...{ weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' },
        ...{ hour: 'numeric', minute: '2-digit', timeZone: zone },
      } as Intl.DateTimeFormatOptions).format(value),
    exactTime: time(exact),
    clock: time(clock),
    ago: (value?: string | Date | null) => orDash(value, (v) => ago(v)),
    duration: (ms?: number | null) => orDash(ms, duration),
    bytes: (count?: number | null) => orDash(count, bytes),
  }
}
export type Formats = ReturnType<typeof formatsOf>

const cache = new Map<Language, Formats>()

/** The formats of the interface's language. */
export function useFormats(): Formats {
  const language = useLanguage()
  return useMemo(() => {
    if (!cache.has(language)) cache.set(language, formatsOf(language))
    return cache.get(language)!
  }, [language])
}
