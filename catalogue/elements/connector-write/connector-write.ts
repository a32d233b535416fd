import { tableWriteModes } from '@weft/kit/define/connector-session.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { sourceFields, tableOf, writtenConnection } from '@weft/kit/define/settings.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  readOnly: {
    en: 'Nothing can be written through the connection {name}.',
    de: 'Über die Verbindung {name} lässt sich nichts schreiben.',
  },
})

export const connectorWrite = defineElement({
  key: 'connector_write',
  group: 'connector',
  kind: 'sink',
  icon: 'IconDatabaseImport',
  settings: z.strictObject({
    connection: writtenConnection,
    table: tableOf,
    mode: z.enum(tableWriteModes).default('upsert'),
    key: sourceFields(20).default([]),
    exactly_once: z.boolean().default(false),
  }),
  inputs: ['in'],
  exits: ['written', 'rejected'],
  effect: ({ exactly_once }) => (exactly_once ? 'exactly_once' : 'at_least_once'),
  labels: {
    title: { en: 'Write into a connection', de: 'In eine Verbindung schreiben' },
    help: {
      en: 'Writes into a table of another system, batch by batch, each together. What that system refuses is rejected with its reason, and the others go on. A batch whose answer was lost is written again: by key that changes nothing, inserting would add it twice.',
      de: 'Schreibt in eine Tabelle eines anderen Systems, Stapel für Stapel, jeden als Ganzes. Was dieses System ablehnt, wird mit dessen Begründung abgelehnt, und die anderen gehen weiter. Ein Stapel, dessen Antwort verloren ging, wird noch einmal geschrieben: Über den Schlüssel ändert das nichts, Einfügen würde ihn verdoppeln.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      table: { en: 'Table', de: 'Tabelle' },
      mode: {
        label: { en: 'How', de: 'Wie' },
        options: {
          insert: { en: 'Insert', de: 'Einfügen' },
          update: { en: 'Update existing ones', de: 'Vorhandene ändern' },
          upsert: { en: 'Insert or update', de: 'Einfügen oder ändern' },
          delete: { en: 'Delete by key', de: 'Über den Schlüssel löschen' },
        },
      },
      key: {
        label: { en: 'Key fields', de: 'Schlüsselfelder' },
        help: {
          en: 'The fields by which existing records are recognised. Empty: the key of the table.',
          de: 'Die Felder, an denen vorhandene Datensätze erkannt werden. Leer: der Schlüssel der Tabelle.',
        },
      },
      exactly_once: {
        label: { en: 'Exactly once', de: 'Genau einmal' },
        help: {
          en: 'The other database remembers each batch in a table named weft_batches, so that none is written twice, whatever breaks. The login has to be allowed to make that table.',
          de: 'Die andere Datenbank merkt sich jeden Stapel in einer Tabelle namens weft_batches, damit keiner zweimal geschrieben wird, was auch immer ausfällt. Die Anmeldung muss diese Tabelle anlegen dürfen.',
        },
      },
    },
    exits: { written: { en: 'Written', de: 'Geschrieben' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    async open(step) {
      const { connection: name, table, mode, key, exactly_once } = step.settings
      const session = await step.context.connections.open(name)
      const writer = await session
        .write?.({ table, mode, key, ...(exactly_once && { marker: { job: step.job.id, step: step.id } }) })
        .catch(async (error: unknown) => {
          await session.close()
          throw error
        })
      if (!writer) throw new Invalid('READ_ONLY', texts.readOnly({ name }))
      return {
        async write(records, number) {
          const { written, rejected } = await writer.write(records, number)
          return { exits: { written }, rejected }
        },
        async close() {
          await writer.close()
          await session.close()
        },
      }
    },
  },
})
