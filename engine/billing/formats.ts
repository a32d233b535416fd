import type { Language } from '@weft/kit/messages/messages.ts'

/** Exact text of a number as an invoice in that language writes it. */
export function formatsFor(language: Language, currency: string) {
  const exact = (format: Intl.NumberFormat) => (text: string) => format.format(text as `${number}`)
  const zone = { timeZone: 'UTC' } as const
  // Days and months in figures are read one way here and the other there.
  const date =
    language === 'de'
      ? new Intl.DateTimeFormat('de', { ...zone, day: '2-digit', month: '2-digit', year: 'numeric' })
      : new Intl.DateTimeFormat('en-GB', { ...zone, day: 'numeric', month: 'short', year: 'numeric' })
  return {
    money: exact(new Intl.NumberFormat(language, { style: 'currency', currency })),
    price: exact(
      new Intl.NumberFormat(language, {
        style: 'currency',
        currency,
        minimumFractionDigits: 2,
        maximumFractionDigits: 4,
      }),
    ),
    number: exact(new Intl.NumberFormat(language, { maximumFractionDigits: 4 })),
    date: (day: string) => date.format(new Date(day)),
  }
}
