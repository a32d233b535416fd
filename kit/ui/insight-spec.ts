import { isRound, type ChartTheme, type ChartType, type GraphData, type InsightDefinition } from '../define/insight.ts'
import type { Language } from '../messages/messages.ts'
import type { ChartSeries, ChartSpec } from './chart-option.ts'
import type { Tone } from './tones.ts'

export const themeTones: Record<ChartTheme, readonly Tone[]> = {
  default: ['violet', 'teal', 'amber', 'blue', 'pink', 'slate', 'green', 'red'],
  ocean: ['blue', 'teal', 'slate', 'violet', 'green', 'pink', 'amber', 'red'],
  forest: ['green', 'teal', 'amber', 'slate', 'blue', 'violet', 'red', 'pink'],
  sunset: ['amber', 'red', 'pink', 'violet', 'blue', 'slate', 'teal', 'green'],
  grey: ['slate', 'blue', 'slate', 'teal', 'slate', 'violet', 'slate', 'amber'],
}

type Insight = { chart_type: ChartType; theme: ChartTheme; definition: InsightDefinition; graphs: GraphData[] }
type Value = GraphData['points'][number][number]

/** What an insight looks like, from its definition and its points. */
export function insightSpec({ chart_type, theme, definition, graphs }: Insight, language: Language): ChartSpec {
  const tones = themeTones[theme]
  const keys = keysOf(graphs)
  const series = graphs
    .flatMap((graph, g) => seriesOf(graph, definition.graphs[g]!, keys, definition.stacking === 'none' ? null : 0))
    .map((one) =>
      chart_type === 'combo' ? { ...one, draw: one.right ? ('line' as const) : ('column' as const) } : one,
    )
    .map((one, i): ChartSeries => ({ ...one, tone: tones[i % tones.length]! }))
  const { x_axis, y_axis, right_axis, stacking, start_angle, end_angle, values, smooth, decimals } = definition
  return {
    type: drawnAs(chart_type),
    x: { title: x_axis.title, unit: x_axis.unit, labels: labelsOf(keys, graphs[0]?.x.type, language) },
    y: y_axis,
    ...(series.some(({ right }) => right) && { right: right_axis }),
    series: isRound(chart_type) ? series.slice(0, 1) : series,
    stacking: stacking === 'stacked' ? 'normal' : stacking,
    ...(isRound(chart_type) && { start_angle, end_angle, tones }),
    values,
    smooth,
    ...(decimals !== undefined && { decimals }),
  }
}

/** What is written instead of drawn has no drawing of its own; columns with a line are a chart of several kinds. */
const drawnAs = (type: ChartType): ChartSpec['type'] =>
  type === 'combo' || type === 'number' || type === 'table' || type === 'pivot' ? 'custom' : type

/** A place of a chart: of which graph, where on its x axis, and which series. Absent means all of them. */
export type Picked = { graph: number; x?: Value | undefined; series?: string | undefined }

/** What lies at a place somebody clicked on. */
export function pickedAt(
  { definition, graphs }: Pick<Insight, 'definition' | 'graphs'>,
  { at, series }: { at: number; series: number },
): Picked | undefined {
  const all = graphs.flatMap(({ points }, graph) =>
    seriesIn(points, definition.graphs[graph]!.series_field).map((name) => ({ graph, series: name })),
  )
  const found = all[series]
  return found && { ...found, x: keysOf(graphs)[at] ?? null }
}

const seriesIn = (points: GraphData['points'], field: string | undefined): (string | undefined)[] =>
  field === undefined
    ? points.length > 0
      ? [undefined]
      : []
    : [...new Set(points.map(([, , one]) => String(one ?? '')))]

/** Every value of the x axis once: dates in their order, anything else as it came. */
function keysOf(graphs: GraphData[]): Value[] {
  const keys = [...new Set(graphs.flatMap(({ points }) => points.map(([x]) => x ?? null)))]
  const isTime = graphs.length > 0 && graphs.every(({ x }) => x.type === 'date' || x.type === 'date_time')
  return isTime ? keys.sort((a, b) => String(a ?? '').localeCompare(String(b ?? ''))) : keys
}

// A gap in a stack would tear everything above it.
function seriesOf(
  { points, y }: GraphData,
  { name, series_field, type, axis }: InsightDefinition['graphs'][number],
  keys: Value[],
  gap: number | null,
): Omit<ChartSeries, 'tone'>[] {
  const at = new Map(keys.map((key, i) => [key, i]))
  const groups = Map.groupBy(points, ([, , group]) => (series_field === undefined ? '' : String(group ?? '')))
  return [...groups].map(([group, own]) => {
    const data = new Array<number | null>(keys.length).fill(gap)
    for (const [x, value] of own) {
      const i = at.get(x ?? null)!
      if (typeof value === 'number') data[i] = (data[i] ?? 0) + value
    }
    const title = series_field === undefined ? name || y.label : name === '' ? group || '–' : `${name}: ${group || '–'}`
    return { name: title, data, draw: type, right: axis === 'right' }
  })
}

/** Dates as short as their period allows: years, months, or days. */
export function labelsOf(keys: Value[], type: GraphData['x']['type'] | undefined, language: Language): string[] {
  const texts = keys.map((key) => (key === null || key === '' ? '–' : String(key)))
  if (type !== 'date' && type !== 'date_time') return texts
  const days = texts.filter((text) => text !== '–')
  const format = new Intl.DateTimeFormat(language, {
    timeZone: type === 'date' ? 'UTC' : undefined,
    ...periodOf(days, type),
  })
  return texts.map((text) => (text === '–' ? text : format.format(new Date(text))))
}

function periodOf(days: string[], type: 'date' | 'date_time'): Intl.DateTimeFormatOptions {
  if (type === 'date_time') return { day: '2-digit', month: '2-digit', hour: '2-digit', minute: '2-digit' }
  if (days.every((day) => day.endsWith('-01-01'))) return { year: 'numeric' }
  if (days.every((day) => day.endsWith('-01'))) return { month: 'short', year: '2-digit' }
  return {
    day: '2-digit',
    month: '2-digit',
    ...(new Set(days.map((day) => day.slice(0, 4))).size > 1 && { year: '2-digit' }),
  }
}
