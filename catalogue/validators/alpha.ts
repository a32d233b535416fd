import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Only letters are allowed.', de: 'Es sind nur Buchstaben erlaubt.' },
})

export const alpha = defineValidator({
  key: 'alpha',
  options: z.strictObject({}),
  check: (value) => (/^\p{L}+$/u.test(textOf(value)) ? undefined : texts.wrong()),
  labels: { title: { en: 'Letters', de: 'Buchstaben' } },
  examples: [
    { value: 'Größe', options: {}, valid: true },
    { value: 'abc1', options: {}, valid: false },
    { value: 'a b', options: {}, valid: false },
  ],
})
