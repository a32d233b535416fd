import { z } from 'zod'
import { gs1Digit } from '@weft/kit/define/gs1.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  wrong: {
    en: '“{value}” is not a number of {digits} digits without its check digit.',
    de: '„{value}“ ist keine Nummer aus {digits} Ziffern ohne Prüfziffer.',
  },
})
const digits = { gtin_8: 7, gtin_12: 11, gtin_13: 12, gtin_14: 13, sscc: 17, gln: 12, any: 0 }

/** GS1 General Specifications, 7.9: “Check digit calculations”. */
export const gs1CheckDigit = defineTransformer({
  key: 'gs1_check_digit',
  group: 'check',
  icon: 'IconBarcode',
  takes: ['text'],
  options: z.strictObject({
    kind: z.enum(['any', 'gtin_8', 'gtin_12', 'gtin_13', 'gtin_14', 'sscc', 'gln']).default('any'),
    fill: z.boolean().default(false),
  }),
  gives: 'text',
  apply: ({ kind, fill }) => {
    const wanted = digits[kind]
    return (text) => {
      const bare = text.replace(/[ -]/g, '')
      const number = fill ? bare.padStart(wanted, '0') : bare
      if (!/^\d{1,30}$/.test(number) || (wanted > 0 && number.length !== wanted))
        return refuse(texts.wrong({ value: shown(text), digits: wanted || '1–30' }))
      return number + gs1Digit(number)
    }
  },
  labels: {
    title: { en: 'Add a GS1 check digit', de: 'GS1-Prüfziffer anfügen' },
    help: {
      en: 'Completes a GTIN, SSCC or GLN that lacks its last digit.',
      de: 'Ergänzt eine GTIN, SSCC oder GLN, der die letzte Ziffer fehlt.',
    },
    fields: {
      kind: {
        label: { en: 'Kind of number', de: 'Art der Nummer' },
        options: {
          any: { en: 'Any length', de: 'Beliebige Länge' },
          gtin_8: { en: 'GTIN-8', de: 'GTIN-8' },
          gtin_12: { en: 'GTIN-12 (UPC)', de: 'GTIN-12 (UPC)' },
          gtin_13: { en: 'GTIN-13 (EAN)', de: 'GTIN-13 (EAN)' },
          gtin_14: { en: 'GTIN-14', de: 'GTIN-14' },
          sscc: { en: 'SSCC (pallet, parcel)', de: 'SSCC (NVE: Palette, Paket)' },
          gln: { en: 'GLN (place)', de: 'GLN (Ort)' },
        },
      },
      fill: { en: 'Fill up with zeros in front', de: 'Vorn mit Nullen auffüllen' },
    },
  },
  examples: [
    { takes: ['400638133393'], gives: '4006381333931' },
    { takes: ['9638507'], options: { kind: 'gtin_8' }, gives: '96385074' },
    { takes: ['37610425002123456'], options: { kind: 'sscc' }, gives: '376104250021234569' },
    { takes: ['629104150021'], options: { kind: 'gtin_14', fill: true }, gives: '06291041500213' },
    {
      takes: ['4006'],
      options: { kind: 'gtin_13' },
      refuses: '“4006” is not a number of 12 digits without its check digit.',
    },
  ],
})
