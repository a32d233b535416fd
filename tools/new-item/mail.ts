import { addToList, write, type Generator, type Named } from './files.ts'

export const mail: Generator = (item) => [
  write(`catalogue/mails/${item.file}.ts`, source(item)),
  addToList('catalogue/mails/all.ts', item.variable, `./${item.file}.ts`),
]

const source = ({ key, variable, title }: Named) => `import { defineMail } from '@weft/kit/define/mail.ts'

export const ${variable} = defineMail({
  name: '${key}',
  area: 'account',
  scope: 'provider',
  layout: 'installation',
  labels: {
    title: { en: '${title}', de: '${title}' },
    help: { en: 'Says when it is sent, and to whom.', de: 'Sagt, wann und an wen sie gesendet wird.' },
  },
  variables: {},
  subject: { en: '${title}', de: '${title}' },
  body: { en: '{{ greeting }}', de: '{{ greeting }}' },
})
`
