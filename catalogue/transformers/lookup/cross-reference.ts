import { z } from 'zod'
import { snakeName } from '@weft/kit/define/snake-name.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({
  missing: {
    en: 'Nothing belongs to “{value}” in the cross-references {name}.',
    de: 'Zu „{value}“ gehört nichts in den Zuordnungen {name}.',
  },
})

export const crossReference = defineTransformer({
  key: 'cross_reference',
  group: 'lookup',
  icon: 'IconArrowsRightLeft',
  takes: ['any'],
  options: z.strictObject({
    name: snakeName(100),
    direction: z.enum(['to_second', 'to_first']).default('to_second'),
    on_missing: z.enum(['empty', 'reject']).default('empty'),
  }),
  gives: 'text',
  // Not remembered: while a run is under way others store what it waits for.
  lookup: ({ name, direction }) => ({
    reference: name,
    by: direction === 'to_second' ? 'left' : 'right',
    cache: false,
  }),
  apply:
    ({ name, on_missing }) =>
    (value, row) => {
      if (!row && on_missing === 'reject') return refuse(texts.missing({ value: shown(value), name }))
      return row?.['id']
    },
  labels: {
    title: { en: 'Cross-reference', de: 'Zuordnung' },
    help: {
      en: 'Finds the id that a record has in another system, as writing into a connection has stored it. All ids of a batch are looked up at once.',
      de: 'Findet die Id, die ein Datensatz in einem anderen System hat, wie das Schreiben in eine Verbindung sie gespeichert hat. Alle Ids eines Stapels werden auf einmal nachgeschlagen.',
    },
    fields: {
      name: { en: 'Pair', de: 'Paar' },
      direction: {
        label: { en: 'Direction', de: 'Richtung' },
        options: {
          to_second: { en: 'From the first to the second system', de: 'Vom ersten ins zweite System' },
          to_first: { en: 'From the second to the first system', de: 'Vom zweiten ins erste System' },
        },
      },
      on_missing: {
        label: { en: 'If nothing is found', de: 'Wenn nichts gefunden wird' },
        options: {
          empty: { en: 'Leave empty', de: 'Leer lassen' },
          reject: { en: 'Reject the record', de: 'Datensatz ablehnen' },
        },
      },
    },
  },
  examples: [
    { takes: ['C-17'], options: { name: 'shop_customer_erp_customer' }, found: { id: '4711' }, gives: '4711' },
    { takes: [4711], options: { name: 'shop_customer_erp_customer', direction: 'to_first' }, gives: null },
    {
      takes: ['C-18'],
      options: { name: 'shop_customer_erp_customer', on_missing: 'reject' },
      refuses: 'Nothing belongs to “C-18” in the cross-references shop_customer_erp_customer.',
    },
  ],
})
