import { defineElement } from '@weft/kit/define/element.ts'
import { field, named } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const compareRecords = defineElement({
  key: 'compare_records',
  group: 'data',
  kind: 'barrier',
  icon: 'IconGitCompare',
  settings: z.strictObject({
    key: z
      .array(named(field, 'Field', 'Feld'))
      .min(1)
      .max(10),
    fields: z
      .array(named(field, 'Field', 'Feld'))
      .max(500)
      .default([]),
    ignore: z
      .array(named(field, 'Field', 'Feld'))
      .max(500)
      .default([]),
    duplicates: z.enum(['fail', 'first', 'last']).default('fail'),
  }),
  inputs: ['old', 'new'],
  exits: ['added', 'changed', 'unchanged', 'removed'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Compare records', de: 'Datensätze vergleichen' },
    help: {
      en: 'Compares new records with old ones by a key, however many there are. A changed one carries in _changes which fields differ, with the old and the new value.',
      de: 'Vergleicht neue Datensätze über einen Schlüssel mit alten, gleich wie viele es sind. Ein geänderter trägt in _changes, welche Felder abweichen, mit altem und neuem Wert.',
    },
    fields: {
      key: {
        label: { en: 'Key', de: 'Schlüssel' },
        help: {
          en: 'The fields that make two records the same one. A record without a key is added or removed.',
          de: 'Die Felder, an denen zwei Datensätze als derselbe erkannt werden. Ein Datensatz ohne Schlüssel gilt als hinzugekommen oder entfallen.',
        },
      },
      fields: {
        label: { en: 'Fields to compare', de: 'Zu vergleichende Felder' },
        help: {
          en: 'Empty: all of both, without the key and those that begin with an underscore.',
          de: 'Leer: alle beider Seiten, ohne den Schlüssel und ohne Felder, die mit einem Unterstrich beginnen.',
        },
      },
      ignore: {
        label: { en: 'Fields to ignore', de: 'Nicht zu vergleichende Felder' },
        help: {
          en: 'Such as the time of the last change.',
          de: 'Etwa der Zeitpunkt der letzten Änderung.',
        },
      },
      duplicates: {
        label: { en: 'A key that comes twice on one side', de: 'Ein Schlüssel, der auf einer Seite doppelt vorkommt' },
        options: {
          fail: { en: 'Fails the step', de: 'Lässt den Schritt scheitern' },
          first: { en: 'The first record counts', de: 'Der erste Datensatz zählt' },
          last: { en: 'The last record counts', de: 'Der letzte Datensatz zählt' },
        },
      },
    },
    exits: {
      added: { en: 'Added', de: 'Hinzugekommen' },
      changed: { en: 'Changed', de: 'Geändert' },
      unchanged: { en: 'Unchanged', de: 'Unverändert' },
      removed: { en: 'Removed', de: 'Entfallen' },
    },
  },
})
