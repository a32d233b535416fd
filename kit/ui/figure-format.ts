import type { AnswerColumn } from '../define/insight.ts'
import type { Language } from '../messages/messages.ts'

/** A figure as it is read at a glance: millions short, anything below whole, with as many decimal places as are wanted. */
export function figureText(
  value: string | number,
  language: Language,
  { decimals, unit = '' }: { decimals?: number | undefined; unit?: string } = {},
) {
  const amount = Number(value)
  const short = Math.abs(amount) >= 1e6
  const format = new Intl.NumberFormat(
    language,
    short
      ? { notation: 'compact', maximumFractionDigits: 2 }
      : decimals === undefined
        ? { maximumFractionDigits: 2 }
        : { minimumFractionDigits: decimals, maximumFractionDigits: decimals },
  )
  return format.format(amount) + (unit && ` ${unit}`)
}

/** How a number stands to what it was: its share where there was something, otherwise the difference. */
export function changeText(value: string, before: string, language: Language): { text: string; sign: number } {
  const [now, then] = [Number(value), Number(before)]
  const difference = now - then
  const sign = Math.sign(difference)
  const signed = { signDisplay: 'exceptZero', maximumFractionDigits: 1 } as const
  const text =
    then === 0
      ? new Intl.NumberFormat(language, signed).format(difference)
      : new Intl.NumberFormat(language, { ...signed, style: 'percent' }).format(difference / Math.abs(then))
  return { text, sign }
}

const numeric = ['integer', 'big_integer', 'decimal']
export const isFigure = ({ type }: Pick<AnswerColumn, 'type'>) => numeric.includes(type)

/** A value of a table as people read it. */
export function cellText(
  value: unknown,
  { type }: Pick<AnswerColumn, 'type'>,
  language: Language,
  decimals?: number,
): string {
  if (value === null || value === undefined || value === '') return '–'
  if (numeric.includes(type)) {
    const places = type === 'decimal' ? (decimals ?? Math.min(6, String(value).split('.')[1]?.length ?? 0)) : 0
    const digits = { minimumFractionDigits: places, maximumFractionDigits: places }
    return new Intl.NumberFormat(language, digits).format(String(value) as unknown as number)
  }
  if (type === 'date')
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(String(value)))
  if (type === 'date_time')
    return new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' }).format(
      new Date(String(value)),
    )
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}
