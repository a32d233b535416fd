import { gcm } from '@noble/ciphers/aes.js'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { aesKey, fromBase64, hidden, secretIn, secretLabel, secretName } from './secret.ts'

const texts = defineMessages({
  wrong: {
    en: 'This text was not encrypted with that key, or was changed.',
    de: 'Dieser Text wurde nicht mit diesem Schlüssel verschlüsselt oder wurde verändert.',
  },
})

/** AES-256-GCM (NIST SP 800-38D): Base64 of the nonce (12 bytes), the encrypted text and the tag (16 bytes). */
export const decrypt = defineTransformer({
  key: 'decrypt',
  group: 'convert',
  icon: 'IconLockOpen',
  takes: ['text'],
  options: z.strictObject({ secret: secretName }),
  gives: 'text',
  secret: ({ secret }) => secret,
  apply:
    ({ secret }, moment) =>
    (text) => {
      const written = secretIn(moment, secret)
      return written === undefined ? hidden : opened(text, aesKey(written, secret))
    },
  labels: {
    title: { en: 'Decrypt', de: 'Entschlüsseln' },
    help: {
      en: 'Reads a text that was encrypted with a key of your configuration (AES-256-GCM).',
      de: 'Liest einen Text, der mit einem Schlüssel Ihrer Konfiguration verschlüsselt wurde (AES-256-GCM).',
    },
    fields: { secret: secretLabel },
  },
  examples: [
    {
      takes: ['fOOZpm/p1gJcjmKkeEUBmAgOFxUSi75W0sBr2Z2uvDweS8MogPnG+JunOjUQDi0rC5A='],
      options: { secret: 'aes.key' },
      gives: 'DE89370400440532013000',
    },
    {
      takes: ['AAAA'],
      options: { secret: 'aes.key' },
      refuses: 'This text was not encrypted with that key, or was changed.',
    },
  ],
})

function opened(text: string, key: Uint8Array): string {
  try {
    const bytes = fromBase64(text.trim())
    return new TextDecoder('utf-8', { fatal: true }).decode(gcm(key, bytes.slice(0, 12)).decrypt(bytes.slice(12)))
  } catch {
    return refuse(texts.wrong())
  }
}
