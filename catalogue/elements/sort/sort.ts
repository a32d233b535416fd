import { defineElement } from '@weft/kit/define/element.ts'
import { field, named } from '@weft/kit/define/settings.ts'
import { z } from 'zod'

const by = z.strictObject({
  field: named(field, 'Field', 'Feld'),
  direction: named(z.enum(['up', 'down']).default('up'), 'Direction', 'Richtung', {
    up: { en: 'Ascending', de: 'Aufsteigend' },
    down: { en: 'Descending', de: 'Absteigend' },
  }),
  as: named(z.enum(['auto', 'text']).default('auto'), 'Compare as', 'Vergleichen als', {
    auto: { en: 'Number, date or text', de: 'Zahl, Datum oder Text' },
    text: { en: 'Text', de: 'Text' },
  }),
  empty: named(z.enum(['first', 'last']).default('last'), 'Empty values', 'Leere Werte', {
    first: { en: 'First', de: 'Zuerst' },
    last: { en: 'Last', de: 'Zuletzt' },
  }),
})

export const sort = defineElement({
  key: 'sort',
  group: 'transform',
  kind: 'barrier',
  icon: 'IconSortAscending',
  settings: z.strictObject({ by: z.array(by).min(1).max(20), language: z.enum(['de', 'en', 'exact']).default('de') }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'runs',
  passes: true,
  labels: {
    title: { en: 'Sort', de: 'Sortieren' },
    help: {
      en: 'Orders all records, however many; equal ones keep their order.',
      de: 'Ordnet alle Datensätze, gleich wie viele; gleiche behalten ihre Reihenfolge.',
    },
    fields: {
      by: {
        label: { en: 'Sort by', de: 'Sortieren nach' },
        help: { en: 'The first field counts most.', de: 'Das erste Feld zählt am meisten.' },
      },
      language: {
        label: { en: 'Order of texts', de: 'Reihenfolge von Texten' },
        options: {
          de: { en: 'German', de: 'Deutsch' },
          en: { en: 'English', de: 'Englisch' },
          exact: { en: 'By character code', de: 'Nach Zeichencode' },
        },
      },
    },
    exits: { out: { en: 'Sorted', de: 'Sortiert' } },
  },
})
