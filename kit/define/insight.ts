import { z } from 'zod'
import { outputName } from './data-set.ts'
import { operationSources } from './operations.ts'
import type { FieldType } from './structure.ts'

export const chartTypes = [
  'area',
  'bar',
  'column',
  'donut',
  'line',
  'pie',
  'combo',
  'number',
  'table',
  'pivot',
  'custom',
] as const
export type ChartType = (typeof chartTypes)[number]
export const graphTypes = ['area', 'bar', 'column', 'line'] as const
export const chartThemes = ['default', 'ocean', 'forest', 'sunset', 'grey'] as const
export type ChartTheme = (typeof chartThemes)[number]
export const isRound = (type: ChartType) => type === 'pie' || type === 'donut'
/** What shows one graph and no more. */
export const hasOneGraph = (type: ChartType) => isRound(type) || ['number', 'table', 'pivot'].includes(type)
/** What is written rather than drawn. */
export const isWritten = (type: ChartType) => type === 'number' || type === 'table' || type === 'pivot'

/** How the values of rows that fall together become one. */
export const totals = ['sum', 'avg', 'min', 'max', 'last'] as const
export type Total = (typeof totals)[number]
export const directions = ['more', 'less', 'neither'] as const

const axis = z.strictObject({
  title: z.string().trim().max(100).default(''),
  unit: z.string().trim().max(20).default(''),
})
const angle = z.int().min(-360).max(360)

/** Empty where the kind of chart has no use for it. */
const chosenField = z.union([z.literal(''), outputName])

const insightGraph = z.strictObject({
  /** A data set of the project, or what Weft itself knows of its runs. */
  data_set_id: z.union([z.uuid(), z.enum(operationSources)]),
  x_field: chosenField.default(''),
  y_field: chosenField.default(''),
  /** One line, bar or slice for each value of this field. */
  series_field: outputName.optional(),
  name: z.string().trim().max(100).default(''),
  /** In a custom chart each graph is drawn in its own way. */
  type: z.enum(graphTypes).default('column'),
  /** The right-hand axis is for graphs of another unit. */
  axis: z.enum(['left', 'right']).default('left'),
  /** What becomes of several rows with the same x and series. */
  total: z.enum(totals).default('sum'),
  /** The columns a table shows, in their order; none: all. */
  columns: z.array(outputName).max(30).default([]),
  parameters: z.record(z.string(), z.string().max(1_000)).default({}),
})

/** What a chart shows and how. */
export const insightDefinition = z.strictObject({
  graphs: z.array(insightGraph).min(1).max(8),
  x_axis: axis.prefault({}),
  y_axis: axis.prefault({}),
  right_axis: axis.prefault({}),
  stacking: z.enum(['none', 'stacked', 'percent']).default('none'),
  /** Where a pie or donut begins and ends, in degrees; 90 is the top, clockwise. */
  start_angle: angle.default(90),
  end_angle: angle.default(-270),
  legend: z.boolean().default(true),
  values: z.boolean().default(false),
  smooth: z.boolean().default(false),
  /** Whole and decimal numbers are shown with so many places; none: as they come. */
  decimals: z.int().min(0).max(6).optional(),
  /** Of a number: which change is a good one, and over how many days it is taken and compared where no period is chosen. */
  better: z.enum(directions).default('more'),
  days: z.int().min(1).max(3_660).optional(),
})
export type InsightDefinition = z.output<typeof insightDefinition>
export type InsightGraph = InsightDefinition['graphs'][number]

/** x, y and, where the graph is split, the series. */
export type Point = (string | number | boolean | null)[]

export type AnswerColumn = { name: string; label: string; type: FieldType }

/** The points of one graph as they come from its data set: x, y and, where it is split, the series. */
export type GraphData = {
  x: AnswerColumn
  y: AnswerColumn
  points: Point[]
  /** There were more points than are shown. */
  more: boolean
}

/** Everything an insight shows: points of its graphs; for a number what it is and was before, for a table its rows. */
export type InsightAnswer = {
  graphs: GraphData[]
  number?: { value: string | null; before?: string | null | undefined } | undefined
  table?: { columns: AnswerColumn[]; rows: Record<string, unknown>[]; more: boolean } | undefined
}
