import type { ShownInsight } from '@weft/designers/insight/answer-props.ts'
import type { InsightAnswer } from '@weft/kit/define/insight.ts'

type Table = NonNullable<InsightAnswer['table']>

/** What a tile shows as rows: its own where it is a table, otherwise its points with their series. */
export function tableOf({ definition }: ShownInsight, { table, graphs }: InsightAnswer): Table {
  if (table) return table
  const [first] = graphs
  if (!first) return { columns: [], rows: [], more: false }
  const hasSeries = graphs.length > 1 || definition.graphs.some(({ series_field }) => series_field !== undefined)
  const values = { ...first.y, name: 'y' }
  const series = { name: 'series', label: '', type: 'text' as const }
  return {
    columns: [{ ...first.x, name: 'x' }, ...(hasSeries ? [series] : []), values],
    rows: graphs.flatMap(({ points, y: { label } }, i) =>
      points.map(([x, y, one]) => ({ x, y, series: one ?? (definition.graphs[i]?.name || label) })),
    ),
    more: graphs.some(({ more }) => more),
  }
}

/** Rows as CSV, for a spreadsheet: what it would take for a formula begins with an apostrophe. */
export const csvOf = ({ columns, rows }: Table): string =>
  [
    columns.map(({ label }) => quoted(label)).join(';'),
    ...rows.map((row) => columns.map(({ name }) => quoted(row[name])).join(';')),
  ].join('\r\n')

function quoted(value: unknown): string {
  const text =
    value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value)
  const safe = /^[=+@\t\r]|^-(?!\d)/.test(text) ? `'${text}` : text
  return /[;"\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

/** Hands a text to the browser as a file; with a mark, so that a spreadsheet reads its letters. */
export function saveText(name: string, text: string) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob(['\ufeff', text], { type: 'text/csv;charset=utf-8' }))
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
