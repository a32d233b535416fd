import { z } from 'zod'
import { reference } from '@weft/kit/define/settings.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { missingLabels, missingOptions } from './missing.ts'

const texts = defineMessages({
  missing: { en: 'Nothing was found for “{value}”.', de: 'Zu „{value}“ wurde nichts gefunden.' },
})

export const structureLookup = defineTransformer({
  key: 'structure_lookup',
  group: 'lookup',
  icon: 'IconDatabaseSearch',
  takes: ['any'],
  options: z.strictObject({
    structure: reference('data_structure'),
    key: z.string().min(1).max(63).meta({ input: 'structure_field' }),
    field: z.string().min(1).max(63).meta({ input: 'structure_field' }),
    ...missingOptions,
  }),
  gives: 'any',
  lookup: ({ structure, key, field, cache }) => ({ structure_id: structure, key, field, cache }),
  apply:
    ({ field, on_missing }) =>
    (value, row) => {
      if (!row && on_missing === 'reject') return refuse(texts.missing({ value: shown(value) }))
      return row?.[field]
    },
  labels: {
    title: { en: 'Look up', de: 'Nachschlagen' },
    help: {
      en: 'Finds the record of another structure whose key equals the value, and takes one of its fields. All records of a batch are looked up at once.',
      de: 'Findet den Datensatz einer anderen Struktur, dessen Schlüssel gleich dem Wert ist, und nimmt eines seiner Felder. Alle Datensätze eines Stapels werden auf einmal nachgeschlagen.',
    },
    fields: {
      structure: { en: 'Structure', de: 'Struktur' },
      key: { en: 'Where', de: 'Wo' },
      field: { en: 'Take', de: 'Nimm' },
      ...missingLabels,
    },
  },
  examples: [
    {
      takes: ['VINET'],
      options: { structure: '0197a3c0-0000-7000-8000-000000000001', key: 'customer_id', field: 'company_name' },
      found: { customer_id: 'VINET', company_name: 'Vins et alcools Chevalier' },
      gives: 'Vins et alcools Chevalier',
    },
    {
      takes: ['NONE'],
      options: { structure: '0197a3c0-0000-7000-8000-000000000001', key: 'customer_id', field: 'company_name' },
      gives: null,
    },
    {
      takes: ['NONE'],
      options: {
        structure: '0197a3c0-0000-7000-8000-000000000001',
        key: 'customer_id',
        field: 'company_name',
        on_missing: 'reject',
      },
      refuses: 'Nothing was found for “NONE”.',
    },
  ],
})
