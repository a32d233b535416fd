import { tableWriteModes } from '@weft/kit/define/connector-session.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { connectionName, field, onlyWhen, tableOf } from '@weft/kit/define/settings.ts'
import { snakeName } from '@weft/kit/define/snake-name.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import { openReferences } from './references.ts'

const texts = defineMessages({
  readOnly: {
    en: 'Nothing can be written through the connection {name}.',
    de: 'Über die Verbindung {name} lässt sich nichts schreiben.',
  },
  bothNeeded: {
    en: 'Cross-references need a name and the field with the id of here.',
    de: 'Zuordnungen brauchen einen Namen und das Feld mit der Id von hier.',
  },
})

const referring = ['insert', 'update', 'upsert'] as const

export const connectorWrite = defineElement({
  key: 'connector_write',
  group: 'connector',
  kind: 'sink',
  icon: 'IconDatabaseImport',
  settings: z
    .strictObject({
      connection: connectionName,
      table: tableOf,
      mode: z.enum(tableWriteModes).default('upsert'),
      key: z.array(z.string().trim().min(1).max(191)).max(20).default([]),
      exactly_once: z.boolean().default(false),
      reference: onlyWhen('mode', referring, snakeName(100).optional()),
      reference_field: onlyWhen('mode', referring, field.optional()),
    })
    .refine(({ reference, reference_field }) => (reference === undefined) === (reference_field === undefined), {
      path: ['reference_field'],
      error: say(texts.bothNeeded(), 'en'),
      params: { say: texts.bothNeeded() },
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
      reference: {
        label: { en: 'Cross-references', de: 'Zuordnungen' },
        help: {
          en: 'Stores for each record that was written which id of the other system is which of here, under this name, such as shop_customer_erp_customer. Mappings look it up.',
          de: 'Speichert zu jedem geschriebenen Datensatz, welche Id des anderen Systems welche von hier ist, unter diesem Namen, etwa shop_customer_erp_customer. Mappings schlagen es nach.',
        },
      },
      reference_field: {
        label: { en: 'Id of here', de: 'Id von hier' },
        help: {
          en: 'The field with the id of the system that the records come from. Where the table has no such field it is not written.',
          de: 'Das Feld mit der Id des Systems, aus dem die Datensätze kommen. Hat die Tabelle kein solches Feld, wird es nicht geschrieben.',
        },
      },
    },
    exits: { written: { en: 'Written', de: 'Geschrieben' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    async open(step) {
      const { connection: name, table, mode, key, exactly_once } = step.settings
      const session = await step.context.connections.open(name)
      try {
        const references = await openReferences(step, session)
        const writer = await session.write?.({
          table,
          mode,
          key,
          ...(exactly_once && { marker: { job: step.job.id, step: step.id } }),
          ...(references && { answer_key: true, carried: references.carried }),
        })
        if (!writer) throw new Invalid('READ_ONLY', texts.readOnly({ name }))
        return {
          async write(records, number) {
            const { written, rejected } = await writer.write(records, number)
            await references?.store(written)
            return { exits: { written }, rejected }
          },
          async close() {
            await writer.close()
            await session.close()
          },
        }
      } catch (error) {
        await session.close()
        throw error
      }
    },
  },
})
