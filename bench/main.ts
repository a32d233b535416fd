// `npm run bench [-- NAME] [--json]`: prints each figure with its reference; bench/README.md says how to read them.
import type { Row } from './figure.ts'

/** Each file exports `measure()`, which answers the rows of its figure. */
const figures: Record<string, () => Promise<{ measure(): Promise<Row[]> }>> = {
  attack: () => import('./attack.ts'),
  'bulk-import': () => import('./bulk-import.ts'),
  connectors: () => import('./connectors.ts'),
  dashboards: () => import('./dashboards.ts'),
  debug: () => import('./debug.ts'),
  drain: () => import('./drain.ts'),
  fleet: () => import('./fleet.ts'),
  fuzz: () => import('./fuzz.ts'),
  invoicing: () => import('./invoicing.ts'),
  isolation: () => import('./isolation.ts'),
  'job-retention': () => import('./job-retention.ts'),
  list: () => import('./list.ts'),
  mapping: () => import('./mapping.ts'),
  moves: () => import('./moves.ts'),
  pipelines: () => import('./pipelines.ts'),
  pages: () => import('./pages.ts'),
  peers: () => import('./peers.ts'),
  'read-files': () => import('./read-files.ts'),
  'records-write': () => import('./records-write.ts'),
  requests: () => import('./requests.ts'),
  'run-changes': () => import('./run-changes.ts'),
  'sign-in': () => import('./sign-in.ts'),
  start: () => import('./start.ts'),
  suggestions: () => import('./suggestions.ts'),
  tenancy: () => import('./tenancy.ts'),
  tenants: () => import('./tenants.ts'),
  waiting: () => import('./waiting.ts'),
  webhook: () => import('./webhook.ts'),
}

const names = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const json = process.argv.includes('--json')
const unknown = names.filter((name) => !figures[name])
if (unknown.length > 0)
  throw new Error(`There is no figure ${unknown.join(', ')}; there are ${Object.keys(figures).join(', ')}`)

for (const name of names.length > 0 ? names : Object.keys(figures)) {
  const rows = await (await figures[name]!()).measure()
  for (const { case: what, value, unit, reference, ratio } of rows)
    console.log(
      `${name.padEnd(12)} ${what.padEnd(48)} ${String(value).padStart(10)} ${unit}${reference === undefined ? '' : `   reference ${reference}, ratio ${ratio}`}`,
    )
  if (json) console.log(JSON.stringify({ figure: name, rows }))
}
