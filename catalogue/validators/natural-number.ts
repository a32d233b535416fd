import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Please enter a whole number from 1.', de: 'Bitte geben Sie eine ganze Zahl ab 1 ein.' },
})

export const naturalNumber = defineValidator({
  key: 'natural_number',
  options: z.strictObject({}),
  check: (value) => (/^0*[1-9]\d*$/.test(textOf(value)) ? undefined : texts.wrong()),
  labels: { title: { en: 'Natural number', de: 'Natürliche Zahl' } },
  examples: [
    { value: '1', options: {}, valid: true },
    { value: 42, options: {}, valid: true },
    { value: '0', options: {}, valid: false },
    { value: '-1', options: {}, valid: false },
    { value: '1.5', options: {}, valid: false },
  ],
})
