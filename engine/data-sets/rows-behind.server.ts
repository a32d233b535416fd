import { inScope, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { DashboardFilter, FilterValues } from '@weft/kit/define/dashboard.ts'
import { isGroup, type DataSetDefinition } from '@weft/kit/define/data-set.ts'
import type { AnswerColumn, InsightGraph, Point } from '@weft/kit/define/insight.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import { narrowingOf } from './dashboards.server.ts'
import { columnsOf, type Ground } from './data-sets.server.ts'
import { dataSetSource, openSource, type InsightSource, type Viewer } from './insight-source.server.ts'
import { columnOf, conditionsOf } from './insights.server.ts'

type Asked = {
  at: { x?: Point[number] | undefined; series?: Point[number] | undefined }
  filters: readonly DashboardFilter[]
  values: FilterValues
  fields: Record<string, string>
  page: number
  perPage: number
  viewer: Viewer
}
type Behind = {
  columns: AnswerColumn[]
  rows: DataRecord[]
  more: boolean
  exact: boolean
  of: { kind: 'structure' | 'run' | 'cause'; id: string | null }
}

/** The records behind a place of a graph: its data set without its functions, where the same conditions hold. */
export async function rowsBehind(
  ground: Ground,
  scope: ProjectScope,
  graph: InsightGraph,
  { at, filters, values, fields, page, perPage, viewer }: Asked,
): Promise<Behind> {
  const source = await openSource(ground, scope, graph, viewer)
  const wanted = [
    ...conditionsOf(source, narrowingOf(filters, { fields }, source, values)),
    ...placed(graph.x_field, at.x),
    ...placed(graph.series_field, at.series),
  ]
  const { single, of, exact, conditions } = await singleRows(ground, scope, graph, { source, wanted })
  const names = single.columns.map(({ name }) => name)
  const rows = await single.ask(conditions, {
    columns: [
      ...names.filter((name) => name !== '_id'),
      ...(isOfNothing(of) ? [] : ['_id']),
      ...(of.kind === 'run' ? ['_workflow_id'] : []),
    ],
    limit: perPage + 1,
    offset: (page - 1) * perPage,
  })
  return {
    columns: names.filter((name) => name !== '_id').map((name) => columnOf(single, name)),
    rows: rows.slice(0, perPage),
    more: rows.length > perPage,
    exact,
    of,
  }
}

/** Rows of another data set or of a stage are no records. */
const isOfNothing = ({ kind, id }: Behind['of']) => kind === 'structure' && id === null

function placed(field: string | undefined, value: Point[number] | undefined): Condition[] {
  if (!field || value === undefined) return []
  return [value === null || value === '' ? { field, operator: 'empty' } : { field, operator: 'equals', value }]
}

type Single = {
  single: InsightSource
  of: Behind['of']
  exact: boolean
  conditions: Condition[]
}

async function singleRows(
  ground: Ground,
  scope: ProjectScope,
  { data_set_id, parameters }: InsightGraph,
  { source, wanted }: { source: InsightSource; wanted: Condition[] },
): Promise<Single> {
  const { definition } = source
  if (!definition) {
    const kind = data_set_id === 'runs' ? 'run' : 'cause'
    return { single: source, of: { kind, id: null }, exact: true, conditions: wanted }
  }
  const { structure_id } = definition.structures[0]!
  const isAsked = (filter: Having) => namesIn(filter).every((name) => !source.later.has(name))
  if (!structure_id) {
    const conditions = wanted.filter(isAsked)
    const exact = conditions.length === wanted.length
    return { single: source, of: { kind: 'structure', id: null }, exact, conditions }
  }
  const grouped = groupedIn(definition)
  const holds = (filter: Having) => isAsked(filter) && namesIn(filter).every((name) => !grouped.has(name))
  const single = ungrouped(definition)
  const told = await inScope(ground.db, scope, (trx) => columnsOf(trx, single))
  return {
    single: dataSetSource(ground, scope, { ...told, definition: single, parameters, key: 'single' }),
    of: { kind: 'structure', id: structure_id },
    exact: wanted.every(holds) && definition.having.every(holds),
    conditions: wanted.filter(holds),
  }
}

type Having = DataSetDefinition['having'][number]
const namesIn = (filter: Having): string[] => (isGroup(filter) ? filter.filters.flatMap(namesIn) : [filter.field])
const groupedIn = ({ fields }: DataSetDefinition) =>
  new Set(fields.flatMap((field) => (field.function ? field.name : [])))

/** The same records one by one; conditions on sums do not speak of single ones. */
function ungrouped(definition: DataSetDefinition): DataSetDefinition {
  const grouped = groupedIn(definition)
  const base = definition.structures[0]!.as
  return {
    ...definition,
    fields: [...definition.fields.map(({ function: _, ...field }) => field), { name: '_id', of: base, field: '_id' }],
    having: definition.having.filter((filter) => namesIn(filter).every((name) => !grouped.has(name))),
    sort: grouped.size > 0 ? [{ field: '_id', descending: false }] : definition.sort,
    limit: grouped.size > 0 ? 1_000_000 : definition.limit,
  }
}
