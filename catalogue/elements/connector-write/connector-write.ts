import { tableComparison } from '@weft/kit/connections/compare-table.ts'
import { lostAnswers } from '@weft/kit/connections/lost-answers.ts'
import { reopened } from '@weft/kit/connections/reopened.ts'
import { notOf, without } from '@weft/kit/connections/written-without.ts'
import { comparedOutcome } from '@weft/kit/define/comparison.ts'
import { tableWriteModes } from '@weft/kit/define/connector-session.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import {
  exactlyOnceLabel,
  field,
  lineTables,
  onlyWhen,
  sourceFields,
  tableOf,
  writtenConnection,
} from '@weft/kit/define/settings.ts'
import { requestsAtOnce, requestsAtOnceLabel } from '@weft/kit/define/requests-at-once.ts'
import { snakeName } from '@weft/kit/define/snake-name.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import { openTable } from './table.ts'

const texts = defineMessages({
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
      connection: writtenConnection,
      table: tableOf,
      mode: z.enum(tableWriteModes).default('upsert'),
      key: sourceFields(20).default([]),
      exactly_once: z.boolean().default(false),
      lines: lineTables,
      at_once: requestsAtOnce,
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
  in_test_run: 'compared',
  labels: {
    title: { en: 'Write into a connection', de: 'In eine Verbindung schreiben' },
    help: {
      en: 'Writes into a table of another system, batch by batch, each together. What that system refuses is rejected with its reason, and the others go on. A batch whose answer was lost is written again: by key that changes nothing, and what was to be inserted is looked up first. Where that cannot be done the step says what may be there twice.',
      de: 'Schreibt in eine Tabelle eines anderen Systems, Stapel für Stapel, jeden als Ganzes. Was dieses System ablehnt, wird mit dessen Begründung abgelehnt, und die anderen gehen weiter. Ein Stapel, dessen Antwort verloren ging, wird noch einmal geschrieben: Über den Schlüssel ändert das nichts, und was einzufügen war, wird vorher nachgeschlagen. Wo das nicht geht, sagt der Schritt, was vielleicht doppelt vorhanden ist.',
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
          en: 'The fields by which existing records are recognised, also those of a batch whose answer was lost. Empty: the key of the table.',
          de: 'Die Felder, an denen vorhandene Datensätze erkannt werden, auch die eines Stapels, dessen Antwort verloren ging. Leer: der Schlüssel der Tabelle.',
        },
      },
      exactly_once: exactlyOnceLabel,
      lines: {
        label: { en: 'Lines', de: 'Positionen' },
        help: {
          en: 'Lists of the record that lie in tables of their own, such as the lines of an order. They are written with it in one transaction, and a line that is refused refuses its record. Lines of a record that is changed take the place of those before; a record without the list keeps them.',
          de: 'Listen des Datensatzes, die in eigenen Tabellen liegen, etwa die Positionen einer Bestellung. Sie werden mit ihm in einer Transaktion geschrieben; wird eine Position abgelehnt, wird es auch ihr Datensatz. Positionen eines geänderten Datensatzes treten an die Stelle der bisherigen; ein Datensatz ohne die Liste behält sie.',
        },
      },
      at_once: {
        label: requestsAtOnceLabel.label,
        help: {
          en: 'Of systems that take records one by one, as over HTTP. Empty: one after the other in a batch. Records with the same key stay in their order.',
          de: 'Bei Systemen, die Datensätze einzeln nehmen, etwa über HTTP. Leer: in einem Stapel einer nach dem anderen. Datensätze mit demselben Schlüssel bleiben in ihrer Reihenfolge.',
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
      const { mode, exactly_once } = step.settings
      const table = await reopened(() => openTable(step))

      const written = lostAnswers(step.job.attempt)
      // Changing, removing and what the other system remembers may be repeated.
      const insertsTwice = mode === 'insert' && !exactly_once
      return {
        write: (records, number) =>
          written(number, (isRepeated) =>
            table.use(({ write, repeat }) => (isRepeated && insertsTwice ? repeat : write)(records, number)),
          ),
        close: () => table.close(),
      }
    },
    async compare(step) {
      const session = await step.context.connections.open(step.settings.connection)
      const { reference_field: carried } = step.settings
      const compare = await tableComparison(session, step.settings).catch(async (error: unknown) => {
        await session.close()
        throw error
      })
      const left = carried === undefined ? [] : notOf(await session.describe(step.settings.table), carried)
      return {
        batch: async (records) =>
          comparedOutcome(records, await compare(records.map((one) => without(one, left))), 'written'),
        close: () => session.close(),
      }
    },
  },
})
