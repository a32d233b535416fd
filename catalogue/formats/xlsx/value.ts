import { durationOf, isoOf, type CellFormat } from './serial.ts'

/** What a cell that holds a number means: a date or duration as text, digits as they are shown where the format fixes them, else a number. */
export function valueOf(text: string, format: CellFormat, from1904: boolean): string | number {
  const number = Number(text)
  if (format.kind === 'date' || format.kind === 'time') return isoOf(number, from1904, format.kind)
  if (format.kind === 'duration') return durationOf(number)
  // More digits than a spreadsheet keeps were written by another program, which meant them.
  if (
    !Number.isFinite(number) ||
    (/^-?\d+(\.\d+)?$/.test(text) && text.replace(/^-?0*\.?0*|\.|0+$/g, '').length > (text.includes('.') ? 17 : 15))
  )
    return text
  // Spreadsheets show fifteen digits; what a double adds behind them is noise.
  const shown = Number(number.toPrecision(15))
  return format.kind === 'digits' && (format.whole > 1 || format.places > 0) ? padded(shown, format) : shown + 0
}

/** The digits a format such as `0.00` or `00000` shows; more than it shows are never cut off. */
function padded(number: number, { whole, places }: { whole: number; places: number }): string {
  const text = Math.abs(number).toFixed(20).includes('e') ? String(Math.abs(number)) : exact(Math.abs(number))
  const [before = '', behind = ''] = text.split('.')
  const digits = behind.padEnd(places, '0')
  return `${number < 0 ? '-' : ''}${before.padStart(whole, '0')}${digits === '' ? '' : `.${digits}`}`
}

/** A number without an exponent. */
function exact(number: number): string {
  const text = String(number)
  if (!text.includes('e-')) return text
  const [mantissa = '', exponent = '0'] = text.split('e-')
  const digits = mantissa.replace('.', '')
  return `0.${'0'.repeat(Number(exponent) - 1)}${digits}`
}

/** Control characters stand in a workbook as `_x0008_`, and what looks like one with its underscore escaped. */
export const unescaped = (text: string) =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(parseInt(code, 16)))
    : text
export const controlsEscaped = (text: string) =>
  text
    .replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_')
    .replace(
      /[\x00-\x08\x0b\x0c\x0d\x0e-\x1f\ufffe\uffff]/g,
      (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
    )
