import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const mergeObjects = defineTransformer({
  key: 'merge_objects',
  group: 'object',
  icon: 'IconArrowMerge',
  takes: { all: 'object', least: 2 },
  takes_empty: true,
  options: z.strictObject({}),
  gives: 'object',
  apply:
    () =>
    (...objects) =>
      Object.assign({}, ...objects.map((object) => object ?? {})),
  labels: {
    title: { en: 'Join objects', de: 'Objekte verbinden' },
    help: {
      en: 'One object with the fields of all; the later one wins.',
      de: 'Ein Objekt mit den Feldern aller; das spätere gewinnt.',
    },
    fields: {},
  },
  examples: [{ takes: [{ a: 1, b: 1 }, null, { b: 2 }], gives: { a: 1, b: 2 } }],
})
