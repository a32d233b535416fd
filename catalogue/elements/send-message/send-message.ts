import { defineElement } from '@weft/kit/define/element.ts'
import type { SentMessage } from '@weft/kit/define/message-session.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { messageConnection, named } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { texter } from '@weft/kit/define/values.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  cannot: {
    en: 'Messages cannot be sent through the connection {name}.',
    de: 'Über die Verbindung {name} lassen sich keine Nachrichten senden.',
  },
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
    body: template.max(1_000_000).default('').meta({ input: 'longText' }),
    key: template.max(1_000).default(''),
    headers: z.array(header).max(50).default([]),
  }),
  inputs: ['in'],
  exits: ['sent', 'rejected'],
  effect: 'at_least_once',
  labels: {
    title: { en: 'Send message', de: 'Nachricht senden' },
    help: {
      en: 'Sends a message for each record into a queue or topic, in the order of the records. It counts as sent when the other system has it.',
      de: 'Sendet für jeden Datensatz eine Nachricht in eine Queue oder ein Topic, in der Reihenfolge der Datensätze. Sie gilt als gesendet, wenn das andere System sie hat.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      topic: { en: 'Queue or topic', de: 'Queue oder Topic' },
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
    async open(step) {
      const { connection, headers, ...settings } = step.settings
      const [topic, body, key] = [texter(step, settings.topic), texter(step, settings.body), texter(step, settings.key)]
      const named = headers.map(({ name, value }) => [name, texter(step, value)] as const)
      const session = await step.context.connections.messages(connection)
      if (!session.send) {
        await session.close()
        throw new Invalid('RECEIVE_ONLY', texts.cannot({ name: connection }))
      }
      const messageFor = (record: DataRecord): SentMessage => {
        const text = settings.body === '' ? JSON.stringify(record) : body(record)
        const own = key(record)
        return {
          body: Buffer.from(text),
          ...(own !== '' && { key: own }),
          ...(named.length > 0 && { headers: Object.fromEntries(named.map(([name, value]) => [name, value(record)])) }),
        }
      }
      return {
        async write(records) {
          const sent: DataRecord[] = []
          const rejected: Rejected[] = []
          for (const run of runsBy(records, topic)) {
            const answers = await session.send!(topic(run[0]!), run.map(messageFor))
            for (const [i, record] of run.entries()) {
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

/** Neighbours that go to the same place, in their order. */
function runsBy(records: readonly DataRecord[], topic: (record: DataRecord) => string): DataRecord[][] {
  const runs: DataRecord[][] = []
  let last: string | undefined
  for (const record of records) {
    const own = topic(record)
    if (own !== last) runs.push([])
    runs.at(-1)!.push(record)
    last = own
  }
  return runs
}
