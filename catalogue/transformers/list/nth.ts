import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const nth = defineTransformer({
  key: 'nth',
  group: 'list',
  icon: 'IconListNumbers',
  takes: ['list'],
  options: z.strictObject({ index: z.int().min(-100_000).max(100_000).default(1) }),
  gives: 'any',
  apply:
    ({ index }) =>
    (list) =>
      list.at(index > 0 ? index - 1 : index),
  labels: {
    title: { en: 'Entry number', de: 'Eintrag Nummer' },
    help: {
      en: 'One entry of a list. 1 is the first, −1 the last.',
      de: 'Ein Eintrag einer Liste. 1 ist der erste, −1 der letzte.',
    },
    fields: { index: { en: 'Number', de: 'Nummer' } },
  },
  examples: [
    { takes: [['a', 'b', 'c']], options: { index: 2 }, gives: 'b' },
    { takes: [['a', 'b', 'c']], options: { index: -2 }, gives: 'b' },
    { takes: [['a']], options: { index: 4 }, gives: null },
  ],
})
