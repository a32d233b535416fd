import { defineElement } from '@weft/kit/define/element.ts'
import type { MessageSchemas, SentMessage } from '@weft/kit/define/message-session.ts'
import { parseJson } from '@weft/kit/define/parse-json.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { messageConnection, named, onlyWhen } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { texter } from '@weft/kit/define/values.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  cannot: {
    en: 'Messages cannot be sent through the connection {name}.',
    de: 'Über die Verbindung {name} lassen sich keine Nachrichten senden.',
  },
  noRegistry: {
    en: 'The connection {name} has no schema registry.',
    de: 'Die Verbindung {name} hat keine Schema-Registry.',
  },
  noJson: { en: 'The content is no JSON: {reason}', de: 'Der Inhalt ist kein JSON: {reason}' },
})

const header = z.strictObject({
  name: named(z.string().trim().min(1).max(200), 'Name', 'Name'),
  value: named(template.default(''), 'Value', 'Wert'),
})

export const sendMessage = defineElement({
  key: 'send_message',
  group: 'connector',
  kind: 'sink',
  icon: 'IconMessageUp',
  settings: z.strictObject({
    connection: messageConnection,
    topic: template.min(1).max(500).meta({ input: 'sent_topic' }),
    content: z.enum(['text', 'schema']).default('text').meta({ input: 'message_content' }),
    subject: onlyWhen('content', ['schema'], template.max(500).default('')),
    body: template.max(1_000_000).default('').meta({ input: 'longText' }),
    key: template.max(1_000).default(''),
    headers: z.array(header).max(50).default([]),
  }),
  inputs: ['in'],
  exits: ['sent', 'rejected'],
  effect: 'at_least_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Send message', de: 'Nachricht senden' },
    help: {
      en: 'Sends a message for each record into a queue or topic, in the order of the records. It counts as sent when the other system has it.',
      de: 'Sendet für jeden Datensatz eine Nachricht in eine Queue oder ein Topic, in der Reihenfolge der Datensätze. Sie gilt als gesendet, wenn das andere System sie hat.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      topic: { en: 'Queue or topic', de: 'Queue oder Topic' },
      content: {
        label: { en: 'Written', de: 'Geschrieben' },
        options: {
          text: { en: 'As text', de: 'Als Text' },
          schema: { en: 'By the schema registry', de: 'Nach der Schema-Registry' },
        },
      },
      subject: {
        label: { en: 'Subject', de: 'Subject' },
        help: {
          en: 'Its latest schema in the registry is used. Empty: the name of the topic with “-value” behind it.',
          de: 'Verwendet wird das neueste Schema dazu in der Registry. Leer: der Name des Topics, gefolgt von „-value“.',
        },
      },
      body: {
        label: { en: 'Content', de: 'Inhalt' },
        help: { en: 'Empty: the record as JSON.', de: 'Leer: der Datensatz als JSON.' },
      },
      key: {
        label: { en: 'Key', de: 'Schlüssel' },
        help: {
          en: 'Messages of one key stay in their order, where the system knows keys.',
          de: 'Nachrichten mit demselben Schlüssel bleiben in ihrer Reihenfolge, wenn das System Schlüssel kennt.',
        },
      },
      headers: { en: 'Headers', de: 'Kopfzeilen' },
    },
    exits: { sent: { en: 'Sent', de: 'Gesendet' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    calls(step) {
      const { settings } = step
      const [topic, body, key] = [texter(step, settings.topic), texter(step, settings.body), texter(step, settings.key)]
      return (records) =>
        records.map((record) => ({
          topic: topic(record),
          key: key(record),
          body: settings.body === '' ? record : body(record),
        }))
    },
    async open(step) {
      const { connection, headers, content, ...settings } = step.settings
      const [topic, body, key] = [texter(step, settings.topic), texter(step, settings.body), texter(step, settings.key)]
      const subject = texter(step, settings.subject)
      const named = headers.map(({ name, value }) => [name, texter(step, value)] as const)
      const session = await step.context.connections.messages(connection)
      if (!session.send) {
        await session.close()
        throw new Invalid('RECEIVE_ONLY', texts.cannot({ name: connection }))
      }
      const { schemas } = session
      if (content === 'schema' && !schemas) {
        await session.close()
        throw new Invalid('NO_SCHEMA_REGISTRY', texts.noRegistry({ name: connection }))
      }
      const contentFor = async (record: DataRecord): Promise<Content> => {
        const text = settings.body === '' ? undefined : body(record)
        if (content === 'text') return { body: Buffer.from(text ?? JSON.stringify(record)) }
        return bySchema(schemas!, subject(record) || `${topic(record)}-value`, text ?? record)
      }
      const messageFor = (record: DataRecord, bytes: Uint8Array): SentMessage => {
        const own = key(record)
        return {
          body: bytes,
          ...(own !== '' && { key: own }),
          ...(named.length > 0 && { headers: Object.fromEntries(named.map(([name, value]) => [name, value(record)])) }),
        }
      }
      return {
        async write(records) {
          const sent: DataRecord[] = []
          const rejected: Rejected[] = []
          const ready: { record: DataRecord; bytes: Uint8Array }[] = []
          for (const record of records) {
            const made = await contentFor(record)
            if ('reason' in made) rejected.push({ record, reason: made.reason })
            else ready.push({ record, bytes: made.body })
          }
          for (const run of runsBy(ready, ({ record }) => topic(record))) {
            const messages = run.map(({ record, bytes }) => messageFor(record, bytes))
            const answers = await session.send!(topic(run[0]!.record), messages)
            for (const [i, { record }] of run.entries()) {
              const reason = answers[i]
              if (reason) rejected.push({ record, reason })
              else sent.push(record)
            }
          }
          return { exits: { sent }, rejected }
        },
        close: () => session.close(),
      }
    },
  },
})

type Content = { body: Uint8Array } | { reason: Message }

/** A text stands for the JSON in it. */
async function bySchema(schemas: MessageSchemas, subject: string, value: string | DataRecord): Promise<Content> {
  if (typeof value !== 'string') return schemas.encode(subject, value)
  let parsed: unknown
  try {
    parsed = parseJson(value)
  } catch (error) {
    return { reason: texts.noJson({ reason: messageOf(error) }) }
  }
  return schemas.encode(subject, parsed)
}

/** Neighbours that go to the same place, in their order. */
function runsBy<T>(all: readonly T[], topicOf: (one: T) => string): T[][] {
  const runs: T[][] = []
  let last: string | undefined
  for (const one of all) {
    const own = topicOf(one)
    if (own !== last) runs.push([])
    runs.at(-1)!.push(one)
    last = own
  }
  return runs
}
