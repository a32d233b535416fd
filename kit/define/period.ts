import { calendarDay } from './day.ts'

/** Days from and to, both counted. */
export type Days = { from: string; to: string }

export const namedPeriods = ['7d', '4w', '12w', '1y'] as const
type NamedPeriod = (typeof namedPeriods)[number]
const lengths: Record<NamedPeriod, number> = { '7d': 7, '4w': 28, '12w': 84, '1y': 365 }
export const isNamedPeriod = (text: string): text is NamedPeriod => namedPeriods.some((one) => one === text)

const dayMs = 86_400_000
const shifted = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10)

/** What a period's text means on a day: one that ends with it, or `2026-01-01..2026-03-31`; undefined where it means none. */
export function periodOf(text: string, today: string): Days | undefined {
  if (isNamedPeriod(text)) return lastDays(lengths[text], today)
  const [from, to, more] = text.split('..')
  if (more !== undefined || !calendarDay.safeParse(from).success || !calendarDay.safeParse(to).success) return undefined
  return from! <= to! ? { from: from!, to: to! } : undefined
}

export const lastDays = (days: number, today: string): Days => ({ from: shifted(today, 1 - days), to: today })

/** The period of the same length that ends before one begins. */
export const periodBefore = ({ from, to }: Days): Days => {
  const days = Math.round((Date.parse(to) - Date.parse(from)) / dayMs) + 1
  return { from: shifted(from, -days), to: shifted(from, -1) }
}

/** The day it is in a zone. */
export const dayIn = (moment: Date, zone: string) =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(moment)

/** The day behind a day. */
export const dayAfter = (day: string) => shifted(day, 1)

/** The moment a day begins in a zone. */
export function startOfDay(day: string, zone: string): string {
  const utc = Date.parse(day)
  // What the zone's clock shows at a moment, less the moment: twice, because the change of the clock may lie between.
  const offset = (at: number) => {
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    return Date.parse(`${shown.format(at).replace(' ', 'T')}Z`) - at
  }
  const first = utc - offset(utc)
  return new Date(utc - offset(first)).toISOString()
}
