import { defineElement } from '@weft/kit/define/element.ts'
import type { MessageBatch, MessageSchemas, MessageSession, ReceivedMessage } from '@weft/kit/define/message-session.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import { every, everyLabel } from '@weft/kit/define/polling.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { messageConnection } from '@weft/kit/define/settings.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted, type Message } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  cannot: {
    en: 'Messages cannot be received through the connection {name}.',
    de: 'Über die Verbindung {name} lassen sich keine Nachrichten empfangen.',
  },
  noRegistry: {
    en: 'The connection {name} has no schema registry.',
    de: 'Die Verbindung {name} hat keine Schema-Registry.',
  },
  unreadable: {
    en: 'The message {id} cannot be read by its schema. {reason}',
    de: 'Die Nachricht {id} lässt sich nach ihrem Schema nicht lesen. {reason}',
  },
  noJson: { en: 'The message is no JSON: {reason}', de: 'Die Nachricht ist kein JSON: {reason}' },
})

const contents = ['json', 'text', 'base64', 'schema'] as const
type Content = (typeof contents)[number]
type Kept = { place: string; at: unknown }

export const messageReceived = defineElement({
  key: 'message_received',
  group: 'trigger',
  kind: 'trigger',
  icon: 'IconMessageDown',
  settings: z.strictObject({
    connection: messageConnection,
    topic: z.string().trim().min(1).max(500).meta({ input: 'topic' }),
    every,
    content: z.enum(contents).default('json').meta({ input: 'message_content' }),
    from: z.enum(['oldest', 'newest']).default('oldest'),
    limit: z.int().min(1).max(1_000_000).default(10_000),
    wait_seconds: z.number().min(0.1).max(60).default(2),
    group: z.string().trim().min(1).max(200).default('weft'),
  }),
  starts: 'poll',
  inputs: [],
  exits: ['out', 'rejected'],
  labels: {
    title: { en: 'Message received', de: 'Nachricht empfangen' },
    help: {
      en: 'Starts when messages wait in a queue or topic, and gives one record for each. What a run that ended well has read is not read again; of systems that do not keep their messages, they are kept here before the system is told.',
      de: 'Startet, wenn in einer Queue oder einem Topic Nachrichten warten, und gibt für jede einen Datensatz weiter. Was ein gut beendeter Lauf gelesen hat, wird nicht noch einmal gelesen; bei Systemen, die ihre Nachrichten nicht behalten, sind sie hier gesichert, bevor das System davon erfährt.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      topic: { en: 'Queue or topic', de: 'Queue oder Topic' },
      every: everyLabel,
      content: {
        label: { en: 'Content', de: 'Inhalt' },
        options: {
          json: { en: 'JSON', de: 'JSON' },
          text: { en: 'Text (UTF-8)', de: 'Text (UTF-8)' },
          base64: { en: 'Anything, as Base64', de: 'Beliebig, als Base64' },
          schema: { en: 'By the schema registry', de: 'Nach der Schema-Registry' },
        },
      },
      from: {
        label: { en: 'First look', de: 'Erstes Nachsehen' },
        options: {
          oldest: { en: 'Takes all that is kept there', de: 'Nimmt alles, was dort aufbewahrt ist' },
          newest: { en: 'Takes only what comes from then on', de: 'Nimmt nur, was ab dann kommt' },
        },
      },
      limit: { en: 'Messages at a time', de: 'Nachrichten auf einmal' },
      wait_seconds: {
        label: { en: 'Wait for more (seconds)', de: 'Auf weitere warten (Sekunden)' },
        help: {
          en: 'The run begins with what has come once nothing more comes for so long.',
          de: 'Der Lauf beginnt mit dem, was gekommen ist, wenn so lange nichts mehr kommt.',
        },
      },
      group: {
        label: { en: 'Group', de: 'Gruppe' },
        help: {
          en: 'Readers of one group share the messages, where the system knows groups.',
          de: 'Leser einer Gruppe teilen sich die Nachrichten, wenn das System Gruppen kennt.',
        },
      },
    },
    exits: { out: { en: 'Messages', de: 'Nachrichten' }, rejected: { en: 'Unreadable', de: 'Unlesbar' } },
  },
  body: {
    async *read(step, _, cursor) {
      const { connection, topic, content, from, limit, wait_seconds, group } = step.settings
      const place = `${connection} ${topic}`
      const kept = (await step.context.states.get('workflow', step.id)) as Kept | undefined
      const begin = cursor ?? (kept?.place === place ? kept.at : undefined)
      const session = await step.context.connections.messages(connection)
      try {
        if (!session.receive) throw new Invalid('SEND_ONLY', texts.cannot({ name: connection }))
        const read = readerOf(session, connection, content)
        const settles: NonNullable<MessageBatch['settle']>[] = []
        let at: unknown
        for await (const batch of session.receive(
          { topic, limit, wait_ms: wait_seconds * 1_000, group, from },
          begin,
        )) {
          step.signal.throwIfAborted()
          if (batch.notice) step.log('warning', batch.notice)
          const { records, rejected } = await recordsOf(topic, batch.messages, read)
          if (batch.settle) settles.push(batch.settle)
          if (batch.cursor !== undefined) at = batch.cursor
          yield { records, rejected, ...(batch.cursor !== undefined && { cursor: batch.cursor }) }
        }
        if (at !== undefined) await step.context.states.keepAtEnd(step.id, { place, at } satisfies Kept)
        if (settles.length > 0)
          yield {
            records: [],
            settle: async () => {
              for (const settle of settles) await settle()
            },
          }
      } finally {
        await session.close()
      }
    },
  },
})

type Read = { body: unknown } | { body: string; reason: Message }
type Reader = (message: ReceivedMessage) => Read | Promise<Read>

function readerOf({ schemas }: MessageSession, connection: string, content: Content): Reader {
  if (content === 'json') return readJson
  if (content !== 'schema')
    return ({ body }) => ({ body: bytesOf(body).toString(content === 'text' ? 'utf8' : 'base64') })
  if (!schemas) throw new Invalid('NO_SCHEMA_REGISTRY', texts.noRegistry({ name: connection }))
  return (message) => readBySchema(schemas, message)
}

function readJson({ body }: ReceivedMessage): Read {
  const text = bytesOf(body).toString('utf8')
  try {
    return { body: text === '' ? null : parseJson(text) }
  } catch (error) {
    return { body: text, reason: texts.noJson({ reason: messageOf(error) }) }
  }
}

/** What cannot be read is kept as it came. */
async function readBySchema(schemas: MessageSchemas, { id, body }: ReceivedMessage): Promise<Read> {
  if (body.length === 0) return { body: null }
  const read = await schemas.decode(body)
  if ('value' in read) return { body: read.value }
  const say = inserted(texts.unreadable({ id: id ?? '', reason: '' }), 'reason', read.reason)
  return { body: bytesOf(body).toString('base64'), reason: say }
}

const bytesOf = (body: Uint8Array) => Buffer.from(body.buffer, body.byteOffset, body.byteLength)

async function recordsOf(topic: string, messages: readonly ReceivedMessage[], reader: Reader) {
  const records: DataRecord[] = []
  const rejected: Rejected[] = []
  for (const message of messages) {
    const read = await reader(message)
    const record = { topic, ...message, body: read.body }
    if ('reason' in read) rejected.push({ record, field: 'body', reason: read.reason })
    else records.push(record)
  }
  return { records, rejected }
}
