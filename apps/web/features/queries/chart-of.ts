import type { QueryChart } from '@weft/catalogue/resources/query/query.ts'
import type { ChartSpec } from '@weft/kit/ui/chart-option.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import type { Rows } from './result-grid.tsx'

type Answer = Pick<Rows, 'columns' | 'rows' | 'types'>
type Drawn = { labels: string[]; series: { name: string; tone: Tone; data: number[] }[]; isCut: boolean }

/** More places along an axis nobody can read. */
const mostPlaces = 200
const tones: Tone[] = ['violet', 'teal', 'amber', 'blue', 'pink', 'green', 'red', 'slate']

/** What is drawn: as it was chosen where those columns are still there, else what the columns suggest; nothing without numbers. */
export function drawnBy({ columns, types, rows }: Answer, chosen: QueryChart | null): QueryChart | undefined {
  if (rows.length === 0) return undefined
  const figures = columns.filter((_, i) => types[i] === 'integer' || types[i] === 'decimal')
  const has = (name: string | undefined) => name === undefined || columns.includes(name)
  if (chosen && has(chosen.across) && figures.includes(chosen.value) && has(chosen.colour)) return chosen
  const value = figures.at(-1)
  const across = columns.find((name) => name !== value)
  if (value === undefined || across === undefined) return undefined
  const colour = columns.find((name, i) => name !== across && types[i] === 'text')
  return { type: 'column', across, value, ...(colour !== undefined && colour !== across && { colour }) }
}

/** The values summed up at each place of the axis, a series for each colour; the eighth has all that is left. */
export function chartOf({ columns, types, rows }: Answer, { across, value, colour }: QueryChart): Drawn {
  const isDay = ['date', 'date_time'].includes(types[columns.indexOf(across)] ?? '')
  const text = (one: unknown) => (one === null || one === undefined ? '–' : String(one))
  const place = (row: Answer['rows'][number]) => (isDay ? text(row[across]).slice(0, 10) : text(row[across]))
  const all = [...new Set(rows.map(place))]
  const inOrder = isDay ? all.toSorted() : all
  const labels = inOrder.slice(0, mostPlaces)
  const at = new Map(labels.map((label, i) => [label, i]))
  const names = colour === undefined ? [value] : [...new Set(rows.map((row) => text(row[colour])))]
  const own = names.slice(0, names.length > tones.length ? tones.length - 1 : tones.length)
  const series = own.map((name, i) => ({ name, tone: tones[i]!, data: labels.map(() => 0) }))
  if (names.length > own.length) series.push({ name: '…', tone: 'slate', data: labels.map(() => 0) })
  for (const row of rows) {
    const where = at.get(place(row))
    const named = colour === undefined ? 0 : own.indexOf(text(row[colour]))
    const one = series.at(named < 0 ? -1 : named)
    if (where !== undefined && one) one.data[where] = (one.data[where] ?? 0) + (Number(row[value]) || 0)
  }
  return { labels, series, isCut: inOrder.length > labels.length }
}

export function spec({ type }: QueryChart, { labels, series }: Drawn): ChartSpec {
  const summed = labels.map((_, i) => series.reduce((sum, { data }) => sum + (data[i] ?? 0), 0))
  return {
    type,
    x: { labels },
    y: {},
    smooth: false,
    stacking: type === 'line' || series.length < 2 ? 'none' : 'normal',
    series: type === 'donut' ? [{ name: '', tone: 'violet', data: summed }] : series,
    values: type === 'donut',
  }
}
