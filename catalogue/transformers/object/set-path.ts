import { z } from 'zod'
import { withField } from '@weft/kit/define/path.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { path } from './get-path.ts'

export const setPath = defineTransformer({
  key: 'set_path',
  group: 'object',
  icon: 'IconRouteAltLeft',
  takes: ['object', 'any'],
  takes_empty: true,
  options: z.strictObject({ path }),
  gives: 'object',
  apply:
    ({ path }) =>
    (object, value) =>
      withField(object ?? {}, path, value),
  labels: {
    title: { en: 'Set a value in an object', de: 'Wert in Objekt setzen' },
    help: {
      en: 'A copy of the object with one value set.',
      de: 'Eine Kopie des Objekts, in der ein Wert gesetzt ist.',
    },
    inputs: [
      { en: 'object', de: 'Objekt' },
      { en: 'value', de: 'Wert' },
    ],
    fields: { path: { en: 'Path', de: 'Pfad' } },
  },
  examples: [
    { takes: [{ a: 1 }, 'x'], options: { path: 'b.c' }, gives: { a: 1, b: { c: 'x' } } },
    { takes: [null, 5], options: { path: 'n' }, gives: { n: 5 } },
  ],
})
