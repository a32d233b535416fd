import { comparable } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: {
    en: 'Please enter a value between {min} and {max}.',
    de: 'Bitte geben Sie einen Wert zwischen {min} und {max} ein.',
  },
})

export const between = defineValidator({
  key: 'between',
  options: z.strictObject({
    min: z.union([z.number(), z.string()]),
    max: z.union([z.number(), z.string()]),
    inclusive: z.boolean().default(true),
  }),
  check(value, { min, max, inclusive }) {
    const [low, high] = [comparable(value, min), comparable(value, max)]
    const fine = low !== undefined && high !== undefined && (inclusive ? low >= 0 && high <= 0 : low > 0 && high < 0)
    return fine ? undefined : texts.wrong({ min, max })
  },
  labels: { title: { en: 'Between', de: 'Zwischen' } },
  examples: [
    { value: 1, options: { min: 1, max: 10 }, valid: true },
    { value: 1, options: { min: 1, max: 10, inclusive: false }, valid: false },
    { value: '10.01', options: { min: 1, max: 10 }, valid: false },
    { value: '8080', options: { min: 1, max: 65535 }, valid: true },
    { value: '2026-06-01', options: { min: '2026-01-01', max: '2026-12-31' }, valid: true },
  ],
})
