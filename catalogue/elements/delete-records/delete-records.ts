import { defineElement } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { Rejected } from '@weft/kit/define/record.ts'
import { field, reference } from '@weft/kit/define/settings.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({ id: { en: 'The record carries no id of a stored record.', de: 'Der Datensatz trägt keine Kennung eines gespeicherten Datensatzes.' } })

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
  labels: {
    title: { en: 'Delete records', de: 'Datensätze löschen' },
    help: { en: 'Deletes stored records by their id.', de: 'Löscht gespeicherte Datensätze anhand ihrer Kennung.' },
    fields: {
      structure_id: { en: 'Data structure', de: 'Datenstruktur' },
      id: { label: { en: 'Field with the id', de: 'Feld mit der Kennung' }, help: { en: '_id, as read_records and write_records give it.', de: '_id, wie „Datensätze lesen“ und „Datensätze schreiben“ es liefern.' } },
    },
    exits: { out: { en: 'Deleted', de: 'Gelöscht' }, rejected: { en: 'Rejected', de: 'Abgelehnt' } },
  },
  body: {
    async open(step) {
      const { structure_id, id } = step.settings
      const idOf = (record: Record<string, unknown>) => {
        const value = fieldOf(record, id)
        return /^\d{1,18}$/.test(String(value)) ? String(value) : ''
      }
      return {
        async write(records) {
          const { good = [], bad = [] } = Object.groupBy(records, (record) => (idOf(record) === '' ? 'bad' : 'good'))
          if (good.length > 0) await step.world.records.remove({ structure_id, ids: good.map(idOf) })
          return { exits: { out: good }, rejected: bad.map((record): Rejected => ({ record, field: id, reason: texts.id() })) }
        },
      }
    },
  },
})
