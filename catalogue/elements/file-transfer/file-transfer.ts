import { defineElement } from '@weft/kit/define/element.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { z } from 'zod'

export const fileTransfer = defineElement({
  key: 'file_transfer',
  group: 'connector',
  kind: 'sink',
  icon: 'IconFolders',
  settings: z.strictObject({
    operation: z.enum(['list', 'get', 'put', 'move', 'delete']).default('move'),
    path: template.min(1),
    to: onlyWhen('operation', ['move'], template.default('')),
    field: onlyWhen('operation', ['get', 'put'], z.string().trim().min(1).max(63).default('content')),
    encoding: onlyWhen('operation', ['get', 'put'], z.enum(['text', 'base64']).default('text')),
    missing: onlyWhen('operation', ['get', 'move', 'delete'], z.enum(['reject', 'ignore']).default('reject')),
  }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  effect: 'at_least_once',
  labels: {
    title: { en: 'Transfer files', de: 'Dateien übertragen' },
    help: {
      en: 'Lists, reads, writes, moves or deletes files of the storage for each record, wherever it lies: here, on an FTP or on an SFTP server.',
      de: 'Listet, liest, schreibt, verschiebt oder löscht für jeden Datensatz Dateien des Speichers, wo immer er liegt: hier, auf einem FTP- oder einem SFTP-Server.',
    },
    fields: {
      operation: {
        label: { en: 'Operation', de: 'Vorgang' },
        options: {
          list: { en: 'List files', de: 'Dateien listen' },
          get: { en: 'Read into a field', de: 'In ein Feld lesen' },
          put: { en: 'Write from a field', de: 'Aus einem Feld schreiben' },
          move: { en: 'Move or rename', de: 'Verschieben oder umbenennen' },
          delete: { en: 'Delete', de: 'Löschen' },
        },
      },
      path: {
        label: { en: 'Path', de: 'Pfad' },
        help: {
          en: 'in/{{ name }}.csv; for a list * stands for any name, ** for any folders.',
          de: 'in/{{ name }}.csv; beim Listen steht * für einen beliebigen Namen, ** für beliebige Ordner.',
        },
      },
      to: {
        label: { en: 'To', de: 'Nach' },
        help: {
          en: 'done/{{ name }}.csv; what stands there already is not replaced.',
          de: 'erledigt/{{ name }}.csv; was dort schon steht, wird nicht ersetzt.',
        },
      },
      field: { en: 'Field with the content', de: 'Feld mit dem Inhalt' },
      encoding: {
        label: { en: 'Content as', de: 'Inhalt als' },
        options: { text: { en: 'Text (UTF-8)', de: 'Text (UTF-8)' }, base64: { en: 'Base64', de: 'Base64' } },
      },
      missing: {
        label: { en: 'File not there', de: 'Datei nicht da' },
        options: {
          reject: { en: 'Rejects the record', de: 'Weist den Datensatz ab' },
          ignore: { en: 'Is no matter', de: 'Ist unerheblich' },
        },
      },
    },
    exits: { out: { en: 'Done', de: 'Erledigt' }, rejected: { en: 'Rejected', de: 'Abgewiesen' } },
  },
})
