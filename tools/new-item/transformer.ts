import { addToList, write, type Generator, type Named } from './files.ts'

export const transformer: Generator = (item) => [
  write(`catalogue/transformers/${item.path}.ts`, source(item)),
  addToList('catalogue/transformers/all.ts', item.variable, `./${item.path}.ts`),
]

const source = ({ path, key, variable, title }: Named) => `import { z } from 'zod'
import { defineTransformer } from '@weft/kit/define/transformer.ts'

export const ${variable} = defineTransformer({
  key: '${key}',
  group: '${path.split('/')[0]}',
  icon: 'IconTransform',
  takes: ['text'],
  options: z.strictObject({}),
  gives: 'text',
  apply: () => (text) => text,
  labels: {
    title: { en: '${title}', de: '${title}' },
    help: { en: 'Gives the text as it is.', de: 'Gibt den Text unverändert weiter.' },
    fields: {},
  },
  examples: [{ takes: ['Hamburg'], gives: 'Hamburg' }],
})
`
