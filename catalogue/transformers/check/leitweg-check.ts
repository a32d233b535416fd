import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { checked, checkGives, checkLabels, checkOptions } from './verdict.ts'

const texts = defineMessages({
  wrong: { en: '“{value}” is not a valid Leitweg-ID.', de: '„{value}“ ist keine gültige Leitweg-ID.' },
})

/** KoSIT, “Leitweg-ID Format-Spezifikation” 2.0: coarse and fine address, and check digits by ISO 7064 mod 97-10. */
export const leitwegCheck = defineTransformer({
  key: 'leitweg_check',
  group: 'check',
  icon: 'IconMailbox',
  takes: ['text'],
  options: checkOptions,
  gives: checkGives,
  apply: checked(isLeitweg, (value) => texts.wrong({ value })),
  labels: {
    title: { en: 'Check a Leitweg-ID', de: 'Leitweg-ID prüfen' },
    help: {
      en: 'Whether a text is the address of a German authority on an electronic invoice, with the right check digits. Whether it was issued is not checked.',
      de: 'Ob ein Text die Adresse einer Behörde auf einer E-Rechnung ist, mit richtigen Prüfziffern. Ob sie vergeben ist, wird nicht geprüft.',
    },
    fields: checkLabels,
  },
  examples: [
    { takes: ['04011000-1234512345-06'], gives: true },
    { takes: ['992-90009-96'], gives: true },
    { takes: ['09564000-NUE0001-49'], gives: true },
    { takes: ['04011000-1234512345-07'], gives: false },
    { takes: ['17011000-1-06'], gives: false },
  ],
})

/** Federal states by their keys 01 to 16, 99 for the Federation. */
const shape = /^(?:0[1-9]|1[0-6]|99)\d{0,10}(?:-[A-Z0-9]{1,30})?-\d{2}$/

function isLeitweg(text: string): boolean {
  const id = text.trim().toUpperCase()
  if (!shape.test(id)) return false
  const digits = [...id.replaceAll('-', '')].map((char) => parseInt(char, 36)).join('')
  return BigInt(digits) % 97n === 1n
}
