import { isEmpty } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { required } from '@weft/kit/messages/required.ts'
import { z } from 'zod'

export const notEmpty = defineValidator({
  key: 'not_empty',
  options: z.strictObject({ trim: z.boolean().default(true) }),
  asks_empty: true,
  check(value, { trim }) {
    const left = trim && typeof value === 'string' ? value.trim() : value
    return isEmpty(left) ? required() : undefined
  },
  labels: { title: { en: 'Not empty', de: 'Nicht leer' } },
  examples: [
    { value: 'x', options: {}, valid: true },
    { value: '', options: {}, valid: false },
    { value: '  ', options: {}, valid: false },
    { value: '  ', options: { trim: false }, valid: true },
    { value: null, options: {}, valid: false },
    { value: 0, options: {}, valid: true },
    { value: [], options: {}, valid: false },
  ],
})
