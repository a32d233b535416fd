import type { Message } from '@weft/kit/messages/messages.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { z } from 'zod'

/** Asks somebody else, such as the server whether a name is taken. */
type Ask = (value: unknown) => Promise<{ valid: boolean; message?: Message | undefined }>

export const remote = defineValidator({
  key: 'remote',
  options: z.strictObject({ ask: z.custom<Ask>((ask) => typeof ask === 'function') }),
  async check(value, { ask }) {
    const { valid, message } = await ask(value)
    return valid ? undefined : (message ?? false)
  },
  labels: { title: { en: 'Remote check', de: 'Prüfung durch den Server' } },
  examples: [
    { value: 'free', options: { ask: async (value) => ({ valid: value !== 'taken' }) }, valid: true },
    { value: 'taken', options: { ask: async (value) => ({ valid: value !== 'taken' }) }, valid: false },
  ],
})
