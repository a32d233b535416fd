import { sha256, sha512 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const hash = defineTransformer({
  key: 'hash',
  group: 'convert',
  icon: 'IconHash',
  takes: ['text'],
  options: z.strictObject({ algorithm: z.enum(['sha256', 'sha512']).default('sha256') }),
  gives: 'text',
  apply: ({ algorithm }) => {
    const digest = algorithm === 'sha256' ? sha256 : sha512
    return (text) => bytesToHex(digest(utf8ToBytes(text)))
  },
  labels: {
    title: { en: 'Hash', de: 'Hash' },
    help: {
      en: 'A fingerprint of a text in hexadecimal digits.',
      de: 'Ein Fingerabdruck eines Textes in hexadezimalen Ziffern.',
    },
    fields: {
      algorithm: {
        label: { en: 'Method', de: 'Verfahren' },
        options: { sha256: { en: 'SHA-256', de: 'SHA-256' }, sha512: { en: 'SHA-512', de: 'SHA-512' } },
      },
    },
  },
  examples: [{ takes: ['abc'], gives: 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad' }],
})
