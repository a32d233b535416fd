import { codeOf, messageOf } from '@weft/kit/errors/caught.ts'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'
import { deniedError, lineError } from '@weft/kit/network/line-error.ts'

const texts = defineMessages({
  refused: { en: '{host} does not take the mail: {reason}', de: '{host} nimmt die Mail nicht an: {reason}' },
  partly: {
    en: 'The mail has left, but not for {rejected}: {reason}',
    de: 'Die Mail ist hinausgegangen, aber nicht an {rejected}: {reason}',
  },
})

type Refusal = { responseCode?: number; response?: string }

/** What the server said: below 500 it may take the mail later, https://www.rfc-editor.org/rfc/rfc5321#section-4.2 */
export function smtpError(host: string, cause: unknown): WeftError {
  if (cause instanceof WeftError) return cause
  const { responseCode = 0, response } = cause as Refusal
  const reason = quotedTexts(response ?? messageOf(cause))
  const isForGood = responseCode >= 500
  if (codeOf(cause) === 'EAUTH')
    return isForGood
      ? deniedError(host, reason, cause)
      : lineError(host, new Error(response ?? messageOf(cause), { cause }))
  // With no word of the server it is an address or a content that no server is asked about.
  if (['EENVELOPE', 'EMESSAGE', 'ESTREAM'].includes(codeOf(cause)))
    return refused(isForGood || responseCode === 0, about(texts.refused({ host, reason: '' }), reason), cause)
  return lineError(host, withNetworkCode(cause))
}

/** Some were taken: sent again, those would have it twice. */
export const partlyRefused = (rejected: string[], response: string) =>
  new Invalid(
    'MAIL_PARTLY_REFUSED',
    about(texts.partly({ rejected: rejected.join(', '), reason: '' }), quotedTexts(response)),
  )

const about = (text: Message, reason: Message) => inserted(text, 'reason', reason)

const refused = (isForGood: boolean, say: Message, cause: unknown) =>
  isForGood ? new Invalid('MAIL_REFUSED', say, { cause }) : new Unavailable('MAIL_REFUSED_FOR_NOW', say, { cause })

/** The client puts codes of its own in the place of those of the network, which its sentences still tell. */
function withNetworkCode(cause: unknown): unknown {
  const message = messageOf(cause)
  const code = /\b(ECONN[A-Z]+|E[A-Z]*UNREACH|ETIMEDOUT|EPIPE|ENOTFOUND)\b/.exec(message)?.[1]
  const known = code ?? certificate.find(([words]) => message.includes(words))?.[1]
  return known ? Object.assign(new Error(message, { cause }), { code: known }) : cause
}
const certificate = [
  ['certificate has expired', 'CERT_HAS_EXPIRED'],
  ['in certificate chain', 'SELF_SIGNED_CERT_IN_CHAIN'],
  ['self-signed certificate', 'DEPTH_ZERO_SELF_SIGNED_CERT'],
  ['unable to get local issuer', 'UNABLE_TO_GET_ISSUER_CERT_LOCALLY'],
  ['unable to verify the first certificate', 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
  ["does not match certificate's altnames", 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ['wrong version number', 'ERR_SSL_WRONG_VERSION_NUMBER'],
] as const
