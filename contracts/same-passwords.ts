import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { z } from 'zod'

const texts = defineMessages({
  unequal: { en: 'The two passwords are not the same.', de: 'Die beiden Passwörter stimmen nicht überein.' },
})

/** A new password that was typed twice has to be the same. */
export const samePasswords = (
  body: { password?: string | undefined; password_confirmation?: string | undefined },
  context: z.RefinementCtx,
) => {
  if (body.password_confirmation !== undefined && body.password !== body.password_confirmation)
    context.addIssue({
      code: 'custom',
      path: ['password_confirmation'],
      message: 'unequal',
      params: { say: texts.unequal() },
    })
}
