import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dashboardDefinition } from '@weft/kit/define/dashboard.ts'
import { insightDefinition, type ChartType, type InsightAnswer } from '@weft/kit/define/insight.ts'
import type { TileAnswer } from '../data-sets/dashboards.server.ts'
import { pdfText } from '../testing/pdf-text.ts'
import { drawDashboard } from './draw-thread.server.ts'

const set = '00000000-0000-4000-8000-000000000001'
const id = (n: number) => `00000000-0000-4000-9000-00000000000${n}`
const country = { name: 'country', label: 'Land', type: 'text' as const }
const amount = { name: 'amount', label: 'Umsatz', type: 'decimal' as const }

const tile = (
  n: number,
  label: string,
  chart_type: ChartType,
  answer: InsightAnswer,
  more: object = {},
): TileAnswer => ({
  id: `t${n}`,
  insight: {
    id: id(n),
    label,
    chart_type,
    theme: 'default',
    definition: insightDefinition.parse({
      graphs: [{ data_set_id: set, x_field: 'country', y_field: 'amount', ...more }],
    }),
  },
  answer,
  unfiltered: [],
  error: null,
})
const points = {
  x: country,
  y: amount,
  points: [
    ['Germany', 1235],
    ['Austria', 300.5],
  ],
  more: false,
} satisfies InsightAnswer['graphs'][number]

test('a dashboard becomes a PDF of its tiles, with charts, tables and sums in the language of its readers', async () => {
  const tiles = [
    tile(1, 'Umsatz gesamt', 'number', { graphs: [], number: { value: '1535.5', before: '1000' } }),
    tile(2, 'Umsatz je Land', 'column', { graphs: [points] }),
    tile(3, 'Anteile', 'donut', { graphs: [points] }),
    tile(4, 'Länder', 'table', {
      graphs: [],
      table: { columns: [country, amount], rows: [{ country: '<b>', amount: '1235.00' }], more: false },
    }),
    tile(
      5,
      'Kanäle',
      'pivot',
      {
        graphs: [
          {
            ...points,
            points: [
              ['Germany', 5, 'Shop'],
              ['Austria', 7, 'EDI'],
            ],
          },
        ],
      },
      { series_field: 'channel' },
    ),
    { ...tile(6, 'Kaputt', 'bar', { graphs: [] }), answer: null, error: 'Dieses Datenset gibt es nicht.' },
  ]
  const definition = dashboardDefinition.parse({
    tiles: tiles.map((one, i) => ({ id: one.id, insight_id: one.insight!.id, x: 0, y: i * 4, w: 6, h: 4 })),
    filters: [{ name: 'country', label: 'Land', kind: 'choice', field: 'country' }],
  })
  const { pdf, below } = await drawDashboard({
    label: 'Handel im Überblick',
    definition,
    values: { country: 'Germany,Austria' },
    tiles,
    language: 'de',
    at: '27. November 2026 um 07:30',
  })
  const file = Buffer.from(pdf)
  assert.equal(file.subarray(0, 5).toString(), '%PDF-')
  const text = pdfText(file)
  for (const part of [
    ...['Handel im Überblick', '27. November 2026 um 07:30', 'Land: Germany, Austria'],
    ...['1.535,5', '+53,6 % zu vorher', 'Umsatz je Land', '<b>', '1.235,00', 'Shop', 'EDI', 'Summe', '12'],
    'Dieses Datenset gibt es nicht.',
  ])
    assert.ok(text.replaceAll(/\s/g, ' ').includes(part), `${part} in ${text}`)
  assert.deepEqual(
    below.charts.map(({ cid, svg }) => [cid, /<svg width="\d+" height="\d+"/.exec(svg)?.[0]]),
    [
      ['chart1@weft', '<svg width="1240" height="600"'],
      ['chart2@weft', '<svg width="1240" height="480"'],
    ],
  )
  for (const part of [
    ...[
      '<img alt="Umsatz je Land" width="620" src="cid:chart1@weft"',
      '<img alt="Anteile" width="620" src="cid:chart2@weft"',
    ],
    ...[
      '1.535,5',
      'Land: Germany, Austria',
      '&lt;b&gt;',
      'border-bottom:1px solid #e5e8ec;text-align: right">1.235,00',
    ],
  ])
    assert.ok(below.html.includes(part), `${part} in ${below.html}`)
  assert.ok(!/data:|<b>/.test(below.html))
})
