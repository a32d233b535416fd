import { defineMessages, quotedTexts, say, type Language, type Message } from '../messages/messages.ts'
import { Forbidden, Invalid, NotFound, Unauthorised, type FieldErrors } from './errors.ts'

const texts = defineMessages({
  invalid: {
    en: 'The data provided was invalid. Please correct the fields marked in red.',
    de: 'Die Angaben sind ungültig. Bitte korrigieren Sie die rot markierten Felder.',
  },
  parameter: { en: 'The parameter “{name}”: {message}', de: 'Der Parameter „{name}“: {message}' },
  unknownParameter: { en: 'There is no such parameter here.', de: 'Einen solchen Parameter gibt es hier nicht.' },
  notFound: {
    en: 'This entry does not exist, or you may not see it.',
    de: 'Diesen Eintrag gibt es nicht, oder Sie dürfen ihn nicht sehen.',
  },
  forbidden: { en: 'No permissions', de: 'Keine Berechtigung' },
  signedOut: {
    en: 'Your session has expired. Please sign in again.',
    de: 'Ihre Sitzung ist abgelaufen. Bitte melden Sie sich erneut an.',
  },
})

/** What every form says when something in it is wrong. */
export const generalComplaint = texts.invalid

/** 422 with the general sentence and the fields that are wrong. */
export const invalidFields = (fields: FieldErrors) => new Invalid('INVALID', texts.invalid(), { fields })
/** 422 for a single field. */
export const invalidField = (field: string, message: Message) => invalidFields({ [field]: [message] })
/** 422 for what was asked in the address. No form shows it in red, so the sentence names what is wrong. */
export function invalidQuery(wrong: FieldErrors, unknown: readonly string[] = []) {
  const fields = { ...wrong, ...Object.fromEntries(unknown.map((name) => [name, [texts.unknownParameter()]])) }
  const told = (language: Language) =>
    Object.entries(fields)
      .map(([name, [message]]) => say(texts.parameter({ name, message: say(message!, language) }), language))
      .join(' ')
  return new Invalid('QUERY_INVALID', quotedTexts(told('en'), told('de')), { fields })
}
export const notFound = () => new NotFound('NOT_FOUND', texts.notFound())
export const forbidden = () => new Forbidden('FORBIDDEN', texts.forbidden())
/** 401; `end` tells whoever held the session why it is over. */
export const signedOut = (end?: Record<string, unknown>) =>
  new Unauthorised('UNAUTHENTICATED', texts.signedOut(), end && { meta: end })
