import { defineElement } from '@weft/kit/define/element.ts'
import { withField } from '@weft/kit/define/path.ts'
import { writtenField } from '@weft/kit/define/settings.ts'
import { template } from '@weft/kit/define/template.ts'
import { texter } from '@weft/kit/define/values.ts'
import { z } from 'zod'

export const text = defineElement({
  key: 'text',
  group: 'transform',
  kind: 'transform',
  icon: 'IconTemplate',
  settings: z.strictObject({
    text: template.max(100_000).meta({ input: 'longText', readable: true }),
    into: writtenField.default('text'),
  }),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: 'Text', de: 'Text' },
    help: {
      en: 'Writes a text with the values of each record into a field.',
      de: 'Schreibt einen Text mit den Werten jedes Datensatzes in ein Feld.',
    },
    fields: {
      text: {
        label: { en: 'Text', de: 'Text' },
        help: {
          en: 'Values stand in braces: {{ name }}, {{ total | number: 2 }}, {{ now | date: "dd.MM.yyyy" }}.',
          de: 'Werte stehen in Klammern: {{ name }}, {{ total | number: 2 }}, {{ now | date: "dd.MM.yyyy" }}.',
        },
      },
      into: { en: 'Field', de: 'Feld' },
    },
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: {
    open(step) {
      const { text, into } = step.settings
      const write = texter(step, text)
      return {
        batch: (records) => ({ exits: { out: records.map((record) => withField(record, into, write(record))) } }),
      }
    },
  },
  examples: [
    {
      settings: { text: 'Order {{ number }}: {{ total | number: 2 }} EUR', into: 'message' },
      takes: [{ number: 7, total: '1234.5' }],
      gives: { out: [{ number: 7, total: '1234.5', message: 'Order 7: 1.234,50 EUR' }] },
    },
  ],
})
