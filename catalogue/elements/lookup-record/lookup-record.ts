import { identityOf } from '@weft/kit/define/compare.ts'
import { defineElement } from '@weft/kit/define/element.ts'
import { fieldOf, withField } from '@weft/kit/define/path.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { field, named, reference, writtenField } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

const taken = z.strictObject({
  from: named(z.string().min(1), 'Field found', 'Gefundenes Feld'),
  to: named(writtenField, 'Write to', 'Schreiben nach'),
})

export const lookupRecord = defineElement({
  key: 'lookup_record',
  group: 'data',
  kind: 'transform',
  icon: 'IconDatabaseSearch',
  settings: z.strictObject({
    structure_id: reference('data_structure'),
    key: z.string().min(1).max(63),
    value: field,
    take: z.array(taken).max(200).default([]),
    into: z.string().trim().max(63).default(''),
  }),
  inputs: ['in'],
  exits: ['found', 'missing'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Look up record', de: 'Datensatz nachschlagen' },
    help: {
      en: 'Finds for each record the first one of a data structure with the same key, and takes over its fields.',
      de: 'Sucht zu jedem Datensatz den ersten einer Datenstruktur mit demselben Schlüssel und übernimmt dessen Felder.',
    },
    fields: {
      structure_id: { en: 'Data structure', de: 'Datenstruktur' },
      key: { en: 'Key there', de: 'Schlüssel dort' },
      value: { en: 'Field with the value', de: 'Feld mit dem Wert' },
      take: { label: { en: 'Take over', de: 'Übernehmen' }, help: { en: 'Single fields.', de: 'Einzelne Felder.' } },
      into: {
        label: { en: 'Whole record into the field', de: 'Ganzer Datensatz in das Feld' },
        help: { en: 'Empty: only single fields.', de: 'Leer: nur einzelne Felder.' },
      },
    },
    exits: { found: { en: 'Found', de: 'Gefunden' }, missing: { en: 'Missing', de: 'Fehlend' } },
  },
  body: {
    open(step) {
      const { structure_id, key, value, take, into } = step.settings
      return {
        async batch(records) {
          const values = [
            ...new Map(
              records
                .map((record) => fieldOf(record, value))
                .filter((one) => identityOf(one) !== '')
                .map((one) => [identityOf(one), one]),
            ).values(),
          ]
          const rows =
            values.length > 0
              ? await step.context.records.lookup({ structure_id, field: key, values })
              : new Map<string, DataRecord>()
          const found: DataRecord[] = []
          const missing: DataRecord[] = []
          for (const record of records) {
            const row = rows.get(identityOf(fieldOf(record, value)))
            if (!row) missing.push(record)
            else
              found.push(
                take.reduce<DataRecord>(
                  (made, { from, to }) => withField(made, to, fieldOf(row, from) ?? null),
                  into ? { ...record, [into]: row } : record,
                ),
              )
          }
          return { exits: { found, missing } }
        },
      }
    },
  },
})
