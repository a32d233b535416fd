import { z } from 'zod'
import { parseJson as exact } from '@weft/kit/define/parse-json.ts'
import { defineTransformer } from '@weft/kit/define/transformer.ts'
import { refuse, shown } from '@weft/kit/define/value.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'

const texts = defineMessages({ wrong: { en: '“{value}” is not valid JSON.', de: '„{value}“ ist kein gültiges JSON.' } })

export const parseJson = defineTransformer({
  key: 'parse_json',
  group: 'object',
  icon: 'IconBraces',
  takes: ['text'],
  options: z.strictObject({}),
  gives: 'any',
  apply: () => (text) => {
    try {
      return exact(text)
    } catch {
      return refuse(texts.wrong({ value: shown(text) }))
    }
  },
  labels: {
    title: { en: 'Read JSON', de: 'JSON lesen' },
    help: { en: 'Makes an object or a list of JSON text.', de: 'Macht aus JSON-Text ein Objekt oder eine Liste.' },
    fields: {},
  },
  examples: [
    { takes: ['{"a":[1,2]}'], gives: { a: [1, 2] } },
    { takes: ['{"n":12345678901234567890.125}'], gives: { n: '12345678901234567890.125' } },
    { takes: ['{a}'], refuses: '“{a}” is not valid JSON.' },
  ],
})
