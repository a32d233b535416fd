import { defineElement } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { Rejected } from '@weft/kit/define/record.ts'
import { field, reference } from '@weft/kit/define/settings.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({ id: { en: 'The record carries no id of a stored record.', de: 'Der Datensatz trägt keine Kennung eines gespeicherten Datensatzes.' } })

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
  labels: {
    title: { en: 'Mark records', de: 'Datensätze markieren' },
    help: { en: 'Marks stored records as dealt with or as changed.', de: 'Markiert gespeicherte Datensätze als erledigt oder als geändert.' },
    fields: {
      structure_id: { en: 'Data structure', de: 'Datenstruktur' },
      mark: { label: { en: 'Mark as', de: 'Markieren als' }, options: { clean: { en: 'Clean', de: 'Sauber' }, dirty: { en: 'Dirty', de: 'Geändert' } } },
      id: { label: { en: 'Field with the id', de: 'Feld mit der Kennung' }, help: { en: '_id, as read_records and write_records give it.', de: '_id, wie „Datensätze lesen“ und „Datensätze schreiben“ es liefern.' } },
    },
    exits: { out: { en: 'Marked', de: 'Markiert' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    async open(step) {
      const { structure_id, mark, id } = step.settings
      const idOf = (record: Record<string, unknown>) => {
        const value = fieldOf(record, id)
        return /^\d{1,18}$/.test(String(value)) ? String(value) : ''
      }
      return {
        async write(records) {
          const { good = [], bad = [] } = Object.groupBy(records, (record) => (idOf(record) === '' ? 'bad' : 'good'))
          if (good.length > 0) await step.world.records.mark({ structure_id, mark, ids: good.map(idOf) })
          return { exits: { out: good }, rejected: bad.map((record): Rejected => ({ record, field: id, reason: texts.id() })) }
        },
      }
    },
  },
})
