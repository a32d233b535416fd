import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { isVatNumber } from '@weft/kit/define/vat.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { checked, checkGives, checkLabels, checkOptions } from './verdict.ts'

const texts = defineMessages({
  wrong: {
    en: '“{value}” is not written like a VAT number.',
    de: '„{value}“ ist nicht wie eine USt-IdNr. geschrieben.',
  },
})

export const vatSyntax = defineTransformer({
  key: 'vat_syntax',
  group: 'check',
  icon: 'IconReceiptTax',
  takes: ['text'],
  options: checkOptions,
  gives: checkGives,
  apply: checked(isVatNumber, (value) => texts.wrong({ value })),
  labels: {
    title: { en: 'Check a VAT number', de: 'USt-IdNr. prüfen' },
    help: {
      en: 'Whether a text is written like a VAT number of the EU, the United Kingdom or Switzerland. Whether it was issued is not checked.',
      de: 'Ob ein Text wie eine USt-IdNr. der EU, des Vereinigten Königreichs oder der Schweiz geschrieben ist. Ob sie vergeben ist, wird nicht geprüft.',
    },
    fields: checkLabels,
  },
  examples: [
    { takes: ['DE811907980'], gives: true },
    { takes: ['ATU1234567'], gives: false },
    { takes: ['CHE-123.456.788 MWST'], gives: true },
  ],
})
