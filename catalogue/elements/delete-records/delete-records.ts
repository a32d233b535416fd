import { byStoredId } from '@weft/kit/define/by-stored-id.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { field, reference } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const deleteRecords = defineElement({
  key: 'delete_records',
  group: 'data',
  kind: 'sink',
  icon: 'IconTrash',
  settings: z.strictObject({
    structure_id: reference('data_structure'),
    id: field.default('_id'),
  }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  // What is gone cannot go again.
  effect: 'exactly_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Delete records', de: 'Datensätze löschen' },
    help: { en: 'Deletes stored records by their id.', de: 'Löscht gespeicherte Datensätze anhand ihrer Kennung.' },
    fields: {
      structure_id: { en: 'Data structure', de: 'Datenstruktur' },
      id: {
        label: { en: 'Field with the id', de: 'Feld mit der Kennung' },
        help: {
          en: '_id, as read_records and write_records give it.',
          de: '_id, wie „Datensätze lesen“ und „Datensätze schreiben“ es liefern.',
        },
      },
    },
    exits: { out: { en: 'Deleted', de: 'Gelöscht' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    open: async (step) => ({
      write: (records) =>
        byStoredId(records, step.settings.id, (ids) =>
          step.context.records.remove({
            structure_id: step.settings.structure_id,
            ids,
            job_id: step.job.id,
            step: step.id,
          }),
        ),
    }),
  },
})
