import { defineElement } from '@weft/kit/define/element.ts'
import type { MessageBatch } from '@weft/kit/define/message-session.ts'
import { every, everyLabel } from '@weft/kit/define/polling.ts'
import { messageConnection } from '@weft/kit/define/settings.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import { contents, isBySchema, keyContents, readAgain, readerOf, recordsOf } from './contents.ts'

const texts = defineMessages({
  cannot: {
    en: 'Messages cannot be received through the connection {name}.',
    de: 'Über die Verbindung {name} lassen sich keine Nachrichten empfangen.',
  },
})

const asText = { en: 'Text (UTF-8)', de: 'Text (UTF-8)' }
const bySchema = { en: 'By the schema registry', de: 'Nach der Schema-Registry' }

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
    key: z.enum(keyContents).default('text').meta({ input: 'message_content' }),
    from: z.enum(['oldest', 'newest']).default('oldest'),
    limit: z.int().min(1).max(1_000_000).default(10_000),
    wait_seconds: z.number().min(0.1).max(60).default(2),
    group: z.string().trim().min(1).max(200).default('weft'),
  }),
  starts: 'poll',
  inputs: [],
  exits: ['out', 'rejected'],
  in_test_run: 'held_back',
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
          text: asText,
          base64: { en: 'Anything, as Base64', de: 'Beliebig, als Base64' },
          schema: bySchema,
        },
      },
      key: {
        label: { en: 'Message key', de: 'Nachrichtenschlüssel' },
        options: { text: asText, schema: bySchema },
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
      const { connection, topic, from, limit, wait_seconds, group } = step.settings
      const place = `${connection} ${topic}`
      const kept = (await step.context.states.get('workflow', step.id)) as Kept | undefined
      const begin = cursor ?? (kept?.place === place ? kept.at : undefined)
      const session = await step.context.connections.messages(connection)
      try {
        if (!session.receive) throw new Invalid('SEND_ONLY', texts.cannot({ name: connection }))
        const read = readerOf(step.settings, session.schemas)
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
    async retry({ settings, context }, { record }) {
      if (!isBySchema(settings)) return readAgain(record, readerOf(settings, undefined))
      const session = await context.connections.messages(settings.connection)
      try {
        return await readAgain(record, readerOf(settings, session.schemas))
      } finally {
        await session.close()
      }
    },
  },
})
