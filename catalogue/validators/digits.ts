import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Only digits are allowed.', de: 'Es sind nur Ziffern erlaubt.' },
})

export const digits = defineValidator({
  key: 'digits',
  options: z.strictObject({}),
  check: (value) => (/^\d+$/.test(textOf(value)) ? undefined : texts.wrong()),
  labels: { title: { en: 'Digits', de: 'Ziffern' } },
  examples: [
    { value: '0042', options: {}, valid: true },
    { value: 42, options: {}, valid: true },
    { value: '-42', options: {}, valid: false },
    { value: '4 2', options: {}, valid: false },
  ],
})
