import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  upper: { en: 'Please use capital letters only.', de: 'Bitte verwenden Sie nur Großbuchstaben.' },
  lower: { en: 'Please use small letters only.', de: 'Bitte verwenden Sie nur Kleinbuchstaben.' },
})

export const stringCase = defineValidator({
  key: 'string_case',
  options: z.strictObject({ case: z.enum(['upper', 'lower']).default('lower') }),
  check(value, options) {
    const text = textOf(value)
    return text === (options.case === 'upper' ? text.toUpperCase() : text.toLowerCase())
      ? undefined
      : texts[options.case]()
  },
  labels: { title: { en: 'Letter case', de: 'Groß- und Kleinschreibung' } },
  examples: [
    { value: 'shop-1', options: {}, valid: true },
    { value: 'Shop', options: {}, valid: false },
    { value: 'DE', options: { case: 'upper' }, valid: true },
    { value: 'De', options: { case: 'upper' }, valid: false },
  ],
})
