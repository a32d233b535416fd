const day = 86_400_000
const epoch1900 = Date.UTC(1899, 11, 30)
const epoch1904 = Date.UTC(1904, 0, 1)

/** A spreadsheet's day number as ISO text: a date, a date with time, or a time alone. */
export function isoOf(serial: number, from1904: boolean): string {
  // The spreadsheet believes in 29 February 1900, so the days before it are one off.
  const days = from1904 || serial >= 60 || serial < 1 ? serial : serial + 1
  const iso = new Date(Math.round((from1904 ? epoch1904 : epoch1900) + days * day)).toISOString()
  const time = iso.slice(11, 23).replace(/\.000$/, '')
  if (serial >= 0 && serial < 1 && !Number.isInteger(serial)) return time
  return Number.isInteger(serial) ? iso.slice(0, 10) : `${iso.slice(0, 10)}T${time}`
}

/** The day number of an ISO date or date with time; nothing for what a spreadsheet cannot hold. */
export function serialOf(iso: string): number | undefined {
  const serial = (Date.parse(iso.length === 10 ? `${iso}T00:00:00Z` : /(Z|[+-]\d\d:\d\d)$/.test(iso) ? iso : `${iso.replace(' ', 'T')}Z`) - epoch1900) / day
  return serial >= 61 && serial < 2_958_466 ? serial : undefined
}

/** Whether a cell's number format shows a date or a time. */
export function isDateFormat(id: number, code: string | undefined): boolean {
  if (code === undefined) return (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58)
  const bare = code.split(';')[0]!.replace(/"[^"]*"|\\.|_.|\*./g, '').replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  return !/general/i.test(bare) && !/[0#?]/.test(bare.replace(/[.,]0+/g, '')) && /[dmyhs]/i.test(bare)
}
