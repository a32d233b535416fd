import { addToList, write, type Generator, type Named } from './files.ts'

export const element: Generator = (item) => [
  write(`catalogue/elements/${item.file}/${item.file}.ts`, source(item)),
  addToList('catalogue/elements/all.ts', item.variable, `./${item.file}/${item.file}.ts`),
]

const source = ({ key, variable, title }: Named) => `import { defineElement } from '@weft/kit/define/element.ts'
import { z } from 'zod'

export const ${variable} = defineElement({
  key: '${key}',
  group: 'transform',
  kind: 'transform',
  icon: 'IconTransform',
  settings: z.strictObject({}),
  inputs: ['in'],
  exits: ['out'],
  in_test_run: 'runs',
  labels: {
    title: { en: '${title}', de: '${title}' },
    help: { en: 'Lets every record through.', de: 'Lässt jeden Datensatz durch.' },
    fields: {},
    exits: { out: { en: 'Records', de: 'Datensätze' } },
  },
  body: { open: () => ({ batch: (records) => ({ exits: { out: records } }) }) },
  examples: [{ settings: {}, takes: [{ id: 1 }], gives: { out: [{ id: 1 }] } }],
})
`
