import { defineElement } from '@weft/kit/define/element.ts'
import { template } from '@weft/kit/define/template.ts'
import { texter } from '@weft/kit/define/values.ts'
import { z } from 'zod'

export const writeJournal = defineElement({
  key: 'write_journal',
  group: 'communicate',
  kind: 'sink',
  icon: 'IconNotebook',
  settings: z.strictObject({
    level: z.enum(['info', 'warning', 'error', 'debug']).default('info'),
    text: template.min(1).max(2_000).meta({ input: 'longText', readable: true }),
    most: z.int().min(1).max(1_000).default(10),
  }),
  inputs: ['in'],
  exits: ['out'],
  passes: true,
  effect: 'at_least_once',
  in_test_run: 'runs',
  labels: {
    title: { en: 'Write to the log', de: 'Ins Protokoll schreiben' },
    help: {
      en: 'Writes lines to the log of the job and lets the records through.',
      de: 'Schreibt Zeilen in das Protokoll des Jobs und lässt die Datensätze durch.',
    },
    fields: {
      level: {
        label: { en: 'Level', de: 'Stufe' },
        options: {
          info: { en: 'Information', de: 'Information' },
          warning: { en: 'Warning', de: 'Warnung' },
          error: { en: 'Error', de: 'Fehler' },
          debug: { en: 'Detail', de: 'Einzelheit' },
        },
      },
      text: {
        label: { en: 'Text', de: 'Text' },
        help: { en: '{{ … }} takes values from the record.', de: '{{ … }} nimmt Werte aus dem Datensatz.' },
      },
      most: {
        label: { en: 'Most lines of a batch', de: 'Höchstzahl Zeilen je Stapel' },
        help: { en: 'A batch has up to 1,000 records.', de: 'Ein Stapel hat bis zu 1.000 Datensätze.' },
      },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    async open(step) {
      const { level, text, most } = step.settings
      const write = texter(step, text)
      return {
        async write(records) {
          for (const record of records.slice(0, most)) step.log(level, write(record))
          return { exits: { out: records } }
        },
      }
    },
  },
})
