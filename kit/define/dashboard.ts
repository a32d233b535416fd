import { z } from 'zod'
import { defineMessages, say, type Message } from '../messages/messages.ts'
import { outputName } from './data-set.ts'
import { snakeName } from './snake-name.ts'

const texts = defineMessages({
  wide: { en: 'A tile ends within the twelve columns.', de: 'Eine Kachel endet innerhalb der zwölf Spalten.' },
  twice: { en: 'Each of these needs a name of its own.', de: 'Jeder Eintrag benötigt einen eigenen Namen.' },
})
const told = (message: Message) => ({ error: say(message, 'en'), params: { say: message } })

/** The grid of a dashboard: so many columns, rows of so many pixels. */
export const gridColumns = 12
export const gridRowHeight = 48
export const gridGap = 12

export const filterKinds = ['period', 'choice', 'range', 'text'] as const
export const refreshMinutes = [0, 1, 5, 15, 60] as const

const filterName = snakeName(31)
const filterValue = z.string().max(2_000)

export const dashboardFilter = z.strictObject({
  /** What it is called in the address. */
  name: filterName,
  label: z.string().trim().max(100).default(''),
  kind: z.enum(filterKinds),
  /** It acts on every tile whose data has a field of this name. */
  field: outputName,
  /** What holds until somebody chooses; empty: everything. */
  standard: filterValue.default(''),
})
export type DashboardFilter = z.output<typeof dashboardFilter>

const place = {
  x: z
    .int()
    .min(0)
    .max(gridColumns - 1),
  y: z.int().min(0).max(999),
  w: z.int().min(1).max(gridColumns),
  h: z.int().min(1).max(30),
}
const dashboardTile = z
  .strictObject({
    id: snakeName(31),
    ...place,
    /** What it shows; a tile without one has a text of its own. */
    insight_id: z.uuid().optional(),
    text: z.string().max(5_000).default(''),
    /** Which field of its data a filter acts on, where it is called otherwise; empty: the filter leaves this tile alone. */
    fields: z.record(filterName, z.union([z.literal(''), outputName])).default({}),
  })
  .refine(({ x, w }) => x + w <= gridColumns, { path: ['w'], ...told(texts.wide()) })
export type DashboardTile = z.output<typeof dashboardTile>

const unique =
  <K extends string>(key: K) =>
  (all: Record<K, string>[]) =>
    new Set(all.map((one) => one[key])).size === all.length

/** Tiles of insights on a grid, and the filters that act on all of them. */
export const dashboardDefinition = z.strictObject({
  tiles: z.array(dashboardTile).max(40).refine(unique('id'), told(texts.twice())).default([]),
  filters: z.array(dashboardFilter).max(12).refine(unique('name'), told(texts.twice())).default([]),
  /** How often it is asked for anew while somebody looks at it; 0: by hand. */
  refresh_minutes: z.union(refreshMinutes.map((minutes) => z.literal(minutes))).default(0),
})
export type DashboardDefinition = z.output<typeof dashboardDefinition>

/** What was chosen, by the names of filters, as it stands in the address; an empty text chooses everything. */
export const filterValues = z.record(z.string().max(31), filterValue)
export type FilterValues = z.output<typeof filterValues>

/** What holds for a filter: what was chosen, otherwise its standard. */
export const chosenOf = ({ name, standard }: Pick<DashboardFilter, 'name' | 'standard'>, values: FilterValues) =>
  values[name] ?? standard

/** Several values in one text: a comma inside of one stands behind a backslash. */
export const joinChoices = (values: readonly string[]) =>
  values.map((value) => value.replaceAll(/[\\,]/g, '\\$&')).join(',')
export const splitChoices = (text: string): string[] =>
  text === '' ? [] : [...text.matchAll(/(?:^|,)((?:[^\\,]|\\.)*)/gs)].map(([, one]) => one!.replaceAll(/\\(.)/gs, '$1'))

/** From one number to another, each open where it is missing; undefined where the text is none. */
export function rangeOf(text: string): { from?: string; to?: string } | undefined {
  const [, from, to] = /^(-?\d+(?:\.\d+)?)?\.\.(-?\d+(?:\.\d+)?)?$/.exec(text) ?? []
  if (from === undefined && to === undefined) return undefined
  return { ...(from !== undefined && { from }), ...(to !== undefined && { to }) }
}
