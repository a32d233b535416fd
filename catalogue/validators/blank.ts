import type { Message } from '@weft/kit/messages/messages.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { z } from 'zod'

/** Has no rule of its own: it carries what the server said about a field into the form. */
export const blank = defineValidator({
  key: 'blank',
  options: z.strictObject({
    said: z.custom<Message>((said) => typeof said === 'object' && said !== null && 'text' in said).optional(),
  }),
  asks_empty: true,
  check: (_, { said }) => said,
  labels: { title: { en: 'Answer of the server', de: 'Antwort des Servers' } },
  examples: [
    { value: 'anything', options: {}, valid: true },
    {
      value: 'Shop',
      options: { said: { text: { en: 'This name is taken.', de: 'Dieser Name ist vergeben.' }, values: {} } },
      valid: false,
    },
  ],
})
