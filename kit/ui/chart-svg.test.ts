import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chartSvg } from './chart-svg.ts'

test('a chart is drawn as SVG without a browser, in the words and numbers of a language', () => {
  const svg = chartSvg(
    {
      type: 'column',
      x: { labels: ['Januar', 'Februar'] },
      y: { unit: '€' },
      series: [{ name: 'Umsatz', tone: 'violet', data: [1234.5, 99] }],
      values: true,
    },
    'de',
    { width: 600, height: 300 },
  )
  assert.match(svg, /^<svg width="600" height="300"/)
  for (const text of ['Januar', 'Februar', '1.234,50', '99,00']) assert.ok(svg.includes(`>${text}</text>`), text)
  assert.ok(svg.includes('#8e4ec6'))
  assert.doesNotMatch(svg, /<use\b|<!ENTITY/)
})
