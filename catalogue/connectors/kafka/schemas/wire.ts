import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault, placed } from './fault.ts'
import { viewOf } from './source.ts'

const texts = defineMessages({
  magic: {
    en: 'The content does not begin with the id of a schema.',
    de: 'Der Inhalt beginnt nicht mit der ID eines Schemas.',
  },
})

/** A zero and the id of the schema stand in front of what it describes. */
export const header_bytes = 5

export function schemaIdOf(bytes: Uint8Array): number {
  if (bytes.length < header_bytes || bytes[0] !== 0) throw new Fault(placed(texts.magic(), [], 0))
  return viewOf(bytes).getUint32(1)
}

export function withSchemaId(id: number, content: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(header_bytes + content.length)
  viewOf(bytes).setUint32(1, id)
  bytes.set(content, header_bytes)
  return bytes
}
