import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Please enter a number.', de: 'Bitte geben Sie eine Zahl ein.' },
})

export const numeric = defineValidator({
  key: 'numeric',
  options: z.strictObject({
    decimal_separator: z.enum(['.', ',']).default('.'),
    thousands_separator: z.enum(['', '.', ',', ' ', '’']).default(''),
  }),
  check(value, { decimal_separator, thousands_separator }) {
    const [whole = '', fraction, ...more] = textOf(value).trim().replace(/^[+-]/, '').split(decimal_separator)
    const grouped =
      thousands_separator === ''
        ? /^\d+$/.test(whole)
        : new RegExp(`^(\\d+|\\d{1,3}(\\${thousands_separator}\\d{3})+)$`).test(whole)
    return grouped && more.length === 0 && (fraction === undefined || /^\d+$/.test(fraction))
      ? undefined
      : texts.wrong()
  },
  labels: { title: { en: 'Number', de: 'Zahl' } },
  examples: [
    { value: 10.5, options: {}, valid: true },
    { value: '-0.01', options: {}, valid: true },
    { value: '1.234,56', options: { decimal_separator: ',', thousands_separator: '.' }, valid: true },
    { value: '1.23,56', options: { decimal_separator: ',', thousands_separator: '.' }, valid: false },
    { value: '1,5', options: {}, valid: false },
    { value: '5.', options: {}, valid: false },
    { value: '1.2.3', options: {}, valid: false },
  ],
})
