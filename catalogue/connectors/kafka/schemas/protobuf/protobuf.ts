import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault } from '../fault.ts'
import type { Codec, RegisteredSchema } from '../limits.ts'
import { readWhole, sourceOf, takeZigzag, type Source } from '../source.ts'
import { putByte, targetOf, writeWhole } from '../target.ts'
import { readMessage } from './read.ts'
import { declaredBy, type Declared, type ProtoMessage } from './types.ts'
import { writeMessage } from './write.ts'

const texts = defineMessages({
  message: {
    en: 'The schema has no message number {number}.',
    de: 'Das Schema hat keine Nachricht Nummer {number}.',
  },
})

/** Contents in Protobuf's wire form. Those who send take the first message of the schema. */
export function protobufCodec(schema: RegisteredSchema): Codec {
  const declared = declaredBy(schema)
  return {
    decode(bytes, at) {
      const source = sourceOf(bytes, at)
      return readWhole(source, () => readMessage(source, chosenBy(source, declared)))
    },
    encode(value) {
      const target = targetOf()
      return writeWhole(target, () => {
        putByte(target, 0)
        writeMessage(target, declared[0]!.message, value)
      })
    },
  }
}

/** Numbers in front of the content lead from the schema to a message inside of messages; a single zero stands for its first one. */
function chosenBy(source: Source, declared: Declared[]): ProtoMessage {
  const steps = Number(takeZigzag(source))
  let [here, message] = [declared, declared[0]!.message]
  for (let step = 0; step < Math.max(1, steps); step++) {
    const number = steps === 0 ? 0n : takeZigzag(source)
    const found = here[Number(number)]
    if (!found || steps < 0) throw new Fault(texts.message({ number: String(number) }))
    here = found.inner
    message = found.message
  }
  return message
}
