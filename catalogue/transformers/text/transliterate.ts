import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

const letters: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'Ae',
  œ: 'oe',
  Œ: 'Oe',
  ø: 'oe',
  Ø: 'Oe',
  å: 'aa',
  Å: 'Aa',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'Th',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
}

/** Letters of the Latin script without marks; German, Nordic and French letters as their languages write them out. */
export const plainLetters = (text: string) =>
  text
    .normalize('NFC')
    .replace(/[äöüÄÖÜßẞæÆœŒøØåÅðÐþÞłŁđĐı]/g, (letter) => letters[letter]!)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .normalize('NFC')

export const transliterate = defineTransformer({
  key: 'transliterate',
  group: 'text',
  icon: 'IconLanguage',
  takes: ['text'],
  options: z.strictObject({}),
  gives: 'text',
  apply: () => plainLetters,
  labels: {
    title: { en: 'Write out special letters', de: 'Sonderbuchstaben ausschreiben' },
    help: { en: 'ä becomes ae, ß becomes ss, é becomes e.', de: 'Aus ä wird ae, aus ß wird ss, aus é wird e.' },
    fields: {},
  },
  examples: [
    { takes: ['Müller Straße, Tromsø, Bräcke, São Paulo'], gives: 'Mueller Strasse, Tromsoe, Braecke, Sao Paulo' },
    { takes: ['u\u0308ber'], gives: 'ueber' },
  ],
})
