import type { Message } from '@weft/kit/messages/messages.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { z } from 'zod'

type Decide = (value: unknown) => boolean | Message | undefined

export const callback = defineValidator({
  key: 'callback',
  /** True or nothing is fine; false or a message is not. */
  options: z.strictObject({ decide: z.custom<Decide>((decide) => typeof decide === 'function') }),
  check(value, { decide }) {
    const answer = decide(value)
    return answer === true ? undefined : answer
  },
  labels: { title: { en: 'Own function', de: 'Eigene Funktion' } },
  examples: [
    { value: 4, options: { decide: (value) => Number(value) % 2 === 0 }, valid: true },
    { value: 5, options: { decide: (value) => Number(value) % 2 === 0 }, valid: false },
    { value: 5, options: { decide: () => undefined }, valid: true },
  ],
})
