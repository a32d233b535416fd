import { dynamicField, modelField, modelTypes } from '@weft/kit/define/model.ts'
import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const dynamicModel = defineResource({
  table: 'dynamic_models',
  path: 'dynamic_models',
  scope: 'project',
  fields: {
    model_name: z.string().trim().min(1).max(191),
    type: z.enum(modelTypes),
    file_type: z.string().max(20).default(''),
    class_name: z.string().max(64).default(''),
    table_name: z.string().max(63).default(''),
    options: z.record(z.string(), z.unknown()).default({}),
    fields: z.array(modelField).max(2000).default([]),
    dynamic_fields: z.array(dynamicField).max(50).default([]),
    preview_rows: z.int().min(1).max(200).default(20),
    analyse_entry_quantity: z.int().min(1).max(1_000_000).default(10),
    max_depth: z.int().min(1).max(10).default(5),
    primary_key: z.string().max(63).nullish(),
    sample_file: z.string().max(1000).nullish(),
    data_structure_id: z.uuid().nullish(),
  },
  list: {
    columns: ['model_name', 'type', 'class_name', 'table_name', 'primary_key', 'sample_file'],
    search: ['model_name', 'class_name', 'table_name'],
    sort: 'model_name',
  },
  form: [['model_name'], ['sample_file'], ['preview_rows', 'analyse_entry_quantity', 'max_depth']],
  may: 'structures',
  labels: {
    one: { en: 'Dynamic model', de: 'Dynamisches Modell' },
    many: { en: 'Dynamic models', de: 'Dynamische Modelle' },
    fields: {
      model_name: { en: 'Model name', de: 'Modellname' },
      type: {
        label: { en: 'Type', de: 'Typ' },
        options: {
          csv: { en: 'CSV', de: 'CSV' },
          xml: { en: 'XML', de: 'XML' },
          json: { en: 'JSON', de: 'JSON' },
          jsonl: { en: 'JSON lines', de: 'JSON-Zeilen' },
          xlsx: { en: 'Excel', de: 'Excel' },
        },
      },
      file_type: { en: 'File type', de: 'Dateityp' },
      class_name: { en: 'Class name', de: 'Klassenname' },
      table_name: { en: 'Table name', de: 'Tabellenname' },
      options: { en: 'How the file is read', de: 'Wie die Datei gelesen wird' },
      fields: { en: 'Fields', de: 'Felder' },
      dynamic_fields: {
        label: { en: 'Dynamic fields', de: 'Dynamische Felder' },
        help: {
          en: 'Fields made of others: their values joined by a text between them.',
          de: 'Felder aus anderen: deren Werte, verbunden durch einen Text dazwischen.',
        },
      },
      preview_rows: { en: 'Preview rows', de: 'Vorschauzeilen' },
      analyse_entry_quantity: {
        label: { en: 'Entries to analyse', de: 'Zu analysierende Einträge' },
        help: {
          en: 'At least this many; as many more as can be read in a moment are looked at as well.',
          de: 'Mindestens so viele; zusätzlich werden so viele angesehen, wie sich sofort lesen lassen.',
        },
      },
      max_depth: {
        label: { en: 'Maximum depth', de: 'Maximale Tiefe' },
        help: { en: 'What is nested deeper is kept as JSON.', de: 'Was tiefer verschachtelt ist, bleibt JSON.' },
      },
      primary_key: { en: 'Primary key', de: 'Primärschlüssel' },
      sample_file: { en: 'Sample file', de: 'Beispieldatei' },
      data_structure_id: { en: 'Data structure', de: 'Datenstruktur' },
    },
  },
})
