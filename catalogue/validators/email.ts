import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Please enter an e-mail address.', de: 'Bitte geben Sie eine E-Mail-Adresse ein.' },
})

export const email = defineValidator({
  key: 'email',
  options: z.strictObject({}),
  check: (value) => (z.email().safeParse(value).success ? undefined : texts.wrong()),
  labels: { title: { en: 'E-mail', de: 'E-Mail' } },
  examples: [
    { value: 'ada@example.com', options: {}, valid: true },
    { value: 'ada@example', options: {}, valid: false },
    { value: 'ada', options: {}, valid: false },
  ],
})
