import { addToEnd, write, type Generator, type Named } from './files.ts'

export const page: Generator = (item) => [
  write(`apps/web/features/${item.file}/${item.file}.tsx`, source(item)),
  addToEnd('apps/web/routes/project.tsx', address(item)),
  `Now say in apps/web/routes/rights.ts what /project/${item.file} needs,`,
  'in apps/web/shell/menu.ts below which entry it stands, and both in docs/addresses.md.',
]

const screenOf = ({ variable }: Named) => `${variable.charAt(0).toUpperCase()}${variable.slice(1)}Screen`

/** The entry of the page in the two ways it is laid out: with its names in one line where they fit, else one below the other. */
function address(item: Named) {
  const names = [`/project/${item.file}`, `project${screenOf(item).replace(/Screen$/, '')}`, item.title, item.title]
  const quoted = names.map((name) => `'${name}'`)
  const load = `import('../features/${item.file}/${item.file}.tsx').then((m) => m.${screenOf(item)}),`
  const line = `  screen(${quoted.join(', ')}, () =>`
  return line.length <= 120
    ? `${line}\n    ${load}\n  ),`
    : `  screen(\n${[...quoted, `() => ${load.slice(0, -1)}`].map((part) => `    ${part},\n`).join('')}  ),`
}

const source = (item: Named) => `import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'

const texts = defineMessages({
  title: { en: '${item.title}', de: '${item.title}' },
  about: { en: 'What is to be seen here.', de: 'Was hier zu sehen ist.' },
})

export function ${screenOf(item)}() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.about()}>
      <Panel title={t.title()}>{t.about()}</Panel>
    </Page>
  )
}
`
