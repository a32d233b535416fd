import { defineElement } from '@weft/kit/define/element.ts'
import { format, formatOptions, reference } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({ how: { en: 'Choose a dynamic model or a format.', de: 'Wählen Sie ein dynamisches Modell oder ein Format.' } })

export const readFile = defineElement({
  key: 'read_file',
  group: 'data',
  kind: 'source',
  icon: 'IconFileImport',
  settings: z
    .strictObject({
      path: template.min(1).meta({ input: 'file' }),
      model_id: reference('dynamic_model').optional(),
      format: format.optional(),
      options: formatOptions.default({}),
      path_field: z.string().trim().max(63).default(''),
      missing: z.enum(['fail', 'nothing']).default('fail'),
    })
    .refine(({ model_id, format }) => model_id !== undefined || format !== undefined, { path: ['model_id'], error: say(texts.how(), 'en'), params: { say: texts.how() } }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  labels: {
    title: { en: 'Read file', de: 'Datei lesen' },
    help: {
      en: 'Reads files of the storage record by record, the oldest first. After a crash it goes on behind the last record that was written.',
      de: 'Liest Dateien des Speichers Datensatz für Datensatz, die älteste zuerst. Nach einem Absturz geht es hinter dem letzten geschriebenen Datensatz weiter.',
    },
    fields: {
      path: { label: { en: 'Path', de: 'Pfad' }, help: { en: 'In the storage; * stands for any name, ** for any folders, {{ … }} for values.', de: 'Im Speicher; * steht für einen beliebigen Namen, ** für beliebige Ordner, {{ … }} für Werte.' } },
      model_id: { en: 'Dynamic model', de: 'Dynamisches Modell' },
      format: { label: { en: 'Format', de: 'Format' }, help: { en: 'Where there is no model.', de: 'Wenn es kein Modell gibt.' } },
      options: { en: 'Options of the format', de: 'Optionen des Formats' },
      path_field: { label: { en: 'Field for the path', de: 'Feld für den Pfad' }, help: { en: 'Each record then says in this field which file it came from.', de: 'Jeder Datensatz nennt dann in diesem Feld, aus welcher Datei er stammt.' } },
      missing: {
        label: { en: 'No file found', de: 'Keine Datei gefunden' },
        options: { fail: { en: 'Is an error', de: 'Ist ein Fehler' }, nothing: { en: 'Nothing to do', de: 'Nichts zu tun' } },
      },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' }, rejected: { en: 'Unreadable', de: 'Unlesbar' } },
  },
})
