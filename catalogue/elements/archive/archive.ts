import { defineElement } from '@weft/kit/define/element.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { z } from 'zod'

export const archive = defineElement({
  key: 'archive',
  group: 'connector',
  kind: 'sink',
  icon: 'IconZip',
  settings: z.strictObject({
    operation: z.enum(['zip', 'unzip', 'gzip', 'gunzip']).default('zip'),
    path: template.min(1),
    to: template.min(1),
    afterwards: z.enum(['keep', 'delete']).default('keep'),
    most_files: onlyWhen('operation', ['unzip'], z.int().min(1).max(100_000).default(10_000)),
    most_megabytes: onlyWhen('operation', ['unzip', 'gunzip'], z.int().min(1).max(100_000).default(1_000)),
  }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  effect: 'at_least_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Archive files', de: 'Dateien archivieren' },
    help: {
      en: 'Packs files of the storage into a ZIP or GZIP file, or unpacks one, for each record. Archives that would unpack to more than allowed, or outside of the folder, are rejected.',
      de: 'Packt für jeden Datensatz Dateien des Speichers in eine ZIP- oder GZIP-Datei oder entpackt eine. Archive, die mehr als erlaubt oder außerhalb des Ordners entpacken würden, werden abgewiesen.',
    },
    fields: {
      operation: {
        label: { en: 'Operation', de: 'Vorgang' },
        options: {
          zip: { en: 'Pack into a ZIP file', de: 'In eine ZIP-Datei packen' },
          unzip: { en: 'Unpack a ZIP file', de: 'Eine ZIP-Datei entpacken' },
          gzip: { en: 'Compress with GZIP', de: 'Mit GZIP packen' },
          gunzip: { en: 'Unpack a GZIP file', de: 'Eine GZIP-Datei entpacken' },
        },
      },
      path: {
        label: { en: 'Path', de: 'Pfad' },
        help: {
          en: 'in/{{ name }}.zip; for packing into a ZIP file also in/*.csv.',
          de: 'in/{{ name }}.zip; beim Packen in eine ZIP-Datei auch in/*.csv.',
        },
      },
      to: {
        label: { en: 'To', de: 'Nach' },
        help: {
          en: 'The file to write; for unpacking a ZIP file, the folder.',
          de: 'Die Datei, die geschrieben wird; beim Entpacken einer ZIP-Datei der Ordner.',
        },
      },
      afterwards: {
        label: { en: 'Afterwards', de: 'Danach' },
        options: {
          keep: { en: 'Keep the original', de: 'Original behalten' },
          delete: { en: 'Delete the original', de: 'Original löschen' },
        },
      },
      most_files: { en: 'Most files', de: 'Höchstzahl Dateien' },
      most_megabytes: {
        label: { en: 'Most megabytes', de: 'Höchstens Megabyte' },
        help: { en: 'Unpacked, all files together.', de: 'Entpackt, alle Dateien zusammen.' },
      },
    },
    exits: { out: { en: 'Files', de: 'Dateien' }, rejected: { en: 'Rejected', de: 'Abgewiesen' } },
  },
})
