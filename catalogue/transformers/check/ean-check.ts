import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { checked, checkGives, checkLabels, checkOptions } from './verdict.ts'

const texts = defineMessages({ wrong: { en: '“{value}” is not a valid EAN.', de: '„{value}“ ist keine gültige EAN.' } })

export const eanCheck = defineTransformer({
  key: 'ean_check',
  group: 'check',
  icon: 'IconBarcode',
  takes: ['text'],
  options: checkOptions,
  gives: checkGives,
  apply: checked(isEan, (value) => texts.wrong({ value })),
  labels: {
    title: { en: 'Check an EAN', de: 'EAN prüfen' },
    help: {
      en: 'Whether a text is a GTIN of 8, 12, 13 or 14 digits with the right check digit.',
      de: 'Ob ein Text eine GTIN mit 8, 12, 13 oder 14 Ziffern und richtiger Prüfziffer ist.',
    },
    fields: checkLabels,
  },
  examples: [
    { takes: ['4006381333931'], gives: true },
    { takes: ['4006381333932'], gives: false },
    { takes: ['96385074'], options: { on_wrong: 'reject' }, gives: '96385074' },
    { takes: ['123'], options: { on_wrong: 'reject' }, refuses: '“123” is not a valid EAN.' },
  ],
})

function isEan(text: string): boolean {
  if (!/^(?:\d{8}|\d{12,14})$/.test(text)) return false
  const sum = [...text].reverse().reduce((sum, digit, i) => sum + Number(digit) * (i % 2 === 0 ? 1 : 3), 0)
  return sum % 10 === 0
}
