import { Invalid, Unavailable, WeftError } from '../errors/errors.ts'
import { defineMessages, inserted } from '../messages/messages.ts'
import { networkReason } from './reason.ts'

const texts = defineMessages({
  failed: {
    en: 'The database {database} on {host} cannot be opened: {reason}',
    de: 'Die Datenbank {database} auf {host} lässt sich nicht öffnen: {reason}',
  },
  statement: {
    en: 'The database {database} on {host} answers with an error: {reason}',
    de: 'Die Datenbank {database} auf {host} antwortet mit einem Fehler: {reason}',
  },
})

type Where = { host: string; database: string }
/** `said`: what the driver has wrapped, where the cause alone does not tell it. */
type Judged = { said?: unknown }

/** What somebody can act on who has entered where to connect to: `denied` where the sign-in was refused. */
export function openingError(
  { host, database }: Where,
  cause: unknown,
  { said = cause, denied }: Judged & { denied: boolean },
): WeftError {
  if (cause instanceof WeftError) return cause
  const say = inserted(texts.failed({ host, database, reason: '' }), 'reason', networkReason(said))
  return denied
    ? new Invalid('CONNECTION_DENIED', say, { cause })
    : new Unavailable('CONNECTION_FAILED', say, { cause })
}

/** What the server said of a statement: `refused` where another try would say the same. */
export function answerError(
  { host, database }: Where,
  cause: unknown,
  { said = cause, refused }: Judged & { refused: boolean },
): WeftError {
  if (cause instanceof WeftError) return cause
  const say = inserted(texts.statement({ host, database, reason: '' }), 'reason', networkReason(said))
  return refused
    ? new Invalid('STATEMENT_REFUSED', say, { cause })
    : new Unavailable('CONNECTION_FAILED', say, { cause })
}
