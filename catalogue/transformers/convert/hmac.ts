import { hmac as mac } from '@noble/hashes/hmac.js'
import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { hidden, secretIn, secretLabel, secretName, toBase64 } from './secret.ts'

/** RFC 2104 with the hashes of FIPS 180-4; the key is the secret's text in UTF-8. */
export const hmac = defineTransformer({
  key: 'hmac',
  group: 'convert',
  icon: 'IconShieldCheck',
  takes: ['text'],
  options: z.strictObject({
    secret: secretName,
    algorithm: z.enum(['sha256', 'sha512']).default('sha256'),
    form: z.enum(['hex', 'base64']).default('hex'),
  }),
  gives: 'text',
  secret: ({ secret }) => secret,
  apply: ({ secret, algorithm, form }, moment) => {
    const digest = algorithm === 'sha256' ? sha256 : sha512
    const write = form === 'hex' ? bytesToHex : toBase64
    return (text) => {
      const key = secretIn(moment, secret)
      return key === undefined ? hidden : write(mac(digest, utf8ToBytes(key), utf8ToBytes(text)))
    }
  },
  labels: {
    title: { en: 'HMAC', de: 'HMAC' },
    help: {
      en: 'Signs a text with a secret that the receiver knows, too.',
      de: 'Unterschreibt einen Text mit einem Geheimnis, das auch der Empfänger kennt.',
    },
    fields: {
      secret: secretLabel,
      algorithm: {
        label: { en: 'Method', de: 'Verfahren' },
        options: { sha256: { en: 'SHA-256', de: 'SHA-256' }, sha512: { en: 'SHA-512', de: 'SHA-512' } },
      },
      form: {
        label: { en: 'Written as', de: 'Schreibweise' },
        options: {
          hex: { en: 'Hexadecimal digits', de: 'Hexadezimale Ziffern' },
          base64: { en: 'Base64', de: 'Base64' },
        },
      },
    },
  },
  examples: [
    {
      takes: ['The quick brown fox jumps over the lazy dog'],
      options: { secret: 'partner.key' },
      gives: 'f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
    },
    {
      takes: ['The quick brown fox jumps over the lazy dog'],
      options: { secret: 'partner.key', form: 'base64' },
      gives: '97yD9DBThCSxMpjmqm+xQ+9NWaFJRhdZl0edvC0aPNg=',
    },
    { takes: ['x'], options: { secret: 'nowhere' }, refuses: 'There is no secret “nowhere” in the configuration.' },
  ],
})
