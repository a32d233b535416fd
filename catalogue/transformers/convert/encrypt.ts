import { gcm } from '@noble/ciphers/aes.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { aesKey, hidden, secretIn, secretLabel, secretName, toBase64 } from './secret.ts'

/**
 * AES-256-GCM (NIST SP 800-38D): Base64 of the nonce (12 bytes), the encrypted text and the tag (16 bytes). The nonce is made
 * of text, record and key by HMAC, so that none is used twice and a batch that is repeated is encrypted to the same.
 */
export const encrypt = defineTransformer({
  key: 'encrypt',
  group: 'convert',
  icon: 'IconLock',
  takes: ['text'],
  options: z.strictObject({ secret: secretName, same: z.boolean().default(false) }),
  gives: 'text',
  secret: ({ secret }) => secret,
  apply:
    ({ secret, same }, moment) =>
    (text) => {
      const written = secretIn(moment, secret)
      if (written === undefined) return hidden
      const key = aesKey(written, secret)
      const seed = JSON.stringify(['nonce', text, ...(same ? [] : [moment.unique()])])
      const nonce = hmac(sha256, key, utf8ToBytes(seed)).slice(0, 12)
      return toBase64(Uint8Array.from([...nonce, ...gcm(key, nonce).encrypt(utf8ToBytes(text))]))
    },
  labels: {
    title: { en: 'Encrypt', de: 'Verschlüsseln' },
    help: {
      en: 'Encrypts a text with a key of your configuration (AES-256-GCM).',
      de: 'Verschlüsselt einen Text mit einem Schlüssel Ihrer Konfiguration (AES-256-GCM).',
    },
    fields: {
      secret: secretLabel,
      same: {
        label: { en: 'The same text for the same value', de: 'Derselbe Text für denselben Wert' },
        help: {
          en: 'So that it can be compared and is not changed by every run; it then shows which values are equal.',
          de: 'So lässt er sich vergleichen und ändert sich nicht mit jedem Lauf; er zeigt dann aber, welche Werte gleich sind.',
        },
      },
    },
  },
  examples: [
    {
      takes: ['DE89370400440532013000'],
      options: { secret: 'aes.key', same: true },
      gives: 'fOOZpm/p1gJcjmKkeEUBmAgOFxUSi75W0sBr2Z2uvDweS8MogPnG+JunOjUQDi0rC5A=',
    },
    {
      takes: ['x'],
      options: { secret: 'partner.key' },
      refuses: 'The secret “partner.key” is not a key of 32 bytes, written as Base64 or in 64 hexadecimal digits.',
    },
  ],
})
