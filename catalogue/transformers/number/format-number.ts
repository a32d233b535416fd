import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { locale, localeLabel, marks } from './locales.ts'

export const formatNumber = defineTransformer({
  key: 'format_number',
  group: 'number',
  icon: 'IconHash',
  takes: ['decimal'],
  options: z.strictObject({
    locale,
    decimals: z.int().min(0).max(30).default(2),
    thousands: z.boolean().default(true),
  }),
  gives: 'text',
  apply: ({ locale, decimals, thousands }) => {
    const [apart, point] = marks[locale]
    return (number) => {
      const [whole, places] = number.toFixed(decimals).split('.')
      const grouped = thousands ? whole!.replace(/\B(?=(\d{3})+$)/g, apart) : whole
      return places ? `${grouped}${point}${places}` : grouped
    }
  },
  labels: {
    title: { en: 'Write a number', de: 'Zahl schreiben' },
    help: { en: 'Writes a number as people read it.', de: 'Schreibt eine Zahl, wie Menschen sie lesen.' },
    fields: {
      locale: localeLabel,
      decimals: { en: 'Decimal places', de: 'Nachkommastellen' },
      thousands: { en: 'Set thousands apart', de: 'Tausender trennen' },
    },
  },
  examples: [
    { takes: ['1234567.895'], gives: '1.234.567,90' },
    { takes: ['-1234.5'], options: { locale: 'de-CH', decimals: 1 }, gives: '-1’234.5' },
    { takes: ['1234'], options: { locale: 'en', decimals: 0, thousands: false }, gives: '1234' },
  ],
})
