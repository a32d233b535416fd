import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'The two values differ.', de: 'Die beiden Werte stimmen nicht überein.' },
})

export const identical = defineValidator({
  key: 'identical',
  options: z.strictObject({ other: z.unknown() }),
  check: (value, { other }) => (value === other ? undefined : texts.wrong()),
  labels: { title: { en: 'Identical', de: 'Gleich' } },
  examples: [
    { value: 'secret', options: { other: 'secret' }, valid: true },
    { value: 'secret', options: { other: 'Secret' }, valid: false },
  ],
})
