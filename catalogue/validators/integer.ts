import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Please enter a whole number.', de: 'Bitte geben Sie eine ganze Zahl ein.' },
})

export const integer = defineValidator({
  key: 'integer',
  options: z.strictObject({}),
  check: (value) => (/^[+-]?\d{1,400}$/.test(textOf(value).trim()) ? undefined : texts.wrong()),
  labels: { title: { en: 'Whole number', de: 'Ganze Zahl' } },
  examples: [
    { value: 7, options: {}, valid: true },
    { value: '-12', options: {}, valid: true },
    { value: '007', options: {}, valid: true },
    { value: 7.5, options: {}, valid: false },
    { value: '1e3', options: {}, valid: false },
    { value: 'seven', options: {}, valid: false },
  ],
})
