import type { MessageSchemas } from '@weft/kit/define/message-session.ts'
import type { Message } from '@weft/kit/messages/messages.ts'
import { codecOf } from './codec.ts'
import { Fault } from './fault.ts'
import type { Codec, RegisteredSchema } from './limits.ts'
import type { Registry } from './registry.server.ts'
import { header_bytes, schemaIdOf, withSchemaId } from './wire.ts'

type Known = { id: number; codec: Codec } | { refused: Message }
/** Ids stand in messages, which anybody may have written: only so many are kept. */
const most_known = 200

/** Contents by the schemas of a registry: read by the one their writer used, written by the latest one of a subject. */
export function messageSchemas(registry: Registry): MessageSchemas {
  const by_id = keptFor((id: number) => registry.byId(id))
  const by_subject = keptFor((subject: string) => registry.latest(subject))
  return {
    decode: (body) =>
      orReason(async () => {
        const { codec } = usable(await by_id(schemaIdOf(body)))
        return { value: codec.decode(body, header_bytes) }
      }),
    encode: (subject, value) =>
      orReason(async () => {
        const { id, codec } = usable(await by_subject(subject))
        return { body: withSchemaId(id, codec.encode(value)) }
      }),
  }
}

/** What the registry says is asked for once, also where it is that there is nothing. */
function keptFor<K>(find: (key: K) => Promise<RegisteredSchema>): (key: K) => Promise<Known> {
  const known = new Map<K, Known>()
  return async (key) => {
    const kept = known.get(key)
    if (kept) return kept
    const fresh = await orReason(async () => {
      const schema = await find(key)
      return { id: schema.id, codec: await codecOf(schema) }
    }).then((found): Known => ('reason' in found ? { refused: found.reason } : found))
    const [oldest] = known.keys()
    if (known.size >= most_known) known.delete(oldest!)
    known.set(key, fresh)
    return fresh
  }
}

function usable(known: Known) {
  if ('refused' in known) throw new Fault(known.refused)
  return known
}

const orReason = <T>(run: () => Promise<T>): Promise<T | { reason: Message }> =>
  run().catch((error: unknown) => {
    if (error instanceof Fault) return { reason: error.reason }
    throw error
  })
