import { defineMessages, quotedTexts, type Message } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  version: { en: 'it does not speak this version of MQTT', de: 'diese MQTT-Version wird nicht gesprochen' },
  clientId: { en: 'it does not accept the client ID', de: 'die Client-ID wird nicht angenommen' },
  unavailable: { en: 'the service is not available', de: 'der Dienst ist nicht verfügbar' },
  credentials: { en: 'user or password is wrong', de: 'Benutzer oder Passwort ist falsch' },
  notAllowed: { en: 'this user may not do that', de: 'dieser Benutzer darf das nicht' },
  busy: { en: 'the server is busy', de: 'der Server ist überlastet' },
  banned: { en: 'this client is banned', de: 'dieser Client ist gesperrt' },
  stopping: { en: 'the server is shutting down', de: 'der Server wird heruntergefahren' },
  takenOver: {
    en: 'somebody else has connected with the same client ID',
    de: 'jemand anderes hat sich mit derselben Client-ID verbunden',
  },
  filter: { en: 'the topic is written wrongly', de: 'das Thema ist falsch geschrieben' },
  tooLarge: { en: 'the message is too large', de: 'die Nachricht ist zu groß' },
  quota: { en: 'a quota is used up', de: 'ein Kontingent ist erschöpft' },
  format: { en: 'the content has the wrong format', de: 'der Inhalt hat das falsche Format' },
  code: { en: 'reason code {code}', de: 'Grundcode {code}' },
})

/** Of version 5: https://docs.oasis-open.org/mqtt/mqtt/v5.0/os/mqtt-v5.0-os.html#_Toc3901031; those below 6 are of 3.1.1. */
const known: Record<number, keyof typeof texts> = {
  0x01: 'version',
  0x02: 'clientId',
  0x03: 'unavailable',
  0x04: 'credentials',
  0x05: 'notAllowed',
  0x84: 'version',
  0x85: 'clientId',
  0x86: 'credentials',
  0x87: 'notAllowed',
  0x88: 'unavailable',
  0x89: 'busy',
  0x8a: 'banned',
  0x8b: 'stopping',
  0x8e: 'takenOver',
  0x8f: 'filter',
  0x90: 'filter',
  0x95: 'tooLarge',
  0x97: 'quota',
  0x99: 'format',
}

/** Why the broker refuses something: in its own words where it has any. */
export function reasonOf(code: number, own?: string): Message {
  if (own) return quotedTexts(own)
  const name = known[code]
  return name ? texts[name]({ code }) : texts.code({ code: `0x${code.toString(16).padStart(2, '0')}` })
}

/** Refusals of the sign-in that stay until somebody changes something. */
export const isDenial = (code: number) => [0x02, 0x04, 0x05, 0x85, 0x86, 0x87, 0x8a, 0x8c].includes(code)
