const day = 86_400_000
const epoch1900 = Date.UTC(1899, 11, 30)
const epoch1904 = Date.UTC(1904, 0, 1)

/** How a cell shows its number: as a date, a time of day, a duration, with a fixed count of digits, or as it is. */
export type CellFormat =
  { kind: 'date' | 'time' | 'duration' } | { kind: 'digits'; whole: number; places: number } | { kind: 'plain' }

const plain: CellFormat = { kind: 'plain' }

/** A spreadsheet's day number as ISO text: a date, a date with time, or a time alone. */
export function isoOf(serial: number, from1904: boolean, kind: 'date' | 'time' = 'date'): string {
  // The spreadsheet believes in 29 February 1900, so the days before it are one off.
  const days = from1904 || serial >= 60 || serial < 1 ? serial : serial + 1
  const iso = new Date(Math.round((from1904 ? epoch1904 : epoch1900) + days * day)).toISOString()
  const time = iso.slice(11, 23).replace(/\.000$/, '')
  if (serial >= 0 && serial < 1 && (kind === 'time' || !Number.isInteger(serial))) return time
  return Number.isInteger(serial) ? iso.slice(0, 10) : `${iso.slice(0, 10)}T${time}`
}

/** A count of days as hours, minutes and seconds: 1.5 → `36:00:00`. */
export function durationOf(days: number): string {
  const milliseconds = Math.round(Math.abs(days) * day)
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  const rest = milliseconds % 1000
  return `${days < 0 ? '-' : ''}${two(milliseconds / 3_600_000)}:${two((milliseconds / 60_000) % 60)}:${two((milliseconds / 1000) % 60)}${rest ? `.${String(rest).padStart(3, '0')}` : ''}`
}

/** The day number of an ISO date or date with time; nothing for what a spreadsheet cannot hold. */
export function serialOf(iso: string): number | undefined {
  const serial =
    (Date.parse(iso.length === 10 ? `${iso}T00:00:00Z` : iso.endsWith('Z') ? iso : `${iso}Z`) - epoch1900) / day
  return serial >= 61 && serial < 2_958_466 ? serial : undefined
}

/** What the number format of a cell, built in or written out, shows. */
export function cellFormatOf(id: number, code: string | undefined): CellFormat {
  const known = code ?? builtIn[id]
  if (known === undefined) return (id >= 27 && id <= 36) || (id >= 50 && id <= 58) ? { kind: 'date' } : plain
  const bare = known
    .split(';')[0]!
    .replace(/"[^"]*"|\\.|_.|\*./g, '')
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
  if (/general|@/i.test(bare)) return plain
  const digits = /^(?:#,##)?(0+)(?:\.(0+))?$/.exec(bare.replace(/[\s€$£¥]/g, ''))
  if (digits) return { kind: 'digits', whole: digits[1]!.length, places: digits[2]?.length ?? 0 }
  if (/\[(?:h+|m+|s+)\]/i.test(bare)) return { kind: 'duration' }
  if (/[0#?]/.test(bare.replace(/[.,]0+/g, '')) || !/[dmyhs]/i.test(bare)) return plain
  return /[yd]/i.test(bare) || !/[hs]/i.test(bare) ? { kind: 'date' } : { kind: 'time' }
}

const builtIn: Record<number, string> = {
  1: '0',
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  14: 'm/d/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'm/d/yyyy h:mm',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
}
