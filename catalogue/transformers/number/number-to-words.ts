import { toCardinal as german } from 'n2words/de-DE'
import { toCardinal as british } from 'n2words/en-GB'
import { toCardinal as american } from 'n2words/en-US'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  large: {
    en: 'There are words here for numbers of up to {digits} digits.',
    de: 'Hier gibt es Wörter für Zahlen mit bis zu {digits} Ziffern.',
  },
})
const digits = 24
const words = {
  de: { of: german, minus: 'minus', point: 'Komma' },
  en: { of: british, minus: 'minus', point: 'point' },
  'en-US': { of: american, minus: 'minus', point: 'point' },
}

/** Numbers as Unicode CLDR spells them out (rule-based number formats); decimal places digit by digit. */
export const numberToWords = defineTransformer({
  key: 'number_to_words',
  group: 'number',
  icon: 'IconTextSpellcheck',
  takes: ['decimal'],
  options: z.strictObject({ language: z.enum(['de', 'en', 'en-US']).default('de') }),
  gives: 'text',
  apply: ({ language }) => {
    const { of, minus, point } = words[language]
    return (number) => {
      const [whole, places] = number.abs().toFixed().split('.')
      if (whole!.length > digits) return refuse(texts.large({ digits }))
      const said = [
        ...(number.isNegative() && !number.isZero() ? [minus] : []),
        of(BigInt(whole!)),
        ...(places ? [point, ...[...places].map((digit) => of(BigInt(digit)))] : []),
      ]
      return said.join(' ')
    }
  },
  labels: {
    title: { en: 'Number in words', de: 'Zahl in Worten' },
    help: {
      en: 'Writes a number in words, as on a receipt or contract.',
      de: 'Schreibt eine Zahl in Worten, etwa für Quittungen und Verträge.',
    },
    fields: {
      language: {
        label: { en: 'Language', de: 'Sprache' },
        options: {
          de: { en: 'German', de: 'Deutsch' },
          en: { en: 'English (British)', de: 'Englisch (britisch)' },
          'en-US': { en: 'English (American)', de: 'Englisch (amerikanisch)' },
        },
      },
    },
  },
  examples: [
    { takes: ['1234'], gives: 'eintausendzweihundertvierunddreißig' },
    { takes: ['1000000'], gives: 'eine Million' },
    { takes: ['-12.50'], gives: 'minus zwölf Komma fünf' },
    { takes: ['0.07'], gives: 'null Komma null sieben' },
    { takes: ['342'], options: { language: 'en' }, gives: 'three hundred and forty-two' },
    { takes: ['342'], options: { language: 'en-US' }, gives: 'three hundred forty-two' },
    {
      takes: ['1000000000000000000000000'],
      refuses: 'There are words here for numbers of up to 24 digits.',
    },
  ],
})
