/** Months and days of invoices, as ISO text in UTC: `2026-10-01` to `2026-10-31`. */
export const firstOfMonth = (day: string) => `${day.slice(0, 7)}-01`

export function lastOfMonth(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return isoDay(new Date(Date.UTC(year, month, 0)))
}

/** The first day of the month before. */
export function monthBefore(day: string): string {
  const [year, month] = day.split('-').map(Number) as [number, number]
  return isoDay(new Date(Date.UTC(year, month - 2, 1)))
}

export const isoDay = (date: Date) => date.toISOString().slice(0, 10)

/** Days from one to another, both counted. */
export const daysFrom = (from: string, to: string) => Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

export const addDays = (day: string, days: number) => isoDay(new Date(Date.parse(day) + days * 86_400_000))

/** The same day so many months later, or the last of that month where it has no such day. */
export function addMonths(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  return isoDay(new Date(Date.UTC(year, month - 1 + months, Math.min(date, last))))
}
