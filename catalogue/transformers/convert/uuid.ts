import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const uuid = defineTransformer({
  key: 'uuid',
  group: 'convert',
  icon: 'IconId',
  takes: ['text'],
  least: 0,
  takes_empty: true,
  options: z.strictObject({}),
  gives: 'text',
  apply: (_, moment) => (name) => uuidOf(name ?? moment.unique()),
  labels: {
    title: { en: 'UUID', de: 'UUID' },
    help: {
      en: 'A new id for every record, the same one when a batch is repeated. With an input: the same id for the same value.',
      de: 'Eine neue Kennung für jeden Datensatz, dieselbe, wenn ein Stapel wiederholt wird. Mit einer Eingabe: dieselbe Kennung für denselben Wert.',
    },
    fields: {},
  },
  examples: [{ takes: ['A-10482'], gives: '1bcd8334-b8f9-8b7b-9bd8-b9d6dbf02fda' }],
})

/** Version 8 of RFC 9562: the first 122 bits of a SHA-256. */
function uuidOf(text: string): string {
  const bytes = sha256(utf8ToBytes(text)).slice(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytesToHex(bytes).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
