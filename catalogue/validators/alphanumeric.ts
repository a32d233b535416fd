import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Only letters and digits are allowed.', de: 'Es sind nur Buchstaben und Ziffern erlaubt.' },
})

export const alphanumeric = defineValidator({
  key: 'alphanumeric',
  options: z.strictObject({}),
  check: (value) => (/^[\p{L}\p{N}]+$/u.test(textOf(value)) ? undefined : texts.wrong()),
  labels: { title: { en: 'Letters and digits', de: 'Buchstaben und Ziffern' } },
  examples: [
    { value: 'abc1', options: {}, valid: true },
    { value: 'Maß2', options: {}, valid: true },
    { value: 'a_1', options: {}, valid: false },
    { value: 'a 1', options: {}, valid: false },
  ],
})
