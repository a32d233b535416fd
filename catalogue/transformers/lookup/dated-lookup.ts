import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { datedLabels, datedOptions, missingOptions, refuseOrEmpty, structureField, wantedOn } from './dated.ts'

const texts = defineMessages({
  missing: {
    en: 'Nothing holds for “{value}” on {day}.',
    de: 'Für „{value}“ gilt am {day} nichts.',
  },
})
const options = {
  structure: '0197a3c0-0000-7000-8000-000000000001',
  key: 'article',
  valid_from: 'from',
  field: 'price',
}

/** Rows that hold from a day on, as the “valid time” of SQL:2011 (application-time periods) with an open end. */
export const datedLookup = defineTransformer({
  key: 'dated_lookup',
  group: 'lookup',
  icon: 'IconCalendarSearch',
  takes: ['any', 'date_time'],
  options: z.strictObject({ ...datedOptions, field: structureField, ...missingOptions }),
  gives: 'any',
  lookup: ({ structure, key, field, valid_from, cache }) => ({
    structure_id: structure,
    key,
    field,
    valid_from,
    cache,
    wanted: wantedOn,
  }),
  apply:
    ({ field, on_missing }) =>
    (value, moment, row) =>
      row ? row[field] : refuseOrEmpty(on_missing, texts.missing({ value: shown(value), day: moment.slice(0, 10) })),
  labels: {
    title: { en: 'Look up by date', de: 'Nachschlagen nach Datum' },
    help: {
      en: 'Finds what holds for a value on a day, such as the price of an article: of the records of another structure the newest that is valid then.',
      de: 'Findet, was für einen Wert an einem Tag gilt, etwa den Preis eines Artikels: von den Datensätzen einer anderen Struktur den neuesten, der dann gültig ist.',
    },
    inputs: [
      { en: 'value', de: 'Wert' },
      { en: 'day', de: 'Tag' },
    ],
    fields: {
      ...datedLabels,
      key: { en: 'Where', de: 'Wo' },
      field: { en: 'Take', de: 'Nimm' },
    },
  },
  examples: [
    {
      takes: ['A-100', '2026-11-18'],
      options,
      found: { article: 'A-100', from: '2026-07-01', price: '9.90' },
      gives: '9.90',
    },
    { takes: ['A-100', '1999-01-01'], options, refuses: 'Nothing holds for “A-100” on 1999-01-01.' },
    { takes: ['A-100', '1999-01-01'], options: { ...options, on_missing: 'empty' }, gives: null },
  ],
})
