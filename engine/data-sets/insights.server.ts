import { inScope, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { byCodeUnit } from '@weft/kit/define/compare.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { DataSetColumn } from '@weft/kit/define/data-set.ts'
import {
  hasOneGraph,
  type ChartType,
  type GraphData,
  type InsightAnswer,
  type InsightDefinition,
  type InsightGraph,
} from '@weft/kit/define/insight.ts'
import { isOperationSource } from '@weft/kit/define/operations.ts'
import { dayAfter, dayIn, lastDays, periodBefore, startOfDay, type Days } from '@weft/kit/define/period.ts'
import { invalidFields } from '@weft/kit/errors/common.ts'
import { NotFound, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { Ground } from '../records/structures.server.ts'
import { compileDataSet } from './compile.ts'
import { findDataSet, structuresOf } from './data-sets.server.ts'
import { gatherer } from './gather.ts'
import { openSource, type InsightSource, type Viewer } from './insight-source.server.ts'
import { operationColumns } from './operations.server.ts'
import { sharedRows, type WantedRows } from './shared-rows.server.ts'

const texts = defineMessages({
  unknownDataSet: { en: 'This data set does not exist.', de: 'Dieses Datenset gibt es nicht.' },
  unknownField: { en: 'The data set has no field named {field}.', de: 'Das Datenset hat kein Feld namens {field}.' },
  choose: { en: 'Please choose a field.', de: 'Bitte wählen Sie ein Feld.' },
  notNumeric: { en: 'The value axis needs numbers.', de: 'Die Werteachse benötigt Zahlen.' },
  notTime: {
    en: 'A number is compared along days: choose a field with days or moments.',
    de: 'Eine Zahl wird über Tage verglichen: Wählen Sie ein Feld mit Tagen oder Zeitpunkten.',
  },
  oneGraph: {
    en: 'This kind of chart shows exactly one graph.',
    de: 'Diese Art von Diagramm zeigt genau einen Graphen.',
  },
})

/** A chart with more points says nothing any more, and nobody reads a longer table. */
const mostPoints = 5_000
const mostRows = 1_000

type Insight = { chart_type: ChartType; definition: InsightDefinition }

/** What is wrong with an insight, by dotted path; empty when it can be drawn. */
export async function problemsOfInsight(trx: Scoped, { chart_type, definition }: Insight): Promise<FieldErrors> {
  const problems: FieldErrors = {}
  const add = (path: string, message: Message) => (problems[path] ??= []).push(message)
  if (hasOneGraph(chart_type) && definition.graphs.length !== 1) add('definition.graphs', texts.oneGraph())
  for (const [i, graph] of definition.graphs.entries()) {
    const path = `definition.graphs.${i}`
    const found = await columnsFor(trx, graph)
    if (!found) {
      add(`${path}.data_set_id`, texts.unknownDataSet())
      continue
    }
    for (const [at, messages] of Object.entries(found.problems))
      if (at.startsWith('parameters.')) problems[`${path}.${at}`] = messages
    const columns = new Map(found.columns.map((column) => [column.name, column]))
    for (const key of ['x_field', 'y_field', 'series_field'] as const) {
      const name = graph[key]
      const column = columns.get(name ?? '')
      if (!name) {
        if (needed[key](chart_type)) add(`${path}.${key}`, texts.choose())
      } else if (!column) add(`${path}.${key}`, texts.unknownField({ field: name }))
      else if (key === 'y_field' && !isNumber(column)) add(`${path}.${key}`, texts.notNumeric())
      else if (key === 'x_field' && chart_type === 'number' && !isTime(column)) add(`${path}.${key}`, texts.notTime())
    }
    for (const [n, name] of graph.columns.entries())
      if (!columns.has(name)) add(`${path}.columns.${n}`, texts.unknownField({ field: name }))
  }
  return problems
}

const needed: Record<'x_field' | 'y_field' | 'series_field', (type: ChartType) => boolean> = {
  x_field: (type) => type !== 'table' && type !== 'number',
  y_field: (type) => type !== 'table',
  series_field: (type) => type === 'pivot',
}

async function columnsFor(trx: Scoped, { data_set_id, parameters }: InsightGraph) {
  if (isOperationSource(data_set_id)) return { columns: operationColumns(data_set_id, 'en'), problems: {} }
  const found = await findDataSet(trx, data_set_id).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error
  })
  if (!found) return undefined
  const { compiled, problems } = compileDataSet(found.definition, await structuresOf(trx, found.definition), parameters)
  return { columns: compiled.columns, problems }
}

/** What one graph shows of its source: rows where conditions hold, and of a period. */
export type Narrowing = { conditions: Condition[]; period?: { field: string; days: Days } | undefined }

/** Everything an insight shows, saved or not. */
export async function insightData(
  ground: Ground,
  scope: ProjectScope,
  insight: Insight,
  viewer: Viewer,
): Promise<InsightAnswer> {
  const problems = await inScope(ground.db, scope, (trx) => problemsOfInsight(trx, insight))
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  const sources = await Promise.all(insight.definition.graphs.map((graph) => openSource(ground, scope, graph, viewer)))
  return planInsight(insight, sources, sharedRows(), () => ({ conditions: [] }))()
}

