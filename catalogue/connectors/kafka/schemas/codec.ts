import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Fault } from './fault.ts'
import type { Codec, RegisteredSchema } from './limits.ts'

const texts = defineMessages({
  deep: { en: 'It is nested too deep.', de: 'Es ist zu tief verschachtelt.' },
})

/** How contents of a schema are read and written. Throws Fault for a schema that cannot be used. */
export async function codecOf(schema: RegisteredSchema): Promise<Codec> {
  const make = await makerOf(schema.kind)
  const { decode, encode } = shallow(() => make(schema))
  return {
    decode: (bytes, at) => shallow(() => decode(bytes, at)),
    encode: (value) => shallow(() => encode(value)),
  }
}

/** Each kind is loaded by those only that meet it. */
async function makerOf(kind: RegisteredSchema['kind']): Promise<(schema: RegisteredSchema) => Codec> {
  if (kind === 'AVRO') return (await import('./avro/avro.ts')).avroCodec
  if (kind === 'PROTOBUF') return (await import('./protobuf/protobuf.ts')).protobufCodec
  return (await import('./json/json.ts')).jsonCodec
}

/** What is nested deeper than the machine can follow is a fault of the content. */
function shallow<T>(run: () => T): T {
  try {
    return run()
  } catch (error) {
    throw error instanceof RangeError ? new Fault(texts.deep(), error) : error
  }
}
