import type { EChartsCoreOption } from 'echarts/core'
import type { Language } from '../messages/messages.ts'
import type { Tone } from './tones.ts'

/** What is drawn; numbers, tables and pivots are written, and columns with a line are `custom`. */
export const drawnTypes = ['area', 'bar', 'column', 'donut', 'line', 'pie', 'custom'] as const
export type DrawnType = (typeof drawnTypes)[number]
export type ChartSeries = {
  name: string
  data: (number | null)[]
  tone: Tone
  /** In a chart of type `custom` each series is drawn in its own way. */
  draw?: 'area' | 'bar' | 'column' | 'line' | undefined
  /** Measured on the right-hand axis. */
  right?: boolean | undefined
}

/** What a chart shows; never an ECharts option, except for type `custom`. */
export type ChartSpec = {
  type: DrawnType
  x: { title?: string; unit?: string; labels: string[]; angle?: number }
  y: { title?: string; unit?: string }
  /** The right-hand axis, for series of another unit. */
  right?: { title?: string; unit?: string }
  /** Figures stand at the bars, points and slices. */
  values?: boolean
  smooth?: boolean
  decimals?: number | undefined
  /** The colours of slices, in their order. */
  tones?: readonly Tone[]
  stacking?: 'none' | 'normal' | 'percent'
  /** Pie and donut: where the first slice begins, and the hole in percent. */
  start_angle?: number
  end_angle?: number | undefined
  hole?: number
  series: ChartSeries[]
  /** A horizontal line, such as a threshold. */
  limit?: number
  /** Of type `custom`: an ECharts option as JSON text. */
  custom?: string
}

export type Ink = {
  text: string
  faint: string
  border: string
  surface: string
  font: string
  language: Language
  tone: (tone: string) => string
}

/** The colours of the page right now; charts are drawn with values, not with variables. */
export function readInk(language: Language): Ink {
  const css = getComputedStyle(document.documentElement)
  const read = (name: string) => css.getPropertyValue(name).trim()
  return {
    text: read('--text-2'),
    faint: read('--text-3'),
    border: read('--border'),
    surface: read('--surface'),
    font: read('--font-ui'),
    language,
    tone: (tone) => read(`--${tone}-dot`),
  }
}

const sliceTones: Tone[] = ['violet', 'teal', 'amber', 'blue', 'pink', 'slate', 'green', 'red']

/** The drawing of a spec; `small` leaves out axis titles. */
export function chartOption(spec: ChartSpec, ink: Ink, small = false): EChartsCoreOption {
  if (spec.type === 'custom' && spec.custom) return { ...common(spec, ink), ...(JSON.parse(spec.custom) as object) }
  if (spec.type === 'donut' || spec.type === 'pie') return { ...common(spec, ink), ...slices(spec, ink) }
  return { ...common(spec, ink), ...axes(spec, ink, small) }
}

function common(spec: ChartSpec, ink: Ink) {
  const figure = figures(spec, ink)
  const unit = spec.y.unit ? ` ${spec.y.unit}` : ''
  return {
    animationDuration: 300,
    textStyle: { fontFamily: ink.font, fontSize: 11, color: ink.faint },
    color: spec.series.map((series) => ink.tone(series.tone)),
    tooltip: {
      trigger: 'item',
      confine: true,
      backgroundColor: ink.surface,
      borderColor: ink.border,
      borderWidth: 1,
      padding: [8, 10],
      textStyle: { color: ink.text, fontSize: 12, fontFamily: ink.font },
      extraCssText: 'border-radius:8px;box-shadow:var(--shadow-3)',
      valueFormatter: (value: number) => figure.format(value) + (spec.stacking === 'percent' ? ' %' : unit),
    },
  }
}

const figures = ({ decimals, series }: ChartSpec, { language }: Ink) => {
  const places = decimals ?? decimalPlaces(series.flatMap(({ data }) => data))
  return new Intl.NumberFormat(language, { minimumFractionDigits: places, maximumFractionDigits: places })
}

/** As many decimal places as the most exact of the values has, three at most; one alone looks like money cut off. */
function decimalPlaces(values: readonly (number | null)[]): number {
  const most = Math.max(
    0,
    ...values.map((value) =>
      value === null || Number.isInteger(value) ? 0 : Math.min(3, String(value).split('.')[1]?.length ?? 3),
    ),
  )
  return most === 1 ? 2 : most
}

function slices(
  { type, hole = 64, start_angle = 90, end_angle, x, series, tones = sliceTones, values }: ChartSpec,
  ink: Ink,
) {
  const donut = type === 'donut'
  return {
    color: tones.map(ink.tone),
    series: [
      {
        type: 'pie',
        radius: donut ? [`${hole}%`, '88%'] : ['0%', '88%'],
        startAngle: start_angle,
        ...(end_angle !== undefined && { endAngle: end_angle }),
        padAngle: donut ? 1.5 : 0,
        itemStyle: { borderRadius: donut ? 4 : 0, borderColor: ink.surface, borderWidth: 1.5 },
        label: { show: values ?? false, color: ink.text, formatter: '{b}' },
        emphasis: { scaleSize: 4 },
        data: x.labels.map((name, i) => ({ name, value: series[0]?.data[i] ?? 0 })),
      },
    ],
  }
}

