import { Invalid, Unavailable, WeftError } from '../errors/errors.ts'
import { defineMessages, inserted, type Message } from '../messages/messages.ts'
import { networkReason } from './reason.ts'

const texts = defineMessages({
  failed: {
    en: 'The connection to {host} has failed: {reason}',
    de: 'Die Verbindung zu {host} ist fehlgeschlagen: {reason}',
  },
  denied: { en: '{host} refuses the sign-in: {reason}', de: '{host} lehnt die Anmeldung ab: {reason}' },
})

/** What somebody can act on who has entered where to connect to. May be gone at another try. */
export function lineError(host: string, cause: unknown): WeftError {
  if (cause instanceof WeftError) return cause
  const say = inserted(texts.failed({ host, reason: '' }), 'reason', networkReason(cause))
  return new Unavailable('CONNECTION_FAILED', say, { cause })
}

/** The system has answered, and does not let in who is asking. */
export function deniedError(host: string, reason: Message, cause?: unknown): WeftError {
  return new Invalid('CONNECTION_DENIED', inserted(texts.denied({ host, reason: '' }), 'reason', reason), { cause })
}
