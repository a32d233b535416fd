import { isIban } from '@weft/kit/define/bank.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { checked, checkGives, checkLabels, checkOptions } from './verdict.ts'

const texts = defineMessages({
  wrong: { en: '“{value}” is not a valid IBAN.', de: '„{value}“ ist keine gültige IBAN.' },
})

export const ibanCheck = defineTransformer({
  key: 'iban_check',
  group: 'check',
  icon: 'IconBuildingBank',
  takes: ['text'],
  options: checkOptions,
  gives: checkGives,
  apply: checked(isIban, (value) => texts.wrong({ value })),
  labels: {
    title: { en: 'Check an IBAN', de: 'IBAN prüfen' },
    help: {
      en: 'Whether a text is an IBAN of the right length with the right check digits. Blanks do not matter.',
      de: 'Ob ein Text eine IBAN der richtigen Länge mit richtigen Prüfziffern ist. Leerzeichen spielen keine Rolle.',
    },
    fields: checkLabels,
  },
  examples: [
    { takes: ['DE89 3704 0044 0532 0130 00'], gives: true },
    { takes: ['DE89 3704 0044 0532 0130 01'], gives: false },
    { takes: ['DE8937040044053201300'], gives: false },
  ],
})
