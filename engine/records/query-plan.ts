import type { PlanStep } from '@weft/kit/define/query-plan.ts'

type Json = Record<string, unknown>
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)
const figure = (value: unknown) => {
  const number = typeof value === 'string' ? Number(value) : value
  return typeof number === 'number' && Number.isFinite(number) ? number : null
}
const name = (value: unknown) => (typeof value === 'string' ? value : null)
const text = (value: unknown) => (Array.isArray(value) ? value.join(', ') : String(value))
const detailsOf = (node: Json, names: Record<string, PlanStep['details'][number]['about']>) =>
  Object.entries(names).flatMap(([name, about]) =>
    node[name] === undefined || node[name] === null ? [] : [{ about, text: text(node[name]) }],
  )

const onPostgres = {
  'Join Type': 'join',
  'Index Name': 'index',
  'Index Cond': 'condition',
  'Recheck Cond': 'condition',
  'Hash Cond': 'condition',
  'Merge Cond': 'condition',
  'Join Filter': 'filter',
  Filter: 'filter',
  'Sort Key': 'sort',
  'Group Key': 'group',
} as const

/** What `explain (format json)` of PostgreSQL says. */
export function postgresPlan(answer: unknown): PlanStep {
  const [first] = answer as [{ Plan: Json }]
  return stepOf(first.Plan)

  function stepOf(node: Json): PlanStep {
    return {
      does: String(node['Node Type']),
      table: name(node['Relation Name'] ?? node['CTE Name']),
      rows: figure(node['Plan Rows']),
      cost: figure(node['Total Cost']),
      details: detailsOf(node, onPostgres),
      steps: ((node['Plans'] ?? []) as Json[]).map(stepOf),
    }
  }
}

const onMysql = {
  key: 'index',
  attached_condition: 'filter',
  index_condition: 'condition',
  sort_key: 'sort',
} as const

/** What `explain format=json` of MariaDB and MySQL says: objects in objects, each named by what it does. */
export function mysqlPlan(answer: unknown): PlanStep {
  const [first] = stepsIn(isObject(answer) ? answer : {})
  return first ?? { does: 'query_block', table: null, rows: null, cost: null, details: [], steps: [] }

  function stepsIn(node: Json): PlanStep[] {
    return Object.entries(node).flatMap(([name, inner]) =>
      name === 'cost_info'
        ? []
        : Array.isArray(inner)
          ? inner.filter(isObject).flatMap((one) => stepsIn(one))
          : isObject(inner)
            ? [stepOf(name, inner)]
            : [],
    )
  }

  function stepOf(does: string, node: Json): PlanStep {
    const costs = isObject(node['cost_info']) ? node['cost_info'] : {}
    const table = name(node['table_name'])
    return {
      does: table === null ? does : String(node['access_type'] ?? 'table'),
      table,
      rows: figure(node['rows'] ?? node['rows_produced_per_join'] ?? node['rows_examined_per_scan']),
      cost: figure(node['cost'] ?? costs['query_cost'] ?? costs['prefix_cost']),
      details: detailsOf(node, onMysql),
      steps: stepsIn(node),
    }
  }
}
