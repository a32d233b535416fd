import { reopened } from '@weft/kit/connections/reopened.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { field, sourceFields, tableOf, writtenConnection } from '@weft/kit/define/settings.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { z } from 'zod'
import { openCopy } from './copy.ts'

export const applyChanges = defineElement({
  key: 'apply_changes',
  group: 'connector',
  kind: 'sink',
  icon: 'IconReplace',
  settings: z.strictObject({
    connection: writtenConnection,
    table: tableOf,
    change_field: field.default('_change.kind'),
    key: sourceFields(20).default([]),
  }),
  inputs: ['in'],
  exits: ['applied', 'rejected'],
  effect: 'at_least_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Apply changes to a connection', de: 'Änderungen in eine Verbindung übernehmen' },
    help: {
      en: 'Keeps a table of another system as a copy: each record is inserted, changed or deleted there, as its change says. Takes what “Change in the log of a database” gives, in its order.',
      de: 'Hält eine Tabelle eines anderen Systems als Kopie: Jeder Datensatz wird dort eingefügt, geändert oder gelöscht, wie seine Änderung es sagt. Nimmt, was „Änderung im Protokoll einer Datenbank“ gibt, in dessen Reihenfolge.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      table: { en: 'Table', de: 'Tabelle' },
      change_field: {
        label: { en: 'Kind of change', de: 'Art der Änderung' },
        help: {
          en: 'The field that says insert, update or delete. Everything else is inserted or changed.',
          de: 'Das Feld, in dem insert, update oder delete steht. Alles andere wird eingefügt oder geändert.',
        },
      },
      key: {
        label: { en: 'Key fields', de: 'Schlüsselfelder' },
        help: {
          en: 'The fields by which existing records are recognised. Empty: the key of the table.',
          de: 'Die Felder, an denen vorhandene Datensätze erkannt werden. Leer: der Schlüssel der Tabelle.',
        },
      },
    },
    exits: { applied: { en: 'Applied', de: 'Übernommen' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    async open(step) {
      const copy = await reopened(() => openCopy(step))
      // One after the other: a record that was deleted may come back in the next batch.
      let before: Promise<unknown> = Promise.resolve()
      return {
        write(records) {
          const own = before.then(() => copy.use(({ apply }) => apply(records)))
          before = own.catch(heardElsewhere)
          return own
        },
        async close() {
          await before
          await copy.close()
        },
      }
    },
  },
})
