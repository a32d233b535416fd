import { defineElement } from '@weft/kit/define/element.ts'
import {
  fileConnection,
  fileConnectionLabel,
  readingLabels,
  readingSettings,
  saysHowToRead,
  unreadable,
} from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { z } from 'zod'

export const readFile = defineElement({
  key: 'read_file',
  group: 'data',
  kind: 'source',
  replayable: true,
  icon: 'IconFileImport',
  settings: z
    .strictObject({
      connection: fileConnection,
      path: template.min(1).meta({ input: 'file' }),
      ...readingSettings,
      path_field: z.string().trim().max(63).default(''),
      missing: z.enum(['fail', 'nothing']).default('fail'),
    })
    .refine(saysHowToRead, unreadable),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Read file', de: 'Datei lesen' },
    help: {
      en: 'Reads files of the storage or of another system record by record, the oldest first. After a crash it goes on behind the last record that was written.',
      de: 'Liest Dateien des Speichers oder eines anderen Systems Datensatz für Datensatz, die älteste zuerst. Nach einem Absturz geht es hinter dem letzten geschriebenen Datensatz weiter.',
    },
    fields: {
      connection: fileConnectionLabel,
      path: {
        label: { en: 'Path', de: 'Pfad' },
        help: {
          en: 'In the storage; * stands for any name, ** for any folders, {{ … }} for values.',
          de: 'Im Speicher; * steht für einen beliebigen Namen, ** für beliebige Ordner, {{ … }} für Werte.',
        },
      },
      ...readingLabels,
      path_field: {
        label: { en: 'Field for the path', de: 'Feld für den Pfad' },
        help: {
          en: 'Each record then says in this field which file it came from.',
          de: 'Jeder Datensatz nennt dann in diesem Feld, aus welcher Datei er stammt.',
        },
      },
      missing: {
        label: { en: 'No file found', de: 'Keine Datei gefunden' },
        options: {
          fail: { en: 'Is an error', de: 'Ist ein Fehler' },
          nothing: { en: 'Nothing to do', de: 'Nichts zu tun' },
        },
      },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' }, rejected: { en: 'Unreadable', de: 'Unlesbar' } },
  },
})
