import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: {
    en: 'Please enter at least {chars, plural, one {# character} other {# characters}}.',
    de: 'Bitte geben Sie mindestens {chars, plural, one {# Zeichen} other {# Zeichen}} ein.',
  },
})

export const minLength = defineValidator({
  key: 'min_length',
  options: z.strictObject({ min: z.int().min(0) }),
  check: (value, { min }) => ([...textOf(value)].length >= min ? undefined : texts.wrong({ chars: min })),
  labels: { title: { en: 'Minimum length', de: 'Mindestlänge' } },
  examples: [
    { value: 'abc', options: { min: 3 }, valid: true },
    { value: 'ab', options: { min: 3 }, valid: false },
  ],
})
