import { defineElement } from '@weft/kit/define/element.ts'
import { fieldOf } from '@weft/kit/define/path.ts'
import type { DataRecord, Rejected } from '@weft/kit/define/record.ts'
import { listField } from '@weft/kit/define/settings.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({ noList: { en: 'There is no list here.', de: 'Hier steht keine Liste.' } })

export const splitList = defineElement({
  key: 'split_list',
  group: 'transform',
  kind: 'transform',
  icon: 'IconListDetails',
  settings: z.strictObject({
    list: listField,
    as: z.enum(['fields', 'one_field']).default('fields'),
    keep: z.enum(['all', 'none']).default('all'),
    into: z.string().trim().max(63).default('item'),
    position: z.string().trim().max(63).default(''),
  }),
  inputs: ['in'],
  exits: ['out', 'rejected'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Split list', de: 'Liste aufteilen' },
    help: {
      en: 'Makes one record of each entry of a list. A record with an empty list gives none.',
      de: 'Macht aus jedem Eintrag einer Liste einen Datensatz. Ein Datensatz mit leerer Liste ergibt keinen.',
    },
    fields: {
      list: { en: 'List', de: 'Liste' },
      as: {
        label: { en: 'Entry becomes', de: 'Eintrag wird zu' },
        options: {
          fields: { en: 'Fields of the record', de: 'Feldern des Datensatzes' },
          one_field: { en: 'One field', de: 'Einem Feld' },
        },
      },
      keep: {
        label: { en: 'Fields around the list', de: 'Felder um die Liste herum' },
        options: { all: { en: 'Keep', de: 'Behalten' }, none: { en: 'Leave out', de: 'Weglassen' } },
      },
      into: {
        label: { en: 'Field for the entry', de: 'Feld für den Eintrag' },
        help: { en: 'Also where an entry is no object.', de: 'Auch, wenn ein Eintrag kein Objekt ist.' },
      },
      position: {
        label: { en: 'Field for the position', de: 'Feld für die Position' },
        help: { en: 'Counts from 1; empty: none.', de: 'Zählt ab 1; leer: keines.' },
      },
    },
    exits: { out: { en: 'Entries', de: 'Einträge' }, rejected: { en: 'No list', de: 'Keine Liste' } },
  },
  body: {
    open(step) {
      const { list, as, keep, into, position } = step.settings
      return {
        batch(records) {
          const out: DataRecord[] = []
          const rejected: Rejected[] = []
          for (const record of records) {
            const entries = fieldOf(record, list) ?? []
            if (!Array.isArray(entries)) {
              rejected.push({ record, field: list, value: entries, reason: texts.noList() })
              continue
            }
            const { [list]: _, ...around } = record
            for (const [i, entry] of entries.entries()) {
              const isObject = typeof entry === 'object' && entry !== null && !Array.isArray(entry)
              out.push({
                ...(keep === 'all' && around),
                ...(as === 'fields' && isObject ? (entry as DataRecord) : { [into]: entry as unknown }),
                ...(position && { [position]: i + 1 }),
              })
            }
          }
          return { exits: { out }, rejected }
        },
      }
    },
  },
  examples: [
    {
      settings: { list: 'lines', position: 'line' },
      takes: [
        { order: 1, lines: [{ sku: 'A' }, { sku: 'B' }] },
        { order: 2, lines: [] },
      ],
      gives: {
        out: [
          { order: 1, sku: 'A', line: 1 },
          { order: 1, sku: 'B', line: 2 },
        ],
      },
    },
    {
      settings: { list: 'tags', as: 'one_field', into: 'tag', keep: 'none' },
      takes: [
        { id: 1, tags: ['x', 'y'] },
        { id: 2, tags: 'z' },
      ],
      gives: { out: [{ tag: 'x' }, { tag: 'y' }], rejected: [{ id: 2, tags: 'z' }] },
    },
  ],
})
