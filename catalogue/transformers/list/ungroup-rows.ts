import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { entryField } from './entries.ts'
import { takenField } from './field-name.ts'

/** A row for each line, as `UNNEST` of SQL:2003 joined to its own row; a header without lines has none unless it is kept. */
export const ungroupRows = defineTransformer({
  key: 'ungroup_rows',
  group: 'list',
  icon: 'IconStackPop',
  takes: ['list'],
  options: z.strictObject({
    lines: z.string().min(1).max(200).meta({ input: 'entry_field' }),
    header: z.array(takenField).max(50).default([]),
    line: z.array(takenField).max(50).default([]),
    keep_empty: z.boolean().default(false),
  }),
  gives: 'list',
  apply:
    ({ lines, header, line, keep_empty }) =>
    (list) =>
      list.flatMap((entry) => {
        const found = entryField(entry, lines)
        const rows: unknown[] = Array.isArray(found) ? found : []
        return (rows.length === 0 && keep_empty ? [null] : rows).map((row) =>
          Object.fromEntries([
            ...header.map(({ to, from }) => [to, entryField(entry, from)] as const),
            ...line.map(({ to, from }) => [to, entryField(row, from)] as const),
          ]),
        )
      }),
  labels: {
    title: { en: 'Headers with lines to rows', de: 'Köpfe mit Positionen zu Zeilen' },
    help: {
      en: 'Makes a row of each line, with fields of its header and its own: the way back from “Rows to headers with lines”.',
      de: 'Macht aus jeder Position eine Zeile mit Feldern ihres Kopfes und ihren eigenen: der Rückweg von „Zeilen zu Köpfen mit Positionen“.',
    },
    fields: {
      lines: { en: 'Field with the lines', de: 'Feld mit den Positionen' },
      header: { en: 'Of the header', de: 'Vom Kopf' },
      line: { en: 'Of the line', de: 'Von der Position' },
      keep_empty: { en: 'Also headers without lines', de: 'Auch Köpfe ohne Positionen' },
    },
  },
  examples: [
    {
      takes: [
        [
          { number: 7, lines: [{ sku: 'x' }, { sku: 'z' }] },
          { number: 8, lines: [] },
        ],
      ],
      options: {
        lines: 'lines',
        header: [{ to: 'order', from: 'number' }],
        line: [{ to: 'article', from: 'sku' }],
      },
      gives: [
        { order: 7, article: 'x' },
        { order: 7, article: 'z' },
      ],
    },
    {
      takes: [[{ number: 8, tags: ['a', 'b'] }, { number: 9 }]],
      options: {
        lines: 'tags',
        header: [{ to: 'order', from: 'number' }],
        line: [{ to: 'tag' }],
        keep_empty: true,
      },
      gives: [
        { order: 8, tag: 'a' },
        { order: 8, tag: 'b' },
        { order: 9, tag: null },
      ],
    },
  ],
})
