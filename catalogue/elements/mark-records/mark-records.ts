import { byStoredId } from '@weft/kit/define/by-stored-id.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { field, reference } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

export const markRecords = defineElement({
  key: 'mark_records',
  group: 'data',
  kind: 'sink',
  icon: 'IconTag',
  settings: z.strictObject({
    structure_id: reference('data_structure'),
    mark: z.enum(['clean', 'dirty']).default('clean'),
    id: field.default('_id'),
  }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  // Marking twice is the same as marking once.
  effect: 'exactly_once',
  in_test_run: 'held_back',
  labels: {
    title: { en: 'Mark records', de: 'Datensätze markieren' },
    help: {
      en: 'Marks stored records as dealt with or as changed.',
      de: 'Markiert gespeicherte Datensätze als erledigt oder als geändert.',
    },
    fields: {
      structure_id: { en: 'Data structure', de: 'Datenstruktur' },
      mark: {
        label: { en: 'Mark as', de: 'Markieren als' },
        options: { clean: { en: 'Clean', de: 'Sauber' }, dirty: { en: 'Dirty', de: 'Geändert' } },
      },
      id: {
        label: { en: 'Field with the id', de: 'Feld mit der Kennung' },
        help: {
          en: '_id, as read_records and write_records give it.',
          de: '_id, wie „Datensätze lesen“ und „Datensätze schreiben“ es liefern.',
        },
      },
    },
    exits: { out: { en: 'Marked', de: 'Markiert' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    open: async (step) => ({
      write: (records) =>
        byStoredId(records, step.settings.id, (ids) =>
          step.context.records.mark({ structure_id: step.settings.structure_id, mark: step.settings.mark, ids }),
        ),
    }),
  },
})
