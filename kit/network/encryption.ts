import type { TLSSocket } from 'node:tls'
import { defineMessages, type Message } from '../messages/messages.ts'

const texts = defineMessages({
  encrypted: { en: '{protocol}', de: '{protocol}' },
  none: { en: 'Not encrypted', de: 'Nicht verschlüsselt' },
  until: { en: '{protocol}, certificate valid until {day}', de: '{protocol}, Zertifikat gültig bis {day}' },
})

/** How a line is encrypted: the version of TLS and until when the certificate of the other side is valid. */
export function encryptionOf(socket: Pick<TLSSocket, 'getProtocol' | 'getPeerCertificate'> | undefined): Message {
  if (!socket) return texts.none()
  const protocol = (socket.getProtocol() ?? 'TLS').replace('TLSv', 'TLS ')
  const until = Date.parse(socket.getPeerCertificate().valid_to)
  if (Number.isNaN(until)) return texts.encrypted({ protocol })
  return texts.until({ protocol, day: new Date(until).toISOString().slice(0, 10) })
}
