import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: {
    en: 'Please enter at most {chars, plural, one {# character} other {# characters}}.',
    de: 'Bitte geben Sie höchstens {chars, plural, one {# Zeichen} other {# Zeichen}} ein.',
  },
})

export const maxLength = defineValidator({
  key: 'max_length',
  options: z.strictObject({ max: z.int().min(0) }),
  check: (value, { max }) => ([...textOf(value)].length <= max ? undefined : texts.wrong({ chars: max })),
  labels: { title: { en: 'Maximum length', de: 'Höchstlänge' } },
  examples: [
    { value: 'abc', options: { max: 3 }, valid: true },
    { value: 'abcd', options: { max: 3 }, valid: false },
  ],
})
