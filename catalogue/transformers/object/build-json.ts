import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const buildJson = defineTransformer({
  key: 'build_json',
  group: 'object',
  icon: 'IconBraces',
  takes: ['any'],
  options: z.strictObject({ pretty: z.boolean().default(false) }),
  gives: 'text',
  apply:
    ({ pretty }) =>
    (value) =>
      JSON.stringify(value, null, pretty ? 2 : 0),
  labels: {
    title: { en: 'Write JSON', de: 'JSON schreiben' },
    help: { en: 'Writes any value as JSON text.', de: 'Schreibt einen beliebigen Wert als JSON-Text.' },
    fields: { pretty: { en: 'With line breaks', de: 'Mit Zeilenumbrüchen' } },
  },
  examples: [
    { takes: [{ a: [1, '2'] }], gives: '{"a":[1,"2"]}' },
    { takes: ['x'], gives: '"x"' },
  ],
})
