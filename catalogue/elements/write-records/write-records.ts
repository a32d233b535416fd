import { comparedOutcome } from '@weft/kit/define/comparison.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { reference } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const writeRecords = defineElement({
  key: 'write_records',
  group: 'data',
  kind: 'sink',
  icon: 'IconDatabaseImport',
  settings: z.strictObject({
    structure_id: reference('data_structure'),
    mode: z.enum(['insert', 'update', 'upsert', 'replace']).default('upsert'),
    key: z.array(z.string().min(1)).max(20).default([]),
  }),
  inputs: ['in'],
  exits: ['written', 'rejected'],
  effect: 'exactly_once',
  data_set: { type: 'full', when: { setting: 'mode', is: 'replace' } },
  in_test_run: 'compared',
  labels: {
    title: { en: 'Write records', de: 'Datensätze schreiben' },
    help: {
      en: 'Writes into a data structure of the project, each record exactly once, whatever happens to the worker.',
      de: 'Schreibt in eine Datenstruktur des Projekts, jeden Datensatz genau einmal, was immer dem Worker geschieht.',
    },
    fields: {
      structure_id: { en: 'Data structure', de: 'Datenstruktur' },
      mode: {
        label: { en: 'How', de: 'Wie' },
        options: {
          insert: { en: 'Insert', de: 'Einfügen' },
          update: { en: 'Update existing ones', de: 'Vorhandene ändern' },
          upsert: { en: 'Insert or update', de: 'Einfügen oder ändern' },
          replace: {
            en: 'Insert or update, and remove what does not come',
            de: 'Einfügen oder ändern und entfernen, was nicht kommt',
          },
        },
      },
      key: {
        label: { en: 'Key fields', de: 'Schlüsselfelder' },
        help: {
          en: 'The fields by which existing records are recognised. Empty: the primary key.',
          de: 'Die Felder, an denen vorhandene Datensätze erkannt werden. Leer: der Primärschlüssel.',
        },
      },
    },
    exits: { written: { en: 'Written', de: 'Geschrieben' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    async open(step) {
      const { structure_id, mode, key } = step.settings
      const writer = await step.context.records.open({
        structure_id,
        mode,
        key,
        job_id: step.job.id,
        step: step.id,
        attempt: step.job.attempt,
      })
      if (step.fusion) step.fusion.writer = writer
      return {
        async write(records, number) {
          const { written, rejected } = await writer.write(records, number)
          return { exits: { written }, rejected }
        },
        finish: () => writer.finish(),
        close: () => writer.close(),
      }
    },
    async compare(step) {
      const { structure_id, mode, key } = step.settings
      const compare = await step.context.records.compare({ structure_id, mode, key })
      return { batch: async (records) => comparedOutcome(records, await compare(records), 'written') }
    },
  },
})
