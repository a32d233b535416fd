import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'This value must differ from the other one.', de: 'Dieser Wert muss sich vom anderen unterscheiden.' },
})

export const different = defineValidator({
  key: 'different',
  options: z.strictObject({ other: z.unknown() }),
  check: (value, { other }) => (value === other ? texts.wrong() : undefined),
  labels: { title: { en: 'Different', de: 'Verschieden' } },
  examples: [
    { value: 'ada', options: { other: 'ada-password' }, valid: true },
    { value: 'ada', options: { other: 'ada' }, valid: false },
  ],
})
