import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { compilePattern, pattern } from '@weft/kit/define/pattern.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'This value does not have the right form.', de: 'Dieser Wert hat nicht die richtige Form.' },
})

export const regularExpression = defineValidator({
  key: 'regular_expression',
  options: z.strictObject({
    pattern,
    flags: z
      .string()
      .regex(
        inWords(/^[ims]*$/, {
          en: 'Only the letters i, m and s are possible.',
          de: 'Nur die Buchstaben i, m und s sind möglich.',
        }),
      )
      .default(''),
  }),
  check: (value, { pattern, flags }) =>
    compilePattern(pattern, flags).test(textOf(value)) ? undefined : texts.wrong(),
  labels: { title: { en: 'Regular expression', de: 'Regulärer Ausdruck' } },
  examples: [
    { value: 'read_file', options: { pattern: '^[a-z][a-z0-9_]*$' }, valid: true },
    { value: 'Read file', options: { pattern: '^[a-z][a-z0-9_]*$' }, valid: false },
    { value: 'ABC', options: { pattern: '^[a-z]+$', flags: 'i' }, valid: true },
  ],
})
