import type { TileAnswer } from '../data-sets/dashboards.server.ts'
import { chosenOf, splitChoices, type DashboardDefinition, type FilterValues } from '@weft/kit/define/dashboard.ts'
import type { AnswerColumn, InsightAnswer } from '@weft/kit/define/insight.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { chartSvg, paperTone } from '@weft/kit/ui/chart-svg.ts'
import { cellText, changeText, figureText, isFigure } from '@weft/kit/ui/figure-format.ts'
import { insightSpec, labelsOf, themeTones } from '@weft/kit/ui/insight-spec.ts'
import { pivotOf } from '@weft/kit/ui/pivot-of.ts'

const texts = defineMessages({
  before: { en: '{change} vs. before', de: '{change} zu vorher' },
  unfiltered: { en: 'Not filtered by {names}', de: 'Nicht nach {names} gefiltert' },
  nothing: { en: 'Nothing to show.', de: 'Nichts zu zeigen.' },
  sum: { en: 'Sum', de: 'Summe' },
  more: { en: 'More than is shown here.', de: 'Mehr, als hier gezeigt wird.' },
})

/** A table on paper ends here. */
const mostRows = 60

type Shown = {
  label: string
  definition: DashboardDefinition
  values: FilterValues
  tiles: readonly TileAnswer[]
  language: Language
  /** The moment in the reader's words. */
  at: string
}

/** Where a dashboard is read: how a chart of so many pixels is put there, and the attributes its headings and tables need there. */
type Medium = {
  chart(svg: string, size: { width: number; height: number }, alt: string): string
  heading: string
  table: string
  cell: string
}

const paper: Medium = {
  chart: (svg, _, alt) =>
    `<img alt="${alt}" width="460" src="data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}">`,
  heading: '',
  table: '',
  cell: '',
}

/** A dashboard as a document on paper. */
export const dashboardHtml = (shown: Shown): string => `<h1>${escaped(shown.label)}</h1>\n${tilesHtml(shown, paper)}`

/**
 * A dashboard as it stands in a mail, and its charts, which the HTML shows by their `cid`. They are SVG of twice the size they are
 * shown in, to be sent as PNG: few mail programs show an SVG.
 */
export function dashboardBelow(shown: Shown): { html: string; charts: { cid: string; svg: string }[] } {
  const charts: { cid: string; svg: string }[] = []
  const html = tilesHtml(shown, {
    chart: (svg, { width, height }, alt) => {
      const cid = `chart${charts.length + 1}@weft`
      charts.push({ cid, svg: svg.replace(/width="\d+" height="\d+"/, `width="${width * 2}" height="${height * 2}"`) })
      return `<img alt="${alt}" width="${width}" src="cid:${cid}" style="width:100%;max-width:${width}px;height:auto">`
    },
    heading: ' style="margin:24px 0 8px;font-size:16px;line-height:1.3"',
    table: ' cellspacing="0" style="width:100%;border-collapse:collapse;font-size:13px"',
    cell: 'padding:5px 8px;border-bottom:1px solid #e5e8ec;',
  })
  return { html, charts }
}

/** The tiles one below the other, from above to below. */
function tilesHtml({ definition, values, tiles, language, at }: Shown, medium: Medium): string {
  const named = (name: string) => {
    const filter = definition.filters.find((one) => one.name === name)
    return filter?.label || filter?.field || name
  }
  const chosen = definition.filters.flatMap((filter) => {
    const value = chosenOf(filter, values)
    if (value === '') return []
    return [`${named(filter.name)}: ${filter.kind === 'choice' ? splitChoices(value).join(', ') : value}`]
  })
  const parts = definition.tiles
    .toSorted((a, b) => a.y - b.y || a.x - b.x)
    .map((tile) => {
      if (tile.insight_id === undefined) return `<p>${escaped(tile.text)}</p>`
      const shown = tiles.find(({ id }) => id === tile.id)
      if (!shown) return ''
      const note =
        shown.unfiltered.length > 0 &&
        say(texts.unfiltered({ names: shown.unfiltered.map(named).join(', ') }), language)
      return [
        `<h2${medium.heading}>${escaped(shown.insight?.label ?? '')}</h2>`,
        note ? `<p style="color: #626b7a">${escaped(note)}</p>` : '',
        shown.error !== null ? `<p>${escaped(shown.error)}</p>` : tileHtml(shown, language, medium),
      ].join('')
    })
  return [`<p style="color: #626b7a">${escaped([at, ...chosen].join(' · '))}</p>`, ...parts].join('\n')
}

