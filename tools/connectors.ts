// `npm run connectors`: writes docs/connectors.md from what the connectors declare. `npm run check documents` compares the two.
import { writeFileSync } from 'node:fs'
import { connectors } from '@weft/catalogue/connectors/all.ts'
import type { Ability, Connector } from '@weft/kit/define/connector.ts'

export const document = 'docs/connectors.md'

const head = `# Connectors

Written by \`npm run connectors\` from what the connectors declare; their tests hold each to all it declares, on the server that is named. A second
tier of tests (\`npm test -- --all\`) starts these servers; where one cannot be had, its tests are skipped with the reason.

- **check** signs in and says the version and what the login may do. **read**: whole, and by what has changed. **lookup**: by key.
- **write**: insert, update, insert or update, delete, by key; *once*: exactly once where it is asked for, otherwise at least once;
  *lines*: records with the lines that belong to them, in one transaction, read back in the same way.
- **query**: statements of the system's own language. **files**: list, read, write, move, remove. **messages**: receive and send.

`

/** The document as it should stand. */
export function written(): string {
  const rows = (connectors as readonly Connector[]).map(row)
  const columns = [
    'Connector',
    'Check',
    'Read',
    'Lookup',
    'Write',
    'Query',
    'Files',
    'Messages',
    'Mail',
    'Actions',
    'Proven with',
  ]
  return `${head}${table(columns)}\n${table(columns.map(() => '---'))}\n${rows.join('\n')}\n${notes()}`
}

const table = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function row({ key, labels, checks, provides, proven }: Connector): string {
  const has = (ability: Ability) => provides.includes(ability)
  const yes = (ability: Ability) => (has(ability) ? '✓' : '')
  return table([
    `${labels.title.en} (\`${key}\`)`,
    checks.join(', '),
    has('tables') ? `whole, incremental${has('capture') ? ', log' : ''}` : '',
    yes('lookup'),
    [yes('write'), ...(has('exactly_once') ? ['once'] : []), ...(has('lines') ? ['lines'] : [])].join(' '),
    yes('query'),
    yes('files'),
    yes('messages'),
    [...(has('mailbox') ? ['mailbox'] : []), ...(has('mail') ? ['send'] : [])].join(', '),
    yes('actions'),
    proven ?? 'nothing yet',
  ])
}

function notes(): string {
  const open = (connectors as readonly Connector[]).filter(({ unproven }) => unproven)
  if (open.length === 0) return ''
  return `\n## Not proven here\n\n${open.map(({ labels, unproven }) => `- **${labels.title.en}**: ${unproven!.en}`).join('\n')}\n`
}

if (import.meta.main) writeFileSync(document, written())
