import { condition } from '@weft/kit/define/condition.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { reference } from '@weft/kit/define/settings.ts'
import { resolveConditions } from '@weft/kit/define/values.ts'
import { z } from 'zod'

export const readRecords = defineElement({
  key: 'read_records',
  group: 'data',
  kind: 'source',
  icon: 'IconDatabaseExport',
  settings: z.strictObject({
    structure_id: reference('data_structure'),
    // Fields of the structure, not of the records that arrive.
    filter: z.array(condition.extend({ field: z.string().min(1) })).default([]),
    only_dirty: z.boolean().default(false),
  }),
  inputs: ['in'],
  exits: ['out'],
  data_set: { type: 'delta', when: { setting: 'only_dirty', is: true } },
  in_test_run: 'runs',
  labels: {
    title: { en: 'Read records', de: 'Datensätze lesen' },
    help: {
      en: 'Gives the records of a data structure, for each incoming record once.',
      de: 'Gibt die Datensätze einer Datenstruktur weiter, für jeden ankommenden Datensatz einmal.',
    },
    fields: {
      structure_id: { en: 'Data structure', de: 'Datenstruktur' },
      filter: {
        label: { en: 'Only records where', de: 'Nur Datensätze, bei denen' },
        help: {
          en: 'All comparisons must hold; {{ … }} takes a value from the record or the job.',
          de: 'Alle Vergleiche müssen zutreffen; {{ … }} nimmt einen Wert aus dem Datensatz oder dem Job.',
        },
      },
      only_dirty: {
        label: { en: 'Only changed records', de: 'Nur geänderte Datensätze' },
        help: { en: 'Those marked dirty.', de: 'Solche, die als geändert markiert sind.' },
      },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    read(step, input, cursor) {
      const { structure_id, filter, only_dirty } = step.settings
      return step.context.records.read(
        { structure_id, filter: resolveConditions(step, filter, input), only_dirty },
        cursor,
      )
    },
  },
})
