import { defineElement } from '@weft/kit/define/element.ts'
import { withField } from '@weft/kit/define/path.ts'
import { writtenField } from '@weft/kit/define/settings.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { storedText, storedTexter, textValues, textValuesLabel } from '@weft/kit/text-templates/step-texts.ts'
import { template } from '@weft/kit/define/template.ts'
import { texter } from '@weft/kit/define/values.ts'
import { z } from 'zod'

const texts = defineMessages({
  none: {
    en: 'Please write a text, or choose a text template.',
    de: 'Bitte schreiben Sie einen Text oder wählen Sie eine Textvorlage.',
  },
})

export const text = defineElement({
  key: 'text',
  group: 'transform',
  kind: 'transform',
  icon: 'IconTemplate',
  settings: z
    .strictObject({
      template_id: storedText,
      values: textValues,
      text: template.max(100_000).default('').meta({ input: 'longText', readable: true }),
      into: writtenField.default('text'),
    })
    .refine(({ text, template_id }) => text !== '' || template_id !== undefined, {
      path: ['text'],
      error: say(texts.none(), 'en'),
      params: { say: texts.none() },
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
      template_id: {
        label: { en: 'Text template', de: 'Textvorlage' },
        help: {
          en: 'A text of the project, with loops and conditions, instead of the one below.',
          de: 'Ein Text des Projekts, mit Schleifen und Bedingungen, anstelle des Textes darunter.',
        },
      },
      values: textValuesLabel,
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
      const { text, into, template_id, values } = step.settings
      const write = template_id ? storedTexter(step, template_id, values).write : texter(step, text)
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
