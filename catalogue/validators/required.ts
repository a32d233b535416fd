import { isEmpty } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { required as isRequired } from '@weft/kit/messages/required.ts'
import { z } from 'zod'

export const required = defineValidator({
  key: 'required',
  options: z.strictObject({}),
  asks_empty: true,
  check: (value) => (isEmpty(value) ? isRequired() : undefined),
  labels: { title: { en: 'Required', de: 'Pflichtfeld' } },
  examples: [
    { value: 'x', options: {}, valid: true },
    { value: '', options: {}, valid: false },
    { value: null, options: {}, valid: false },
    { value: false, options: {}, valid: true },
  ],
})