function tileHtml({ insight, answer }: TileAnswer, language: Language, medium: Medium): string {
  if (!insight || !answer) return ''
  const { chart_type, theme, definition } = insight
  if (answer.number) return numberHtml(answer.number, definition, language)
  if (answer.table) return tableHtml(answer.table, language, definition.decimals, medium)
  if (answer.graphs.every(({ points }) => points.length === 0))
    return `<p>${escaped(say(texts.nothing(), language))}</p>`
  if (chart_type === 'pivot')
    return pivotHtml(answer, definition.graphs[0]?.total === 'sum', language, definition.decimals, medium)
  const spec = insightSpec({ chart_type, theme, definition, graphs: answer.graphs }, language)
  const round = spec.type === 'pie' || spec.type === 'donut'
  const size = { width: 620, height: round ? 240 : 300 }
  const picture = `<p>${medium.chart(chartSvg(spec, language, size), size, escaped(insight.label))}</p>`
  const legend = round
    ? spec.x.labels.map((name, i) => [name, paperTone(themeTones[theme][i % 8]!), spec.series[0]?.data[i]] as const)
    : definition.legend
      ? spec.series.map(({ name, tone }) => [name, paperTone(tone), undefined] as const)
      : []
  const signs = legend.map(
    ([name, colour, value]) =>
      `<span style="color: ${colour}">■</span> ${escaped(name)}${value === undefined ? '' : ` ${escaped(figureText(value ?? 0, language))}`}`,
  )
  return picture + (signs.length > 0 ? `<p>${signs.join(' &nbsp; ')}</p>` : '')
}

function numberHtml(
  { value, before }: NonNullable<InsightAnswer['number']>,
  { decimals, y_axis }: { decimals?: number | undefined; y_axis: { unit: string } },
  language: Language,
): string {
  if (value === null) return `<p>${escaped(say(texts.nothing(), language))}</p>`
  const figure = figureText(value, language, { decimals, unit: y_axis.unit })
  const change =
    before !== undefined &&
    before !== null &&
    say(texts.before({ change: changeText(value, before, language).text }), language)
  return `<p><strong style="font-size: 20pt">${escaped(figure)}</strong>${change ? ` &nbsp; ${escaped(change)}` : ''}</p>`
}

function tableHtml(
  { columns, rows, more }: NonNullable<InsightAnswer['table']>,
  language: Language,
  decimals: number | undefined,
  medium: Medium,
): string {
  const shown = rows.slice(0, mostRows)
  return (
    grid(
      columns.map((column) => ({ text: column.label, end: isFigure(column) })),
      shown.map((row) => columns.map((column) => cellText(row[column.name], column, language, decimals))),
      medium,
    ) + (more || rows.length > mostRows ? `<p>${escaped(say(texts.more(), language))}</p>` : '')
  )
}

function pivotHtml(
  { graphs: [graph] }: InsightAnswer,
  isSummed: boolean,
  language: Language,
  decimals: number | undefined,
  medium: Medium,
): string {
  const { rows, columns, cells } = pivotOf(graph?.points ?? [])
  const names = labelsOf(rows, graph?.x.type, language)
  const sum = (values: (number | null)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0)
  const text = (value: number | null) => (value === null ? '–' : figureText(value, language, { decimals }))
  const total = say(texts.sum(), language)
  const body = cells.map((values, row) => [names[row]!, ...values.map(text), ...(isSummed ? [text(sum(values))] : [])])
  const foot = [
    total,
    ...columns.map((_, i) => text(sum(cells.map((values) => values[i] ?? null)))),
    text(sum(cells.flat())),
  ]
  return grid(
    [
      { text: (graph?.x as AnswerColumn | undefined)?.label ?? '', end: false },
      ...columns.map((name) => ({ text: name || '–', end: true })),
      ...(isSummed ? [{ text: total, end: true }] : []),
    ],
    isSummed ? [...body, foot] : body,
    medium,
  )
}

function grid(heads: { text: string; end: boolean }[], rows: string[][], { table, cell }: Medium): string {
  const side = (i: number) => ` style="${cell}text-align: ${heads[i]!.end ? 'right' : 'left'}"`
  const head = heads.map(({ text }, i) => `<th${side(i)}>${escaped(text)}</th>`).join('')
  const body = rows
    .map((row) => `<tr>${row.map((text, i) => `<td${side(i)}>${escaped(text)}</td>`).join('')}</tr>`)
    .join('')
  return `<table${table}><thead><tr>${head}</tr></thead><tbody>${body}</tbody></table>`
}

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
const escaped = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => signs[sign]!)
