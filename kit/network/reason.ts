import { defineMessages, quotedTexts, type Message } from '../messages/messages.ts'
import { codeOf, messageOf } from '../errors/caught.ts'

const texts = defineMessages({
  refused: {
    en: 'nothing answers at this address and port ({code})',
    de: 'unter dieser Adresse und diesem Port antwortet nichts ({code})',
  },
  time: { en: 'it did not answer in time ({code})', de: 'es kam nicht rechtzeitig eine Antwort ({code})' },
  closed: { en: 'it closed the connection ({code})', de: 'die Gegenseite hat die Verbindung geschlossen ({code})' },
  unreachable: { en: 'there is no way to this address ({code})', de: 'zu dieser Adresse führt kein Weg ({code})' },
  unknown: { en: 'there is no host of this name ({code})', de: 'einen Host dieses Namens gibt es nicht ({code})' },
  expired: { en: 'its certificate has expired ({code})', de: 'ihr Zertifikat ist abgelaufen ({code})' },
  untrusted: {
    en: 'its certificate is signed by nobody known here ({code})',
    de: 'ihr Zertifikat ist von niemandem unterschrieben, der hier bekannt ist ({code})',
  },
  otherName: {
    en: 'its certificate is for another host ({code})',
    de: 'ihr Zertifikat gilt für einen anderen Host ({code})',
  },
  noTls: {
    en: 'it does not speak TLS at this port ({code})',
    de: 'unter diesem Port wird kein TLS gesprochen ({code})',
  },
})

/** What Node, OpenSSL and undici call it: https://nodejs.org/api/errors.html and https://docs.openssl.org/master/man1/openssl-verification-options/ */
const reasons: Record<string, keyof typeof texts> = {
  ECONNREFUSED: 'refused',
  ETIMEDOUT: 'time',
  UND_ERR_CONNECT_TIMEOUT: 'time',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  UND_ERR_SOCKET: 'closed',
  EHOSTUNREACH: 'unreachable',
  ENETUNREACH: 'unreachable',
  ENOTFOUND: 'unknown',
  CERT_HAS_EXPIRED: 'expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'untrusted',
  SELF_SIGNED_CERT_IN_CHAIN: 'untrusted',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'untrusted',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'untrusted',
  ERR_TLS_CERT_ALTNAME_INVALID: 'otherName',
  ERR_SSL_WRONG_VERSION_NUMBER: 'noTls',
  ERR_SSL_PACKET_LENGTH_TOO_LONG: 'noTls',
  // Of mysql2.
  HANDSHAKE_NO_SSL_SUPPORT: 'noTls',
}

/** Why a connection failed, in words to stand behind a colon; what the driver says where it is none of the known reasons. */
export function networkReason(caught: unknown): Message {
  const first = caught instanceof AggregateError ? (caught.errors[0] as unknown) : caught
  const code = codeOf(first)
  const known = reasons[code]
  return known ? texts[known]({ code }) : quotedTexts(messageOf(first) || code)
}
