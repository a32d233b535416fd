import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'This is no valid JSON: {reason}', de: 'Das ist kein gültiges JSON: {reason}' },
})

export const json = defineValidator({
  key: 'json',
  options: z.strictObject({}),
  check(value) {
    try {
      return void JSON.parse(textOf(value))
    } catch (error) {
      return texts.wrong({ reason: messageOf(error) })
    }
  },
  labels: { title: { en: 'JSON', de: 'JSON' } },
  examples: [
    { value: '{"a":[1,2]}', options: {}, valid: true },
    { value: 'true', options: {}, valid: true },
    { value: '{a:1}', options: {}, valid: false },
  ],
})
