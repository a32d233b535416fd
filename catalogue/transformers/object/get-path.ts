import { z } from 'zod'
import { pathOf, valueAt } from '@weft/kit/define/path.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const path = z
  .string()
  .min(1)
  .max(500)
  .refine((text) => pathOf(text) !== undefined)

export const getPath = defineTransformer({
  key: 'get_path',
  group: 'object',
  icon: 'IconRoute',
  takes: ['any'],
  options: z.strictObject({ path }),
  gives: 'any',
  apply: ({ path }) => {
    const keys = pathOf(path)!
    return (value) => valueAt(value, keys)
  },
  labels: {
    title: { en: 'Value at a path', de: 'Wert an einem Pfad' },
    help: {
      en: 'Takes one value out of an object or a list, such as address.lines[0].',
      de: 'Nimmt einen Wert aus einem Objekt oder einer Liste, etwa address.lines[0].',
    },
    fields: { path: { en: 'Path', de: 'Pfad' } },
  },
  examples: [
    {
      takes: [{ address: { lines: ['Elbchaussee 14', 'Haus 2'] } }],
      options: { path: 'address.lines[1]' },
      gives: 'Haus 2',
    },
    { takes: [{ a: 1 }], options: { path: 'b.c' }, gives: null },
    { takes: [{ a: 1 }], options: { path: 'constructor' }, gives: null },
  ],
})
