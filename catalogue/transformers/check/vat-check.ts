import { isVatNumber } from '@weft/kit/define/vat.ts'
import { countries, checkVAT } from 'jsvat'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { checked, checkGives, checkLabels, checkOptions } from './verdict.ts'

const texts = defineMessages({
  wrong: { en: '“{value}” is not a valid VAT number.', de: '„{value}“ ist keine gültige USt-IdNr.' },
})

/**
 * Check digits of all 27 member states, the United Kingdom and Switzerland, by the algorithms of the European Commission's
 * VIES. Only written rightly is what has none that is public: French keys with letters, British GD and HA numbers.
 */
export const vatCheck = defineTransformer({
  key: 'vat_check',
  group: 'check',
  icon: 'IconReceiptTax',
  takes: ['text'],
  options: checkOptions,
  gives: checkGives,
  apply: checked(isRight, (value) => texts.wrong({ value })),
  labels: {
    title: { en: 'Check a VAT number with check digit', de: 'USt-IdNr. mit Prüfziffer prüfen' },
    help: {
      en: 'Whether a text is a VAT number of the EU, the United Kingdom or Switzerland with the right check digit. Whether it was issued only VIES can say.',
      de: 'Ob ein Text eine USt-IdNr. der EU, des Vereinigten Königreichs oder der Schweiz mit richtiger Prüfziffer ist. Ob sie vergeben ist, weiß nur VIES.',
    },
    fields: checkLabels,
  },
  examples: [
    { takes: ['DE 811907980'], gives: true },
    { takes: ['DE811907981'], gives: false },
    { takes: ['ATU33864707'], gives: true },
    { takes: ['CHE-116.281.710 MWST'], gives: true },
    { takes: ['BE1000000021'], gives: true },
    { takes: ['BE1000000022'], gives: false },
    { takes: ['XI980780684'], gives: true },
    { takes: ['DE1'], options: { on_wrong: 'reject' }, refuses: '“DE1” is not a valid VAT number.' },
  ],
})

function isRight(text: string): boolean {
  if (!isVatNumber(text)) return false
  const number = text.toUpperCase().replace(/[ .-]/g, '')
  // The library does not know the numbers that begin with 1, issued since 2024, nor those of Northern Ireland, which are British.
  if (number.startsWith('BE')) return 97 - (Number(number.slice(2, 10)) % 97) === Number(number.slice(10))
  return checkVAT(number.replace(/^XI/, 'GB'), countries).isValid
}