/** With more columns than that, narrower ones are told apart better. */
const mostWide = 30

function axes(spec: ChartSpec, ink: Ink, small: boolean) {
  const { type, x, y, right, series, stacking = 'none', limit, values, smooth = true } = spec
  const short = new Intl.NumberFormat(ink.language, { notation: 'compact', maximumFractionDigits: 1 })
  const figure = figures(spec, ink)
  const flat = type === 'bar'
  const drawn = (one: ChartSeries) => (type === 'custom' ? (one.draw ?? 'column') : type)
  const isLine = (one: ChartSeries) => drawn(one) === 'line' || drawn(one) === 'area'
  const line = series.every(isLine)
  const percent = stacking === 'percent'
  // Figures at the ends of bars say what the axis would, and lie where its labels would.
  const isSaidAtBars = flat && Boolean(values) && stacking === 'none'
  const totals = x.labels.map((_, i) => series.reduce((sum, one) => sum + (one.data[i] ?? 0), 0))
  const named = (title = '', unit = '') => (small ? '' : title + (unit ? ` (${unit})` : ''))
  const words = { color: ink.faint, fontSize: 11 }
  const category = {
    type: 'category',
    data: x.labels,
    name: named(x.title, x.unit),
    nameLocation: 'middle',
    nameGap: flat ? 60 : 30,
    nameTextStyle: { color: ink.faint },
    axisTick: { show: false },
    axisLine: { lineStyle: { color: ink.border } },
    axisLabel: { ...words, rotate: x.angle ?? 0, margin: 10, hideOverlap: true },
    boundaryGap: !line,
    inverse: flat,
  }
  const value = {
    type: 'value',
    name: named(y.title, y.unit),
    nameLocation: 'middle',
    nameGap: flat ? 28 : 44,
    nameTextStyle: { color: ink.faint },
    splitNumber: 4,
    ...(percent && { max: 100 }),
    ...(series.every(({ data }) => data.every((one) => Number.isInteger(one ?? 0))) && { minInterval: 1 }),
    axisLabel: {
      ...words,
      show: !isSaidAtBars,
      formatter: (tick: number) => (percent ? `${tick} %` : short.format(tick)),
    },
    splitLine: { show: !isSaidAtBars, lineStyle: { color: ink.border, type: [3, 4] } },
  }
  const second = { ...value, name: named(right?.title, right?.unit), splitLine: { show: false } }
  const hasRight = series.some((one) => one.right)
  const corner = (at: number) =>
    at === series.length - 1 || stacking === 'none' ? (flat ? [0, 3, 3, 0] : [3, 3, 0, 0]) : 0
  return {
    tooltip: {
      ...common(spec, ink).tooltip,
      trigger: 'axis',
      axisPointer: {
        type: line ? 'line' : 'shadow',
        lineStyle: { color: ink.faint, type: 'dashed' },
        shadowStyle: { color: ink.faint, opacity: 0.08 },
      },
    },
    grid: {
      left: small || !(flat ? x.title : y.title) ? 6 : 26,
      right: isSaidAtBars ? 56 : hasRight && !small && (right?.title || right?.unit) ? 26 : 14,
      top: 12,
      bottom: small || !(flat ? y.title : x.title) ? 8 : 27,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    xAxis: flat ? value : category,
    yAxis: flat ? category : hasRight ? [value, second] : value,
    series: series.map((one, at) => ({
      name: one.name,
      type: isLine(one) ? 'line' : 'bar',
      ...(hasRight && !flat && { yAxisIndex: one.right ? 1 : 0 }),
      ...(values && {
        label: {
          show: true,
          position: flat ? 'right' : 'top',
          color: ink.text,
          fontSize: 10,
          formatter: ({ value }: { value: number | null }) => (value === null ? '' : figure.format(value)),
        },
        labelLayout: { hideOverlap: true },
      }),
      ...(stacking !== 'none' && { stack: one.right ? 'right' : 'all' }),
      data: percent ? one.data.map((n, i) => Math.round(((n ?? 0) / (totals[i] || 1)) * 1_000) / 10) : one.data,
      ...(isLine(one) && {
        ...(smooth && { smooth: 0.35, smoothMonotone: 'x' }),
        showSymbol: x.labels.length < 2,
        lineStyle: { width: drawn(one) === 'area' ? 1.4 : 1.9 },
      }),
      ...(drawn(one) === 'area' && { areaStyle: { opacity: stacking === 'none' ? 0.12 : 0.22 } }),
      ...(!isLine(one) && {
        barMaxWidth: 18,
        ...(x.labels.length > mostWide && { barCategoryGap: '40%' }),
        itemStyle: { opacity: 0.86, borderRadius: corner(at) },
      }),
      emphasis: { focus: 'series' },
      ...(limit !== undefined &&
        at === 0 && {
          markLine: {
            silent: true,
            symbol: 'none',
            lineStyle: { color: ink.tone('red'), type: 'dashed', opacity: 0.75 },
            label: {
              formatter: figure.format(limit) + (y.unit ? ` ${y.unit}` : ''),
              color: ink.tone('red'),
              position: 'insideEndTop',
              fontSize: 11,
            },
            data: [flat ? { xAxis: limit } : { yAxis: limit }],
          },
        }),
    })),
  }
}
