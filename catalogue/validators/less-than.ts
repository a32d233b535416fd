import { comparable } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Please enter a value less than {max}.', de: 'Bitte geben Sie einen Wert kleiner als {max} ein.' },
  most: { en: 'Please enter a value of at most {max}.', de: 'Bitte geben Sie einen Wert von höchstens {max} ein.' },
})

export const lessThan = defineValidator({
  key: 'less_than',
  options: z.strictObject({ max: z.union([z.number(), z.string()]), inclusive: z.boolean().default(false) }),
  check(value, { max, inclusive }) {
    const order = comparable(value, max)
    const fine = order !== undefined && (inclusive ? order <= 0 : order < 0)
    return fine ? undefined : inclusive ? texts.most({ max }) : texts.wrong({ max })
  },
  labels: { title: { en: 'Less than', de: 'Kleiner als' } },
  examples: [
    { value: 4.99, options: { max: 5 }, valid: true },
    { value: 5, options: { max: 5 }, valid: false },
    { value: '5.0', options: { max: 5, inclusive: true }, valid: true },
    { value: '2026-02-01', options: { max: '2026-01-31' }, valid: false },
    { value: 'few', options: { max: 1 }, valid: false },
  ],
})
