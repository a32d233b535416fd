import assert from 'node:assert/strict'
import { test } from 'node:test'
import { insightDefinition, type GraphData, type InsightDefinition } from '../define/insight.ts'
import { chartOption, type Ink } from './chart-option.ts'
import { insightSpec, labelsOf } from './insight-spec.ts'

const data_set_id = '00000000-0000-4000-8000-000000000001'
const define = (more: object, graph: object = {}): InsightDefinition =>
  insightDefinition.parse({ graphs: [{ data_set_id, x_field: 'month', y_field: 'orders', ...graph }], ...more })
const graph = (points: GraphData['points'], x: GraphData['x']['type'] = 'text'): GraphData => ({
  x: { name: 'month', label: 'Month', type: x },
  y: { name: 'orders', label: 'Orders', type: 'integer' },
  points,
  more: false,
})
const ink: Ink = {
  text: 't',
  faint: 'f',
  border: 'b',
  surface: 's',
  font: 'Inter',
  language: 'en',
  tone: (tone) => tone,
}

test('each value of the series field becomes a series over all x values, gaps in a stack counting as nothing', () => {
  const spec = insightSpec(
    {
      chart_type: 'column',
      theme: 'default',
      definition: define({ stacking: 'stacked', y_axis: { title: 'Orders', unit: 'pcs' } }, { series_field: 'status' }),
      graphs: [
        graph(
          [
            ['2026-02-01', 3, 'open'],
            ['2026-01-01', 1, 'open'],
            ['2026-02-01', 5, 'paid'],
          ],
          'date',
        ),
      ],
    },
    'en',
  )
  assert.deepEqual(spec.x.labels, ['Jan 26', 'Feb 26'])
  assert.deepEqual(
    spec.series.map(({ name, data, tone }) => [name, data, tone]),
    [
      ['open', [1, 3], 'violet'],
      ['paid', [0, 5], 'teal'],
    ],
  )
  assert.deepEqual([spec.stacking, spec.y], ['normal', { title: 'Orders', unit: 'pcs' }])
})

test('a pie takes the colours of the theme and its angles', () => {
  const spec = insightSpec(
    {
      chart_type: 'pie',
      theme: 'forest',
      definition: define({ start_angle: 180, end_angle: 0 }),
      graphs: [
        graph([
          ['DE', 3],
          ['FR', 1],
        ]),
      ],
    },
    'en',
  )
  const option = chartOption(spec, ink) as {
    color: string[]
    series: [{ startAngle: number; endAngle: number; data: object[] }]
  }
  assert.deepEqual(
    [option.color[0], option.series[0].startAngle, option.series[0].endAngle, option.series[0].data],
    [
      'green',
      180,
      0,
      [
        { name: 'DE', value: 3 },
        { name: 'FR', value: 1 },
      ],
    ],
  )
})

test('in a custom chart each graph is drawn in its own way, one of them on the right-hand axis', () => {
  const definition = insightDefinition.parse({
    graphs: [
      { data_set_id, x_field: 'month', y_field: 'orders', type: 'column' },
      { data_set_id, x_field: 'month', y_field: 'orders', name: 'Share', type: 'line', axis: 'right' },
    ],
    right_axis: { title: 'Share', unit: '%' },
  })
  const spec = insightSpec(
    {
      chart_type: 'custom',
      theme: 'default',
      definition,
      graphs: [
        graph([['a', 1]]),
        graph([
          ['a', 50],
          ['b', 60],
        ]),
      ],
    },
    'en',
  )
  const option = chartOption(spec, ink) as {
    yAxis: { name: string }[]
    series: { type: string; name: string; yAxisIndex: number; data: unknown[] }[]
  }
  assert.deepEqual(
    option.series.map(({ type, name, yAxisIndex, data }) => [type, name, yAxisIndex, data]),
    [
      ['bar', 'Orders', 0, [1, null]],
      ['line', 'Share', 1, [50, 60]],
    ],
  )
  assert.deepEqual(
    option.yAxis.map(({ name }) => name),
    ['', 'Share (%)'],
  )
})

test('percent stacking shows shares that add up to a hundred', () => {
  const spec = insightSpec(
    {
      chart_type: 'bar',
      theme: 'default',
      definition: define({ stacking: 'percent' }, { series_field: 's' }),
      graphs: [
        graph([
          ['a', 1, 'x'],
          ['a', 3, 'y'],
        ]),
      ],
    },
    'en',
  )
  const option = chartOption(spec, ink) as { series: { data: number[] }[]; xAxis: { max: number } }
  assert.deepEqual([option.series.map(({ data }) => data), option.xAxis.max], [[[25], [75]], 100])
})

test('dates are as short as their period allows, in the language of the reader', () => {
  assert.deepEqual(labelsOf(['2025-01-01', '2026-01-01'], 'date', 'de'), ['2025', '2026'])
  assert.deepEqual(labelsOf(['2026-01-01', '2026-03-01'], 'date', 'de'), ['Jan. 26', 'März 26'])
  assert.deepEqual(labelsOf(['2026-01-31', null], 'date', 'de'), ['31.01.', '–'])
  assert.deepEqual(labelsOf(['DE', '', 7], 'text', 'de'), ['DE', '–', '7'])
})
