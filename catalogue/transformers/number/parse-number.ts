import { z } from 'zod'
import { Exact } from '@weft/kit/define/compare.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { locale, localeLabel } from './locales.ts'

const texts = defineMessages({
  wrong: { en: '“{value}” is not a number in this notation.', de: '„{value}“ ist keine Zahl in dieser Schreibweise.' },
})

/** Thousands either stand apart everywhere or nowhere. */
const shapes = {
  en: /^([+-]?)(\d{1,3}(?:,\d{3})+|\d{1,100})(?:\.(\d{1,100}))?$/,
  de: /^([+-]?)(\d{1,3}(?:\.\d{3})+|\d{1,100})(?:,(\d{1,100}))?$/,
  fr: /^([+-]?)(\d{1,3}(?:[ \u00a0\u202f]\d{3})+|\d{1,100})(?:,(\d{1,100}))?$/,
  'de-CH': /^([+-]?)(\d{1,3}(?:['’]\d{3})+|\d{1,100})(?:\.(\d{1,100}))?$/,
}

export const parseNumber = defineTransformer({
  key: 'parse_number',
  group: 'number',
  icon: 'IconHash',
  takes: ['text'],
  options: z.strictObject({ locale }),
  gives: 'decimal',
  apply: ({ locale }) => {
    const shape = shapes[locale]
    return (text) => {
      const match = shape.exec(text.trim().replace('−', '-'))
      if (!match) return refuse(texts.wrong({ value: shown(text) }))
      return new Exact(`${match[1]}${match[2]!.replace(/\D/g, '')}.${match[3] ?? '0'}`)
    }
  },
  labels: {
    title: { en: 'Read a number', de: 'Zahl lesen' },
    help: {
      en: 'Makes a number of a text as people write it.',
      de: 'Macht aus einem Text, wie Menschen ihn schreiben, eine Zahl.',
    },
    fields: { locale: localeLabel },
  },
  examples: [
    { takes: ['1.234,50'], gives: '1234.5' },
    { takes: ['1,234.50'], options: { locale: 'en' }, gives: '1234.5' },
    { takes: ['-0,05'], gives: '-0.05' },
    { takes: ['1.23,4'], refuses: '“1.23,4” is not a number in this notation.' },
  ],
})
