import type pg from 'pg'
import type { PlanStep } from '@weft/kit/define/data-set-plan.ts'
import type { Structure } from '../structure.ts'
import { readForScreen } from './reader.server.ts'

type Node = {
  'Node Type': string
  'Relation Name'?: string
  'CTE Name'?: string
  'Subplan Name'?: string
  'Index Name'?: string
  'Plan Rows'?: number
  Plans?: Node[]
} & Record<string, unknown>

/** How PostgreSQL would answer a question, from its end to its beginning. */
export async function explainQuestion(
  pool: () => Promise<pg.Pool>,
  base: Structure,
  text: string,
  values: unknown[],
): Promise<PlanStep[]> {
  const [row] = await readForScreen(pool, base, `explain (format json) ${text}`, values)
  const found = row?.['QUERY PLAN']
  const [{ Plan }] = (typeof found === 'string' ? JSON.parse(found) : found) as [{ Plan: Node }]
  return stepsOf(Plan, 0)
}

/** What only prepares rows for the step above it says nothing to people. */
const silent = ['Hash', 'Materialize', 'Memoize', 'Result']

function stepsOf(node: Node, depth: number): PlanStep[] {
  const below = (at: number) => (node.Plans ?? []).flatMap((one) => stepsOf(one, at))
  const operation = node['Node Type']
  if (silent.includes(operation) && node.Plans) return below(depth)
  const table = node['Relation Name'] ?? node['CTE Name'] ?? node['Subplan Name']?.replace(/^CTE /, '')
  const detail = ['Index Cond', 'Hash Cond', 'Merge Cond', 'Join Filter', 'Filter', 'Sort Key', 'Group Key']
    .flatMap((key) => node[key] ?? [])
    .map(String)
    .join(', ')
  const step = {
    ...{ depth, kind: kindOf(operation), operation },
    ...(table !== undefined && { table }),
    ...(node['Index Name'] !== undefined && { index: node['Index Name'] }),
    ...(node['Plan Rows'] !== undefined && { rows: node['Plan Rows'] }),
    ...(detail && { detail }),
  }
  return [step, ...below(depth + 1)]
}

function kindOf(operation: string): PlanStep['kind'] {
  if (/Seq Scan$/.test(operation)) return 'scan'
  if (/Index|Bitmap/.test(operation)) return 'index'
  if (/Join$|^Nested Loop/.test(operation)) return 'join'
  if (/Aggregate$|^Group$|^Unique$/.test(operation)) return 'group'
  if (/Sort$/.test(operation)) return 'sort'
  if (operation === 'Limit') return 'limit'
  return /^(CTE|Subquery) Scan$/.test(operation) ? 'stage' : 'other'
}
