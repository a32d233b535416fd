import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault } from '../fault.ts'
import type { Codec, RegisteredSchema } from '../limits.ts'
import { readWhole, sourceOf } from '../source.ts'
import { targetOf, writeWhole } from '../target.ts'
import { readAvro } from './read.ts'
import { avroTypeOf } from './types.ts'
import { writeAvro } from './write.ts'

const texts = defineMessages({
  rest: { en: 'The content goes on behind its end.', de: 'Der Inhalt geht hinter seinem Ende weiter.' },
})

/** Contents in Avro's binary form. Read and written by walking the schema: no code is made of what a registry says. */
export function avroCodec(schema: RegisteredSchema): Codec {
  const type = avroTypeOf(schema)
  return {
    decode(bytes, at) {
      const source = sourceOf(bytes, at)
      return readWhole(source, () => {
        const value = readAvro(source, type)
        if (source.at < source.end) throw new Fault(texts.rest())
        return value
      })
    },
    encode(value) {
      const target = targetOf()
      return writeWhole(target, () => writeAvro(target, type, value))
    },
  }
}
