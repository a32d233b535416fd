import { defineElement } from '@weft/kit/define/element.ts'
import { fileConnection, fileConnectionLabel, onlyWhen } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  noConnection: {
    en: 'Please choose the connection to fetch from or send to.',
    de: 'Bitte wählen Sie die Verbindung, von der geholt oder an die gesendet wird.',
  },
})

export const fileTransfer = defineElement({
  key: 'file_transfer',
  group: 'connector',
  kind: 'sink',
  icon: 'IconFolders',
  settings: z
    .strictObject({
      operation: z.enum(['list', 'get', 'put', 'download', 'upload', 'move', 'delete']).default('move'),
      connection: fileConnection,
      path: template.min(1),
      to: onlyWhen('operation', ['download', 'upload', 'move'], template.default('')),
      field: onlyWhen('operation', ['get', 'put'], z.string().trim().min(1).max(63).default('content')),
      encoding: onlyWhen('operation', ['get', 'put'], z.enum(['text', 'base64']).default('text')),
      missing: onlyWhen(
        'operation',
        ['get', 'download', 'upload', 'move', 'delete'],
        z.enum(['reject', 'ignore']).default('reject'),
      ),
    })
    .refine(({ operation, connection }) => connection !== '' || (operation !== 'download' && operation !== 'upload'), {
      path: ['connection'],
      error: say(texts.noConnection(), 'en'),
      params: { say: texts.noConnection() },
    }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  effect: 'at_least_once',
  in_test_run: ({ operation }) => (operation === 'list' || operation === 'get' ? 'runs' : 'held_back'),
  labels: {
    title: { en: 'Transfer files', de: 'Dateien übertragen' },
    help: {
      en: 'Lists, reads, writes, moves or deletes files of the storage or of another system for each record, or carries them from the one to the other.',
      de: 'Listet, liest, schreibt, verschiebt oder löscht für jeden Datensatz Dateien des Speichers oder eines anderen Systems, oder überträgt sie vom einen zum anderen.',
    },
    fields: {
      operation: {
        label: { en: 'Operation', de: 'Vorgang' },
        options: {
          list: { en: 'List files', de: 'Dateien listen' },
          get: { en: 'Read into a field', de: 'In ein Feld lesen' },
          put: { en: 'Write from a field', de: 'Aus einem Feld schreiben' },
          download: { en: 'Fetch into the storage', de: 'In den Speicher holen' },
          upload: { en: 'Send from the storage', de: 'Aus dem Speicher senden' },
          move: { en: 'Move or rename', de: 'Verschieben oder umbenennen' },
          delete: { en: 'Delete', de: 'Löschen' },
        },
      },
      connection: fileConnectionLabel,
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
          en: 'done/{{ name }}.csv. Moving replaces nothing; fetching and sending replace what stands there, and take the same path where this is empty.',
          de: 'erledigt/{{ name }}.csv. Verschieben ersetzt nichts; Holen und Senden ersetzen, was dort steht, und nehmen denselben Pfad, wenn hier nichts steht.',
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
