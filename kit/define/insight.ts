import { z } from 'zod'
import { outputName } from './data-set.ts'

export const chartTypes = ['area', 'bar', 'column', 'donut', 'line', 'pie', 'custom'] as const
export type ChartType = (typeof chartTypes)[number]
export const graphTypes = ['area', 'bar', 'column', 'line'] as const
export const chartThemes = ['default', 'ocean', 'forest', 'sunset', 'grey'] as const
export type ChartTheme = (typeof chartThemes)[number]
export const isRound = (type: ChartType) => type === 'pie' || type === 'donut'

const axis = z.strictObject({
  title: z.string().trim().max(100).default(''),
  unit: z.string().trim().max(20).default(''),
})
const angle = z.int().min(-360).max(360)

const insightGraph = z.strictObject({
  data_set_id: z.uuid(),
  x_field: outputName,
  y_field: outputName,
  /** One line, bar or slice for each value of this field. */
  series_field: outputName.optional(),
  name: z.string().trim().max(100).default(''),
  /** In a custom chart each graph is drawn in its own way. */
  type: z.enum(graphTypes).default('column'),
  /** The right-hand axis is for graphs of another unit. */
  axis: z.enum(['left', 'right']).default('left'),
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
})
export type InsightDefinition = z.output<typeof insightDefinition>
export type InsightGraph = InsightDefinition['graphs'][number]

/** x, y and, where the graph is split, the series. */
export type Point = (string | number | boolean | null)[]

/** The points of one graph as they come from its data set: x, y and, where it is split, the series. */
export type GraphData = {
  x: { name: string; label: string; type: import('./structure.ts').FieldType }
  y: { name: string; label: string; type: import('./structure.ts').FieldType }
  points: Point[]
  /** There were more points than are shown. */
  more: boolean
}