/** Says which rows an insight needs, and answers what it shows once all that is shown together has said so. */
export function planInsight(
  { chart_type, definition }: Insight,
  sources: readonly InsightSource[],
  want: ReturnType<typeof sharedRows>,
  narrowing: (graph: InsightGraph, source: InsightSource) => Narrowing,
): () => Promise<InsightAnswer> {
  const plans = definition.graphs.map((graph, i) => ({ graph, source: sources[i]! }))
  const [first] = plans
  const narrowed = first && narrowing(first.graph, first.source)
  if (chart_type === 'number' && first) return planNumber(first, definition, narrowed!, want)
  if (chart_type === 'table' && first) return () => readTable(first, narrowed!)
  const graphs = plans.map(({ graph, source }) => {
    const { x_field: x, y_field: y, series_field: series } = graph
    const columns = series === undefined ? [x, y] : [x, y, series]
    return { graph, source, rows: want(source, conditionsOf(source, narrowing(graph, source)), columns) }
  })
  return async () => ({
    graphs: await Promise.all(graphs.map(({ graph, source, rows }) => points(graph, source, rows))),
  })
}

type Plan = { graph: InsightGraph; source: InsightSource }

async function points(graph: InsightGraph, source: InsightSource, rows: WantedRows): Promise<GraphData> {
  const { x_field: x, y_field: y, series_field: series, total } = graph
  const gathered = gatherer({ x, y, series }, total, mostPoints)
  for await (const batch of rows()) for (const row of batch) gathered.add(row)
  return {
    x: columnOf(source, x),
    y: columnOf(source, y),
    points: gathered
      .totals()
      .map(({ place: [at, ...series], total }) => [at ?? null, total === null ? null : Number(total), ...series]),
    more: gathered.more(),
  }
}

/** A number, what it was in the period before, and its way there. */
function planNumber(
  { graph, source }: Plan,
  { days }: InsightDefinition,
  narrowed: Narrowing,
  want: ReturnType<typeof sharedRows>,
): () => Promise<InsightAnswer> {
  const { x_field: x, y_field: y, total } = graph
  const own = x && days ? { field: x, days: lastDays(days, dayIn(new Date(), source.zone)) } : undefined
  const period = narrowed.period ?? own
  const columns = x ? [x, y] : [y]
  const now = want(source, conditionsOf(source, { ...narrowed, period }), columns)
  const then =
    period &&
    want(source, conditionsOf(source, { ...narrowed, period: { ...period, days: periodBefore(period.days) } }), columns)
  return async () => {
    const [whole, before, way] = [
      gatherer({ y }, total, 1),
      gatherer({ y }, total, 1),
      gatherer({ x, y }, total, mostPoints),
    ]
    for await (const batch of now())
      for (const row of batch) {
        whole.add(row)
        if (x) way.add(row)
      }
    if (then) for await (const batch of then()) for (const row of batch) before.add(row)
    const valueOf = (gathered: typeof whole) => gathered.totals()[0]?.total ?? (total === 'sum' ? '0' : null)
    const points = way
      .totals()
      .map(({ place: [at], total }): GraphData['points'][number] => [at ?? null, total === null ? null : Number(total)])
      .sort(([a], [b]) => byCodeUnit(String(a), String(b)))
    return {
      graphs: [{ x: columnOf(source, x || y), y: columnOf(source, y), points, more: way.more() }],
      number: { value: valueOf(whole), ...(then && { before: valueOf(before) }) },
    }
  }
}

async function readTable({ graph, source }: Plan, narrowed: Narrowing): Promise<InsightAnswer> {
  const names = graph.columns.length > 0 ? graph.columns : source.columns.map(({ name }) => name)
  const rows = await source.ask(conditionsOf(source, narrowed), { columns: names, limit: mostRows + 1 })
  return {
    graphs: [],
    table: {
      columns: names.map((name) => columnOf(source, name)),
      rows: rows.slice(0, mostRows),
      more: rows.length > mostRows,
    },
  }
}

/** Conditions on the columns of a source; a period of moments ends before the next day begins where the source is. */
export function conditionsOf({ columns, zone }: InsightSource, { conditions, period }: Narrowing): Condition[] {
  if (!period) return conditions
  const { field, days } = period
  const isMoment = columns.find(({ name }) => name === field)?.type === 'date_time'
  return [
    ...conditions,
    ...(isMoment
      ? [
          { field, operator: 'greater_or_equal' as const, value: startOfDay(days.from, zone) },
          { field, operator: 'less' as const, value: startOfDay(dayAfter(days.to), zone) },
        ]
      : [
          { field, operator: 'greater_or_equal' as const, value: days.from },
          { field, operator: 'less_or_equal' as const, value: days.to },
        ]),
  ]
}

export function columnOf({ columns }: InsightSource, wanted: string) {
  const { name, label, type } = columns.find((one) => one.name === wanted)!
  return { name, label, type }
}

export const isNumber = ({ type }: Pick<DataSetColumn, 'type'>) => ['integer', 'big_integer', 'decimal'].includes(type)
export const isTime = ({ type }: Pick<DataSetColumn, 'type'>) => type === 'date' || type === 'date_time'
