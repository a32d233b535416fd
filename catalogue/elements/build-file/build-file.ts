import { defineElement } from '@weft/kit/define/element.ts'
import { field, format, formatOptions, named } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { z } from 'zod'

const column = z.strictObject({
  field: named(field, 'Field', 'Feld'),
  name: named(z.string().max(191).default(''), 'Column', 'Spalte'),
})

export const buildFile = defineElement({
  key: 'build_file',
  group: 'transform',
  kind: 'barrier',
  icon: 'IconFileExport',
  settings: z.strictObject({
    path: template.min(1),
    format: format.default('csv'),
    options: formatOptions.default({}),
    columns: z.array(column).max(1_000).default([]),
    when_empty: z.enum(['nothing', 'file']).default('nothing'),
  }),
  inputs: ['in'],
  exits: ['out'],
  effect: 'at_least_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Build file', de: 'Datei erzeugen' },
    help: {
      en: 'Writes all records into one file of the storage. The file appears only when it is complete.',
      de: 'Schreibt alle Datensätze in eine Datei des Speichers. Die Datei erscheint erst, wenn sie vollständig ist.',
    },
    fields: {
      path: {
        label: { en: 'Path', de: 'Pfad' },
        help: {
          en: 'export/orders-{{ now | date: "yyyy-MM-dd" }}.csv; values of a record come from the first one.',
          de: 'export/orders-{{ now | date: "yyyy-MM-dd" }}.csv; Werte eines Datensatzes stammen aus dem ersten.',
        },
      },
      format: { en: 'Format', de: 'Format' },
      options: { en: 'Options of the format', de: 'Optionen des Formats' },
      columns: {
        label: { en: 'Columns', de: 'Spalten' },
        help: { en: 'Empty: all fields.', de: 'Leer: alle Felder.' },
      },
      when_empty: {
        label: { en: 'Without records', de: 'Ohne Datensätze' },
        options: {
          nothing: { en: 'Write no file', de: 'Keine Datei schreiben' },
          file: { en: 'Write an empty file', de: 'Leere Datei schreiben' },
        },
      },
    },
    exits: { out: { en: 'File', de: 'Datei' } },
  },
})
