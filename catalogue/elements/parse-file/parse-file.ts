import { defineElement } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import { field, readingLabels, readingSettings, saysHowToRead, unreadable } from '@weft/kit/define/settings.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  noFile: { en: 'The record names no file here.', de: 'Der Datensatz nennt hier keine Datei.' },
})

export const parseFile = defineElement({
  key: 'parse_file',
  group: 'transform',
  kind: 'source',
  replayable: true,
  icon: 'IconFileSearch',
  settings: z
    .strictObject({
      file: field.default('path'),
      ...readingSettings,
    })
    .refine(saysHowToRead, unreadable),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Parse file', de: 'Datei auswerten' },
    help: {
      en: 'Reads the file that an incoming record names and gives its records.',
      de: 'Liest die Datei, die ein ankommender Datensatz nennt, und gibt deren Datensätze weiter.',
    },
    fields: {
      file: {
        label: { en: 'Field with the file', de: 'Feld mit der Datei' },
        help: {
          en: 'Holds a path in the storage, or a file with its path.',
          de: 'Enthält einen Pfad im Speicher oder eine Datei mit ihrem Pfad.',
        },
      },
      ...readingLabels,
    },
    exits: { out: { en: 'Records', de: 'Datensätze' }, rejected: { en: 'Unreadable', de: 'Unlesbar' } },
  },
  body: {
    async *read(step, input, cursor) {
      const { settings, context } = step
      const path = pathIn(fieldOf(input, settings.file))
      if (path === undefined) {
        yield { records: [], rejected: [{ record: input, port: 'in', field: settings.file, reason: texts.noFile() }] }
        return
      }
      yield* settings.model_id
        ? context.models.read(settings.model_id, await context.files.read(path), cursor)
        : context.formats.read(settings.format!, settings.options, await context.files.read(path), cursor)
    },
    retry: ({ settings, context }, refused) =>
      settings.model_id
        ? context.models.retry(settings.model_id, refused)
        : context.formats.retry(settings.format!, settings.options, refused),
  },
})

/** A path as text, or the `path` of a file reference. */
function pathIn(value: unknown): string | undefined {
  const path = typeof value === 'object' && value !== null && 'path' in value ? value.path : value
  return typeof path === 'string' && path !== '' ? path : undefined
}
