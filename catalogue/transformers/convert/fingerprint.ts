import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const fingerprint = defineTransformer({
  key: 'fingerprint',
  group: 'convert',
  icon: 'IconFingerprint',
  takes: { all: 'any', least: 1 },
  options: z.strictObject({}),
  gives: 'text',
  takes_empty: true,
  apply:
    () =>
    (...values) =>
      bytesToHex(sha256(utf8ToBytes(JSON.stringify(values.map((value) => (value === null ? null : asText(value))))))),
  labels: {
    title: { en: 'Fingerprint', de: 'Fingerabdruck' },
    help: {
      en: 'One text of several values, the same for the same values in the same order: a key where no single field is one.',
      de: 'Ein Text aus mehreren Werten, derselbe für dieselben Werte in derselben Reihenfolge: ein Schlüssel, wo kein einzelnes Feld einer ist.',
    },
    fields: {},
  },
  examples: [
    { takes: [10248, '11'], gives: '62392e5fa03dc637f41bfb77dea064feea4210a735137a6da98c4a6a55445f3d' },
    { takes: ['10248', 11], gives: '62392e5fa03dc637f41bfb77dea064feea4210a735137a6da98c4a6a55445f3d' },
  ],
})

const asText = (value: unknown) => (typeof value === 'object' ? JSON.stringify(value) : String(value))
