import { z } from 'zod'
import { defineMessages, say } from '../messages/messages.ts'

const texts = defineMessages({
  wrong: { en: '“{address}” is no valid e-mail address.', de: '„{address}“ ist keine gültige E-Mail-Adresse.' },
})

/** The addresses in a text that holds one, or several by comma or semicolon. */
export const addressesIn = (text: string): string[] =>
  text
    .split(/[,;]/)
    .map((part) => part.trim())
    .filter(Boolean)

export const isAddress = (text: string) => z.email().safeParse(text).success

/** A text of e-mail addresses by comma or semicolon. */
export const mailAddresses = z
  .string()
  .trim()
  .min(1)
  .max(2_000)
  .superRefine((text, context) => {
    const wrong =
      addressesIn(text).find((address) => !isAddress(address)) ??
      (text !== '' && addressesIn(text).length === 0 ? text : undefined)
    if (wrong === undefined) return
    const message = texts.wrong({ address: wrong })
    context.addIssue({ code: 'custom', message: say(message, 'en'), params: { say: message } })
  })
