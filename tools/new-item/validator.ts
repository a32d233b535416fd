import { addToList, write, type Generator, type Named } from './files.ts'

export const validator: Generator = (item) => [
  write(`catalogue/validators/${item.file}.ts`, source(item)),
  addToList('catalogue/validators/all.ts', item.variable, `./${item.file}.ts`),
]

const source = ({ key, variable, title }: Named) => `import { textOf } from '@weft/kit/define/compare.ts'
import { defineValidator } from '@weft/kit/define/validator.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  wrong: { en: 'Please enter something.', de: 'Bitte geben Sie etwas ein.' },
})

export const ${variable} = defineValidator({
  key: '${key}',
  options: z.strictObject({}),
  check: (value) => (textOf(value) === '' ? texts.wrong() : undefined),
  labels: { title: { en: '${title}', de: '${title}' } },
  examples: [
    { value: 'Hamburg', options: {}, valid: true },
    { value: '', options: {}, valid: false },
  ],
})
`
