import { isEmpty } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'This field is required.', de: 'Dieses Feld ist erforderlich.' },
})

export const required = defineValidator({
  key: 'required',
  options: z.strictObject({}),
  asks_empty: true,
  check: (value) => (isEmpty(value) ? texts.wrong() : undefined),
  labels: { title: { en: 'Required', de: 'Pflichtfeld' } },
  examples: [
    { value: 'x', options: {}, valid: true },
    { value: '', options: {}, valid: false },
    { value: null, options: {}, valid: false },
    { value: false, options: {}, valid: true },
  ],
})
