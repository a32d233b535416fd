import { z } from 'zod'
import { named } from '@weft/kit/define/settings.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { toText } from '@weft/kit/define/value.ts'

export const valueMap = defineTransformer({
  key: 'value_map',
  group: 'lookup',
  icon: 'IconTableAlias',
  takes: ['any'],
  takes_empty: true,
  options: z.strictObject({
    table: z
      .array(
        z.strictObject({
          from: named(z.string().max(500), 'Value', 'Wert'),
          to: named(z.string().max(500), 'Becomes', 'Wird zu'),
        }),
      )
      .min(1)
      .max(5_000),
    default: z.string().max(500).optional(),
    keep_unknown: z.boolean().default(false),
  }),
  gives: 'any',
  apply: ({ table, default: otherwise, keep_unknown }) => {
    const values = new Map(table.map(({ from, to }) => [from, to]))
    return (value) => values.get(value === null ? '' : toText(value)) ?? (keep_unknown ? value : (otherwise ?? null))
  },
  labels: {
    title: { en: 'Value table', de: 'Wertetabelle' },
    help: {
      en: 'Replaces a value by the one beside it in a table.',
      de: 'Ersetzt einen Wert durch den, der in einer Tabelle daneben steht.',
    },
    fields: {
      table: { en: 'Table', de: 'Tabelle' },
      default: { en: 'Otherwise', de: 'Sonst' },
      keep_unknown: { en: 'Keep what is not in the table', de: 'Behalten, was nicht in der Tabelle steht' },
    },
  },
  examples: [
    {
      takes: ['1'],
      options: {
        table: [
          { from: '1', to: 'Speedy Express' },
          { from: '2', to: 'United Package' },
        ],
      },
      gives: 'Speedy Express',
    },
    { takes: [3], options: { table: [{ from: '1', to: 'Speedy Express' }], default: 'unknown' }, gives: 'unknown' },
    { takes: ['x'], options: { table: [{ from: '1', to: 'a' }], keep_unknown: true }, gives: 'x' },
    { takes: [null], options: { table: [{ from: '1', to: 'a' }] }, gives: null },
  ],
})
