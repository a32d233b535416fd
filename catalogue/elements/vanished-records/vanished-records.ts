import { defineElement } from '@weft/kit/define/element.ts'
import { connectionName, named, reference, sourceField, tableOf } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

const name = z.string().trim().min(1).max(191)
const pair = z.strictObject({
  source: named(sourceField, 'Key field in the table', 'Schlüsselfeld in der Tabelle'),
  field: named(name, 'The same field in the data structure', 'Dasselbe Feld in der Datenstruktur'),
})

export const vanishedRecords = defineElement({
  key: 'vanished_records',
  group: 'connector',
  kind: 'source',
  icon: 'IconDatabaseX',
  settings: z.strictObject({
    connection: connectionName,
    table: tableOf,
    structure_id: reference('data_structure'),
    key: z.array(pair).min(1).max(20),
    stamp: z.string().trim().max(63).default(''),
    most_percent: z.int().min(1).max(100).default(50),
  }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Find vanished records', de: 'Verschwundene Datensätze finden' },
    help: {
      en: 'Compares the keys of a table of another system with those of a data structure and gives the records that are not there any more. A system that answers with nothing, or without more than the share below, makes none vanish until a person has decided.',
      de: 'Vergleicht die Schlüssel einer Tabelle eines anderen Systems mit denen einer Datenstruktur und gibt die Datensätze weiter, die es dort nicht mehr gibt. Antwortet das System mit nichts, oder fehlt mehr als der Anteil unten, verschwindet keiner, bis eine Person entschieden hat.',
    },
    fields: {
      connection: { en: 'Connection', de: 'Verbindung' },
      table: { en: 'Table', de: 'Tabelle' },
      structure_id: { en: 'Data structure', de: 'Datenstruktur' },
      key: { en: 'Key', de: 'Schlüssel' },
      stamp: {
        label: { en: 'Field for the moment', de: 'Feld für den Zeitpunkt' },
        help: {
          en: 'Is set to the moment of the run; records in which it is set are left alone. Empty: none.',
          de: 'Erhält den Zeitpunkt des Laufs; Datensätze, in denen es gesetzt ist, bleiben unberührt. Leer: keines.',
        },
      },
      most_percent: {
        label: { en: 'At most so many percent at once', de: 'Höchstens so viele Prozent auf einmal' },
        help: {
          en: 'Where more are missing, the other system is more likely to be wrong: nothing is given.',
          de: 'Wo mehr fehlt, irrt eher das andere System: Es wird nichts weitergegeben.',
        },
      },
    },
    exits: { out: { en: 'Vanished', de: 'Verschwunden' } },
  },
})
