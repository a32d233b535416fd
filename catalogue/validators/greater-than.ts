import { comparable } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Please enter a value greater than {min}.', de: 'Bitte geben Sie einen Wert größer als {min} ein.' },
  least: { en: 'Please enter a value of at least {min}.', de: 'Bitte geben Sie einen Wert von mindestens {min} ein.' },
})

export const greaterThan = defineValidator({
  key: 'greater_than',
  options: z.strictObject({ min: z.union([z.number(), z.string()]), inclusive: z.boolean().default(false) }),
  check(value, { min, inclusive }) {
    const order = comparable(value, min)
    const fine = order !== undefined && (inclusive ? order >= 0 : order > 0)
    return fine ? undefined : inclusive ? texts.least({ min }) : texts.wrong({ min })
  },
  labels: { title: { en: 'Greater than', de: 'Größer als' } },
  examples: [
    { value: 5.01, options: { min: 5 }, valid: true },
    { value: 5, options: { min: 5 }, valid: false },
    { value: 5, options: { min: 5, inclusive: true }, valid: true },
    { value: '10', options: { min: 9 }, valid: true },
    { value: '0.30000000000000000001', options: { min: '0.3' }, valid: true },
    { value: '2026-02-01', options: { min: '2026-01-31' }, valid: true },
    { value: '2026-01-31', options: { min: '2026-01-31' }, valid: false },
    { value: 'many', options: { min: 1 }, valid: false },
  ],
})
