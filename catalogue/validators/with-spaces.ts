import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: {
    en: 'Only letters, digits and spaces are allowed.',
    de: 'Es sind nur Buchstaben, Ziffern und Leerzeichen erlaubt.',
  },
})

export const withSpaces = defineValidator({
  key: 'with_spaces',
  options: z.strictObject({}),
  check: (value) => (/^[\p{L}\p{N} ]+$/u.test(textOf(value)) ? undefined : texts.wrong()),
  labels: { title: { en: 'Letters, digits and spaces', de: 'Buchstaben, Ziffern und Leerzeichen' } },
  examples: [
    { value: 'abc 1', options: {}, valid: true },
    { value: 'a_1', options: {}, valid: false },
  ],
})
