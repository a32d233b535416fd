// `npm run connectors`: writes docs/connectors.md from what the connectors declare. `npm run check documents` compares the two.
import { writeFileSync } from 'node:fs'
import { connectors } from '@weft/catalogue/connectors/all.ts'
import { tableWriteModes } from '@weft/kit/define/connector-session.ts'
import type { Ability, Connector } from '@weft/kit/define/connector.ts'

export const document = 'docs/connectors.md'

const head = `# Connectors

Written by \`npm run connectors\` from what the connectors declare; their tests hold each to all it declares, on the server that is named. A second
tier of tests (\`npm test -- --all\`) starts these servers; where one cannot be had, its tests are skipped with the reason.

- **Check** signs in and says the version and what the login may do. **Discover** lists what there is and describes its fields.
- **Read** and **incremental**: whole, and by what has changed since. **Lookup**: by key.
- **Write**: each with an outcome for every record; *once*: exactly once where it is asked for, otherwise at least once; *lines*: records with the
  lines that belong to them, in one transaction, read back in the same way. Where a system says itself what it takes, as REST resources do, not all modes.
- **Query**: statements of the system's own language. **Files**: list, read, write, move, remove.
- **Listen**: what starts a workflow: *polled* looks by a cursor or for what is new, *log* follows the database's own, *received* takes what was sent.

`

/** The document as it should stand. */
export function written(): string {
  const rows = (connectors as readonly Connector[]).map(row)
  const columns = [
    'Connector',
    'Check',
    'Discover',
    'Read',
    'Incremental',
    'Lookup',
    'Write',
    'Query',
    'Files',
    'Listen',
    'Send',
    'Actions',
    'Proven with',
  ]
  return `${head}${table(columns)}\n${table(columns.map(() => '---'))}\n${rows.join('\n')}\n${notes()}`
}

const table = (cells: readonly string[]) => `| ${cells.join(' | ')} |`

function row({ key, labels, checks, provides, proven }: Connector): string {
  const has = (ability: Ability) => provides.includes(ability)
  const yes = (ability: Ability) => (has(ability) ? '✓' : '')
  const listed = (words: Partial<Record<Ability, string>>) =>
    [...new Set(Object.entries(words).flatMap(([ability, word]) => (has(ability as Ability) ? word : [])))].join(', ')
  return table([
    `${labels.title.en} (\`${key}\`)`,
    checks.join(', '),
    listed({
      tables: 'tables',
      files: 'folders',
      messages: 'queues, topics',
      mailbox: 'folders',
      actions: 'operations',
    }),
    yes('tables'),
    yes('tables'),
    yes('lookup'),
    listed({ write: tableWriteModes.join(', '), exactly_once: '*once*', lines: '*lines*' }),
    yes('query'),
    yes('files'),
    listed({ tables: 'polled', capture: 'log', files: 'polled', messages: 'received', mailbox: 'received' }),
    listed({ messages: 'messages', mail: 'mails' }),
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
