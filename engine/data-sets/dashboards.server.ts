import { inScope, type ProjectScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { compareValues } from '@weft/kit/define/compare.ts'
import type { Condition } from '@weft/kit/define/condition.ts'
import type { DataSetColumn } from '@weft/kit/define/data-set.ts'
import {
  chosenOf,
  rangeOf,
  splitChoices,
  type DashboardDefinition,
  type DashboardFilter,
  type DashboardTile,
  type FilterValues,
} from '@weft/kit/define/dashboard.ts'
import {
  insightDefinition,
  type ChartTheme,
  type ChartType,
  type InsightAnswer,
  type InsightDefinition,
} from '@weft/kit/define/insight.ts'
import { dayIn, periodOf } from '@weft/kit/define/period.ts'
import { invalidFields } from '@weft/kit/errors/common.ts'
import { Invalid, WeftError, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { log } from '@weft/kit/log/log.server.ts'
import { defineMessages, say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import type { Ground } from './data-sets.server.ts'
import { openSource, type InsightSource, type Viewer } from './insight-source.server.ts'
import { isNumber, isTime, planInsight, problemsOfInsight, type Narrowing } from './insights.server.ts'
import { sharedRows } from './shared-rows.server.ts'

const texts = defineMessages({
  unknownInsight: { en: 'This insight does not exist.', de: 'Diese Auswertung gibt es nicht.' },
  nothing: { en: 'A tile shows an insight or a text.', de: 'Eine Kachel zeigt eine Auswertung oder einen Text.' },
  wrongPeriod: {
    en: 'Please give a period such as 2026-01-01..2026-03-31.',
    de: 'Bitte geben Sie einen Zeitraum wie 2026-01-01..2026-03-31 an.',
  },
  wrongRange: { en: 'Please give a range such as 10..20.', de: 'Bitte geben Sie einen Bereich wie 10..20 an.' },
  failed: {
    en: 'The data could not be read. Please try again.',
    de: 'Die Daten konnten nicht gelesen werden. Bitte versuchen Sie es erneut.',
  },
})

type ShownInsight = {
  id: string
  label: string
  chart_type: ChartType
  theme: ChartTheme
  definition: InsightDefinition
}
export type TileAnswer = {
  id: string
  insight: ShownInsight | null
  answer: InsightAnswer | null
  /** The filters in force that its data has no field for. */
  unfiltered: string[]
  error: string | null
}

/** What is wrong with a dashboard, by dotted path. */
export async function problemsOfDashboard(trx: Scoped, { tiles, filters }: DashboardDefinition): Promise<FieldErrors> {
  const problems: FieldErrors = {}
  const known = await insightsOf(trx, tiles)
  for (const [i, { insight_id, text }] of tiles.entries()) {
    if (insight_id === undefined && text.trim() === '') problems[`definition.tiles.${i}.insight_id`] = [texts.nothing()]
    if (insight_id !== undefined && !known.has(insight_id))
      problems[`definition.tiles.${i}.insight_id`] = [texts.unknownInsight()]
  }
  for (const [i, filter] of filters.entries()) {
    const wrong = wrongValue(filter, filter.standard)
    if (wrong) problems[`definition.filters.${i}.standard`] = [wrong]
  }
  return problems
}

function wrongValue({ kind }: DashboardFilter, value: string): Message | undefined {
  if (value === '') return undefined
  if (kind === 'period' && !periodOf(value, '2026-01-01')) return texts.wrongPeriod()
  if (kind === 'range' && !rangeOf(value)) return texts.wrongRange()
  return undefined
}

async function insightsOf(trx: Scoped, tiles: readonly DashboardTile[]): Promise<Map<string, ShownInsight>> {
  const ids = [...new Set(tiles.flatMap(({ insight_id }) => insight_id ?? []))]
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('insights')
    .select(['id', 'label', 'chart_type', 'theme', 'definition'])
    .where('id', 'in', ids)
    .execute()
  return new Map(
    rows.map((row) => [
      row.id,
      {
        ...row,
        chart_type: row.chart_type as ChartType,
        theme: row.theme as ChartTheme,
        definition: insightDefinition.parse(row.definition),
      },
    ]),
  )
}

type Asked = { values: FilterValues; viewer: Viewer; only?: readonly string[] | undefined }

/** What every tile of a dashboard shows under its filters. What two tiles ask alike is asked once; one that fails fails alone. */
export async function dashboardData(
  ground: Ground,
  scope: ProjectScope,
  { tiles, filters }: Pick<DashboardDefinition, 'tiles' | 'filters'>,
  { values, viewer, only }: Asked,
): Promise<TileAnswer[]> {
  refuseWrongValues(filters, values)
  const wanted = tiles.filter(({ id, insight_id }) => insight_id !== undefined && (!only || only.includes(id)))
  const insights = await inScope(ground.db, scope, (trx) => insightsOf(trx, wanted))
  const want = sharedRows()
  const open = openedOnce(ground, scope, viewer)
  const plans = await Promise.all(
    wanted.map(async (tile) => {
      const insight = insights.get(tile.insight_id!)
      const told = { id: tile.id, insight: insight ?? null, answer: null, unfiltered: [], error: null }
      if (!insight) return async () => ({ ...told, error: say(texts.unknownInsight(), viewer.language) })
      return settled(told, viewer.language, () => planTile(tile, insight))
    }),
  )
  return Promise.all(plans.map((answer) => answer()))

  async function planTile(tile: DashboardTile, insight: ShownInsight) {
    const problems = await inScope(ground.db, scope, (trx) => problemsOfInsight(trx, insight))
    if (Object.keys(problems).length > 0) throw invalidFields(problems)
    const sources = await Promise.all(insight.definition.graphs.map(open))
    const unfiltered = filters
      .filter((filter) => chosenOf(filter, values) !== '')
      .filter((filter) => sources.some((source) => !fieldFor(filter, tile, source)))
      .map(({ name }) => name)
    const narrowed = (_: unknown, source: InsightSource) => narrowingOf(filters, tile, source, values)
    return { unfiltered, answer: planInsight(insight, sources, want, narrowed) }
  }
}

/** Each source is looked up once, however many graphs show it. */
function openedOnce(ground: Ground, scope: ProjectScope, viewer: Viewer) {
  const known = new Map<string, Promise<InsightSource>>()
  return (graph: InsightDefinition['graphs'][number]) => {
    const key = JSON.stringify([graph.data_set_id, graph.parameters])
    const source = known.get(key) ?? openSource(ground, scope, graph, viewer)
    known.set(key, source)
    return source
  }
}

type Told = Omit<TileAnswer, 'answer'> & { answer: null }
type Planned = { unfiltered: string[]; answer: () => Promise<InsightAnswer> }

async function settled(
  told: Told,
  language: Language,
  plan: () => Promise<Planned>,
): Promise<() => Promise<TileAnswer>> {
  const failed = (error: unknown): TileAnswer => ({ ...told, error: sentence(error, language) })
  try {
    const { unfiltered, answer } = await plan()
    return async () => {
      try {
        return { ...told, unfiltered, answer: await answer() }
      } catch (error) {
        return { ...failed(error), unfiltered }
      }
    }
  } catch (error) {
    return async () => failed(error)
  }
}

/** What a person can do something with: the field's own sentence; what nobody foresaw is written to the log. */
function sentence(error: unknown, language: Language): string {
  if (error instanceof Invalid) {
    const [message] = Object.values(error.fields).flat()
    if (message) return say(message, language)
  }
  if (error instanceof WeftError) return say(error.say, language)
  log.error({ err: error }, 'a tile of a dashboard could not be answered')
  return say(texts.failed(), language)
}

/** The field of a source a filter acts on; none where there is no such field, its values are of another kind, or computed behind the question. */
function fieldFor(filter: DashboardFilter, { fields }: Pick<DashboardTile, 'fields'>, source: InsightSource) {
  const name = fields[filter.name] ?? filter.field
  const column = source.columns.find((one) => one.name === name)
  return column && !source.later.has(name) && fits(filter, column) ? name : undefined
}

function fits({ kind }: DashboardFilter, column: DataSetColumn) {
  if (kind === 'period') return isTime(column)
  if (kind === 'range') return isNumber(column)
  return !['json', 'object', 'list'].includes(column.type)
}

/** What the filters leave of a source for one tile. */
export function narrowingOf(
  filters: readonly DashboardFilter[],
  tile: Pick<DashboardTile, 'fields'>,
  source: InsightSource,
  values: FilterValues,
): Narrowing {
  const narrowing: Narrowing = { conditions: [] }
  for (const filter of filters) {
    const field = fieldFor(filter, tile, source)
    const chosen = chosenOf(filter, values)
    if (field === undefined || chosen === '') continue
    const days = filter.kind === 'period' && periodOf(chosen, dayIn(new Date(), source.zone))
    if (days && !narrowing.period) narrowing.period = { field, days }
    else narrowing.conditions.push(...conditionsFor(filter, field, chosen, days))
  }
  return narrowing
}

function conditionsFor(
  { kind }: DashboardFilter,
  field: string,
  chosen: string,
  days: ReturnType<typeof periodOf> | false,
): Condition[] {
  switch (kind) {
    case 'period':
      return days
        ? [
            { field, operator: 'greater_or_equal', value: days.from },
            { field, operator: 'less_or_equal', value: days.to },
          ]
        : []
    case 'choice':
      return [{ field, operator: 'in', value: splitChoices(chosen) }]
    case 'text':
      return [{ field, operator: 'contains', value: chosen }]
    case 'range': {
      const { from, to } = rangeOf(chosen) ?? {}
      return [
        ...(from === undefined ? [] : [{ field, operator: 'greater_or_equal' as const, value: from }]),
        ...(to === undefined ? [] : [{ field, operator: 'less_or_equal' as const, value: to }]),
      ]
    }
  }
}

/** What is chosen must mean something to its filter. */
export function refuseWrongValues(filters: readonly DashboardFilter[], values: FilterValues) {
  const problems: FieldErrors = {}
  for (const filter of filters) {
    const wrong = wrongValue(filter, chosenOf(filter, values))
    if (wrong) problems[`values.${filter.name}`] = [wrong]
  }
  if (Object.keys(problems).length > 0) throw invalidFields(problems)
}

/** So many values are offered to choose from. */
const mostChoices = 200

/** The values a filter could choose, over all tiles it acts on. */
export async function choicesFor(
  ground: Ground,
  scope: ProjectScope,
  { tiles }: Pick<DashboardDefinition, 'tiles'>,
  filter: DashboardFilter,
  { viewer, search }: { viewer: Viewer; search: string },
): Promise<{ choices: string[]; more: boolean }> {
  const insights = await inScope(ground.db, scope, (trx) => insightsOf(trx, tiles))
  const open = openedOnce(ground, scope, viewer)
  const asked = new Map<string, Promise<string[]>>()
  for (const tile of tiles)
    for (const graph of insights.get(tile.insight_id ?? '')?.definition.graphs ?? []) {
      const source = await open(graph)
      const field = fieldFor(filter, tile, source)
      if (field === undefined) continue
      const key = JSON.stringify([source.key, field])
      asked.set(key, asked.get(key) ?? valuesIn(source, field, search))
    }
  const values = [...new Set((await Promise.all(asked.values())).flat())].sort(compareValues)
  return { choices: values.slice(0, mostChoices), more: values.length > mostChoices }
}

async function valuesIn(source: InsightSource, field: string, search: string): Promise<string[]> {
  const conditions: Condition[] = search === '' ? [] : [{ field, operator: 'contains', value: search }]
  const found = new Set<string>()
  for await (const rows of source.all(conditions, [field])) {
    for (const { [field]: value } of rows) if (value !== null && value !== '') found.add(String(value))
    if (found.size > mostChoices) break
  }
  return [...found]
}
