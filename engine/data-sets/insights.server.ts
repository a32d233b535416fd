import { inScope, type Scoped, type ProjectScope } from '@weft/kit/database/connect.server.ts'
import type { DataSetColumn } from '@weft/kit/define/data-set.ts'
import {
  isRound,
  type ChartType,
  type GraphData,
  type InsightDefinition,
  type Point,
} from '@weft/kit/define/insight.ts'
import { invalidFields } from '@weft/kit/errors/common.ts'
import { NotFound, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Message } from '@weft/kit/messages/messages.ts'
import type { Ground } from '../records/structures.server.ts'
import { compileDataSet } from './compile.ts'
import { findDataSet, previewDataSet, structuresOf } from './data-sets.server.ts'

const texts = defineMessages({
  unknownDataSet: { en: 'This data set does not exist.', de: 'Dieses Datenset gibt es nicht.' },
  unknownField: { en: 'The data set has no field named {field}.', de: 'Das Datenset hat kein Feld namens {field}.' },
  notNumeric: { en: 'The value axis needs numbers.', de: 'Die Werteachse benötigt Zahlen.' },
  oneGraph: {
    en: 'A pie or donut shows exactly one graph.',
    de: 'Ein Kreis- oder Donutdiagramm zeigt genau einen Graphen.',
  },
})

/** A chart with more points says nothing any more. */
const mostPoints = 5_000

type Insight = { chart_type: ChartType; definition: InsightDefinition }

/** What is wrong with an insight, by dotted path; empty when it can be drawn. */
export async function problemsOfInsight(trx: Scoped, { chart_type, definition }: Insight): Promise<FieldErrors> {
  const problems: FieldErrors = {}
  const add = (path: string, message: Message) => (problems[path] ??= []).push(message)
  if (isRound(chart_type) && definition.graphs.length !== 1) add('definition.graphs', texts.oneGraph())
  for (const [i, graph] of definition.graphs.entries()) {
    const path = `definition.graphs.${i}`
    const found = await findDataSet(trx, graph.data_set_id).catch((error: unknown) => {
      if (!(error instanceof NotFound)) throw error
    })
    if (!found) {
      add(`${path}.data_set_id`, texts.unknownDataSet())
      continue
    }
    const {
      compiled: { columns },
      problems: wrong,
    } = compileDataSet(found.definition, await structuresOf(trx, found.definition), graph.parameters)
    for (const [at, messages] of Object.entries(wrong))
      if (at.startsWith('parameters.')) problems[`${path}.${at}`] = messages
    for (const key of ['x_field', 'y_field', 'series_field'] as const) {
      const name = graph[key]
      if (name === undefined) continue
      const column = columns.find((one) => one.name === name)
      if (!column) add(`${path}.${key}`, texts.unknownField({ field: name }))
      else if (key === 'y_field' && !isNumber(column)) add(`${path}.${key}`, texts.notNumeric())
    }
  }
  return problems
}

/** The points of every graph of an insight, saved or not. */
export async function insightData(ground: Ground, scope: ProjectScope, insight: Insight): Promise<GraphData[]> {
  const problems = await inScope(ground.db, scope, (trx) => problemsOfInsight(trx, insight))
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
  return Promise.all(
    insight.definition.graphs.map(async (graph) => {
      const { definition } = await inScope(ground.db, scope, (trx) => findDataSet(trx, graph.data_set_id))
      const { columns, rows, more } = await previewDataSet(ground, scope, definition, {
        parameters: graph.parameters,
        limit: mostPoints,
      })
      const column = (name: string) => {
        const { label, type } = columns.find((one) => one.name === name)!
        return { name, label, type }
      }
      const points = rows.map((row): Point => {
        const point = [plain(row[graph.x_field]), row[graph.y_field] === null ? null : Number(row[graph.y_field])]
        return graph.series_field === undefined ? point : [...point, String(row[graph.series_field] ?? '')]
      })
      return { x: column(graph.x_field), y: column(graph.y_field), points, more }
    }),
  )
}

const isNumber = ({ type }: DataSetColumn) => ['integer', 'big_integer', 'decimal'].includes(type)
const plain = (value: unknown) =>
  value === null || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? value
    : JSON.stringify(value)
