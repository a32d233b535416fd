import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { converters } from '@weft/kit/define/value.ts'

const type = z.enum(['text', 'integer', 'decimal', 'boolean', 'date', 'date_time']).default('text')

export const constant = defineTransformer({
  key: 'constant',
  group: 'logic',
  icon: 'IconPin',
  takes: [],
  options: z
    .strictObject({ value: z.string().max(10_000).meta({ input: 'text' }), type })
    .refine(({ value, type }) => means(value, type), { path: ['value'] }),
  gives: ({ type }) => type,
  apply: ({ value, type }) => {
    const fixed = value === '' ? null : converters[type](value)
    return () => fixed
  },
  labels: {
    title: { en: 'Fixed value', de: 'Fester Wert' },
    help: { en: 'The same value for every record.', de: 'Derselbe Wert für jeden Datensatz.' },
    fields: {
      value: { en: 'Value', de: 'Wert' },
      type: {
        label: { en: 'Kind', de: 'Art' },
        options: {
          text: { en: 'Text', de: 'Text' },
          integer: { en: 'Whole number', de: 'Ganze Zahl' },
          decimal: { en: 'Number', de: 'Zahl' },
          boolean: { en: 'Yes or no', de: 'Ja oder nein' },
          date: { en: 'Date', de: 'Datum' },
          date_time: { en: 'Date and time', de: 'Datum und Uhrzeit' },
        },
      },
    },
  },
  examples: [
    { takes: [], options: { value: 'DE01' }, gives: 'DE01' },
    { takes: [], options: { value: '0.190', type: 'decimal' }, gives: '0.19' },
    { takes: [], options: { value: 'true', type: 'boolean' }, gives: true },
  ],
})

function means(value: string, type: 'text' | 'integer' | 'decimal' | 'boolean' | 'date' | 'date_time') {
  if (value === '') return true
  try {
    converters[type](value)
    return true
  } catch {
    return false
  }
}
