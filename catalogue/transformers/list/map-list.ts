import { z } from 'zod'
import { named } from '@weft/kit/define/settings.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { entryField } from './entries.ts'
import { fromField, newField } from './field-name.ts'

/** Entries one by one, as `Array.prototype.map` of ECMAScript: what is left out is not carried along. */
export const mapList = defineTransformer({
  key: 'map_list',
  group: 'list',
  icon: 'IconTransform',
  takes: ['list'],
  options: z.strictObject({
    fields: z
      .array(
        z.strictObject({
          to: newField,
          from: fromField,
          fixed: named(z.string().max(500).optional(), 'Or always', 'Oder immer'),
        }),
      )
      .min(1)
      .max(50),
  }),
  gives: 'list',
  apply:
    ({ fields }) =>
    (list) =>
      list.map((entry) =>
        Object.fromEntries(fields.map(({ to, from, fixed }) => [to, fixed ?? entryField(entry, from)])),
      ),
  labels: {
    title: { en: 'Rebuild each entry', de: 'Jeden Eintrag umbauen' },
    help: {
      en: 'Makes an object of each entry, field by field. Of a list of plain values, too: an empty “from” takes the entry itself.',
      de: 'Macht aus jedem Eintrag ein Objekt, Feld für Feld. Auch aus einer Liste einfacher Werte: Ein leeres „Aus dem Feld“ nimmt den Eintrag selbst.',
    },
    fields: { fields: { en: 'Fields', de: 'Felder' } },
  },
  examples: [
    {
      takes: [[{ article: { no: '4711' }, qty: 2, note: 'x' }]],
      options: {
        fields: [
          { to: 'sku', from: 'article.no' },
          { to: 'quantity', from: 'qty' },
        ],
      },
      gives: [{ sku: '4711', quantity: 2 }],
    },
    {
      takes: [['a@example.org', 'b@example.org']],
      options: { fields: [{ to: 'address' }, { to: 'kind', fixed: 'work' }] },
      gives: [
        { address: 'a@example.org', kind: 'work' },
        { address: 'b@example.org', kind: 'work' },
      ],
    },
  ],
})
