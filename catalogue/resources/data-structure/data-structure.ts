import { defineResource } from '@weft/kit/define/resource.ts'
import { structureField } from '@weft/kit/define/structure.ts'
import { z } from 'zod'

export const standardQuery = z.strictObject({
  name: z.string().trim().min(1).max(191),
  description: z.string().trim().min(1).max(2_000),
  sql: z.string().trim().min(1).max(20_000),
})

// Names, keys and fields are judged together, with the sentences of the engine's rules; here stands only their shape.
export const dataStructure = defineResource({
  table: 'data_structures',
  path: 'data_structures',
  scope: 'project',
  fields: {
    class_name: z.string().max(191),
    table_name: z.string().max(191),
    label: z.string().trim().max(191),
    description: z.string().trim().max(2_000).default('').meta({ input: 'longText' }),
    published: z.boolean().default(true),
    data_versioning: z.boolean().default(false),
    run_changes_days: z
      .int()
      .min(1)
      .max(365)
      .nullable()
      .default(null)
      .meta({ when: { field: 'data_versioning', is: [false] } }),
    structural_versioning: z.boolean().default(true),
    structure_check: z.boolean().default(true),
    on_empty_import: z.enum(['keep', 'clear', 'fail']).default('keep'),
    content_identifier: z.string().trim().max(191).default(''),
    fields: z.array(structureField).max(1_000),
    queries: z.array(standardQuery).max(100).default([]),
  },
  list: {
    columns: ['label', 'class_name', 'table_name', 'published'],
    search: ['label', 'class_name', 'table_name', 'description'],
    sort: 'label',
  },
  form: [
    ['class_name', 'table_name'],
    ['label', 'content_identifier'],
    ['description'],
    ['published', 'on_empty_import'],
    ['data_versioning', 'structural_versioning'],
    ['structure_check', 'run_changes_days'],
  ],
  may: 'structures',
  labels: {
    one: { en: 'Data structure', de: 'Datenstruktur' },
    many: { en: 'Data structures', de: 'Datenstrukturen' },
    fields: {
      class_name: {
        label: { en: 'Class name', de: 'Klassenname' },
        help: {
          en: 'In Pascal case without spaces, such as SalesOrder.',
          de: 'In Pascal-Schreibweise ohne Leerzeichen, etwa SalesOrder.',
        },
      },
      table_name: {
        label: { en: 'Table name', de: 'Tabellenname' },
        help: {
          en: 'In snake case without spaces, such as sales_order.',
          de: 'In Snake-Schreibweise ohne Leerzeichen, etwa sales_order.',
        },
      },
      label: { en: 'Label', de: 'Bezeichnung' },
      description: { en: 'Description', de: 'Beschreibung' },
      published: {
        label: { en: 'Published', de: 'Veröffentlicht' },
        help: {
          en: 'Published structures can be chosen in mappings, workflows and data sets.',
          de: 'Veröffentlichte Strukturen stehen in Mappings, Workflows und Datensets zur Auswahl.',
        },
      },
      data_versioning: {
        label: { en: 'Data versioning', de: 'Datenversionierung' },
        help: {
          en: 'Keeps every earlier version of a record.',
          de: 'Bewahrt jede frühere Version eines Datensatzes auf.',
        },
      },
      run_changes_days: {
        label: { en: 'Keep what runs change, in days', de: 'Von Läufen Geändertes aufbewahren, in Tagen' },
        help: {
          en: 'For so long a run can be taken back; empty: not at all. A run that changes every record then writes about half as fast; new and unchanged ones cost nothing.',
          de: 'So lange lässt sich ein Lauf rückgängig machen; leer: gar nicht. Ein Lauf, der jeden Datensatz ändert, schreibt dann etwa halb so schnell; neue und unveränderte kosten nichts.',
        },
      },
      structural_versioning: {
        label: { en: 'Structural versioning', de: 'Strukturversionierung' },
        help: { en: 'Keeps every earlier definition.', de: 'Bewahrt jede frühere Definition auf.' },
      },
      structure_check: {
        label: { en: 'Structure check', de: 'Strukturprüfung' },
        help: {
          en: 'Compares the table with the definition before each import.',
          de: 'Vergleicht vor jedem Import die Tabelle mit der Definition.',
        },
      },
      on_empty_import: {
        label: { en: 'When an import brings no records', de: 'Wenn ein Import keine Datensätze liefert' },
        options: {
          keep: { en: 'Keep what is there', de: 'Bestand behalten' },
          clear: { en: 'Remove all records', de: 'Alle Datensätze entfernen' },
          fail: { en: 'End with an error', de: 'Mit einem Fehler enden' },
        },
      },
      content_identifier: {
        label: { en: 'Content identifier', de: 'Inhaltskennung' },
        help: { en: 'The field people tell records by.', de: 'Das Feld, an dem Menschen die Datensätze erkennen.' },
      },
      fields: { en: 'Fields', de: 'Felder' },
      queries: { en: 'Standard SQL queries', de: 'Standard-SQL-Abfragen' },
    },
  },
})
