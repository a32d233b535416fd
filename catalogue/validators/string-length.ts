import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  short: {
    en: 'Please enter at least {chars, plural, one {# character} other {# characters}}.',
    de: 'Bitte geben Sie mindestens {chars, plural, one {# Zeichen} other {# Zeichen}} ein.',
  },
  long: {
    en: 'Please enter at most {chars, plural, one {# character} other {# characters}}.',
    de: 'Bitte geben Sie höchstens {chars, plural, one {# Zeichen} other {# Zeichen}} ein.',
  },
})

export const stringLength = defineValidator({
  key: 'string_length',
  options: z.strictObject({
    min: z.int().min(0).default(0),
    max: z.int().min(0).optional(),
    count: z.enum(['characters', 'bytes']).default('characters'),
  }),
  check(value, { min, max, count }) {
    const text = textOf(value)
    const length = count === 'bytes' ? new TextEncoder().encode(text).length : [...text].length
    return length < min
      ? texts.short({ chars: min })
      : max !== undefined && length > max
        ? texts.long({ chars: max })
        : undefined
  },
  labels: { title: { en: 'Length', de: 'Länge' } },
  examples: [
    { value: 'abc', options: { min: 3, max: 3 }, valid: true },
    { value: 'ab', options: { min: 3 }, valid: false },
    { value: 'abcd', options: { max: 3 }, valid: false },
    { value: 'äöü', options: { max: 3, count: 'characters' }, valid: true },
    { value: 'äöü', options: { max: 3, count: 'bytes' }, valid: false },
    { value: '👍', options: { max: 1 }, valid: true },
  ],
})
