import { gs1Digit } from '@weft/kit/define/gs1.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { checked, checkGives, checkLabels, checkOptions } from './verdict.ts'

const texts = defineMessages({
  wrong: { en: '“{value}” is not a valid SSCC.', de: '„{value}“ ist keine gültige SSCC (NVE).' },
})

/** GS1 General Specifications, 2.2.1 and 7.9; the application identifier (00) in front may be left in. */
export const ssccCheck = defineTransformer({
  key: 'sscc_check',
  group: 'check',
  icon: 'IconPackages',
  takes: ['text'],
  options: checkOptions,
  gives: checkGives,
  apply: checked(isSscc, (value) => texts.wrong({ value })),
  labels: {
    title: { en: 'Check an SSCC', de: 'SSCC (NVE) prüfen' },
    help: {
      en: 'Whether a text is the number of a shipping unit: 18 digits with the right check digit.',
      de: 'Ob ein Text die Nummer einer Versandeinheit ist: 18 Ziffern mit richtiger Prüfziffer.',
    },
    fields: checkLabels,
  },
  examples: [
    { takes: ['376104250021234569'], gives: true },
    { takes: ['(00) 3 7610425 002123456 9'], gives: true },
    { takes: ['376104250021234568'], gives: false },
    { takes: ['37610425'], options: { on_wrong: 'reject' }, refuses: '“37610425” is not a valid SSCC.' },
  ],
})

function isSscc(text: string): boolean {
  const digits = text.replace(/^\s*\(00\)|[ -]/g, '').replace(/^00(?=\d{18}$)/, '')
  return /^\d{18}$/.test(digits) && gs1Digit(digits.slice(0, 17)) === digits[17]
}
