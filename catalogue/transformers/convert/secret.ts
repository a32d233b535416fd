import { z } from 'zod'
import type { Moment } from '@weft/kit/define/transformer.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  missing: {
    en: 'There is no secret “{name}” in the configuration.',
    de: 'In der Konfiguration gibt es kein Geheimnis „{name}“.',
  },
  key: {
    en: 'The secret “{name}” is not a key of 32 bytes, written as Base64 or in 64 hexadecimal digits.',
    de: 'Das Geheimnis „{name}“ ist kein Schlüssel mit 32 Bytes, als Base64 oder in 64 hexadezimalen Ziffern geschrieben.',
  },
})

export const secretName = z.string().min(1).max(191).meta({ input: 'secret_value' })
export const secretLabel = {
  label: { en: 'Secret', de: 'Geheimnis' },
  help: {
    en: 'Its name in the configuration. Before a run it is not read: previews show dots.',
    de: 'Sein Name in der Konfiguration. Vor einem Lauf wird es nicht gelesen: Vorschauen zeigen Punkte.',
  },
}
/** Stands for what only a run computes. */
export const hidden = '••••••••'

/** The secret in a run, undefined before one; refused where a run has none of that name. */
export function secretIn({ secrets }: Moment, name: string): string | undefined {
  return secrets && (secrets.get(name) ?? refuse(texts.missing({ name })))
}

/** A secret as the 32 bytes of a key for AES-256. */
export function aesKey(secret: string, name: string): Uint8Array {
  const text = secret.trim()
  const bytes = /^[0-9a-f]{64}$/i.test(text)
    ? Uint8Array.from(text.match(/../g)!, (pair) => parseInt(pair, 16))
    : /^[A-Za-z0-9+/]{43}=$/.test(text)
      ? fromBase64(text)
      : undefined
  return bytes ?? refuse(texts.key({ name }))
}

export const toBase64 = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(''))
export const fromBase64 = (text: string) => Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
