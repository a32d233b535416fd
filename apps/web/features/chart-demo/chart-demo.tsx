import {
  IconChartArea,
  IconChartBar,
  IconChartDonut,
  IconChartLine,
  IconChartPie,
  IconCodeDots,
  IconChartHistogram,
  type Icon,
} from '@tabler/icons-react'
import { themeTones } from '@weft/kit/ui/insight-spec.ts'
import { isRound } from '@weft/kit/define/insight.ts'
import { drawnTypes, type DrawnType } from '@weft/kit/ui/chart-option.ts'
import type { FieldLabel } from '@weft/kit/define/resource.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Bars, Note, Spark } from '@weft/kit/ui/bits.tsx'
import { Chart } from '@weft/kit/ui/chart.tsx'
import { CodeEditor } from '@weft/kit/ui/code-editor.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { SettingsForm } from '@weft/kit/ui/settings-form.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { useMemo, useState } from 'react'
import s from './chart-demo.module.css'
import { chartOptions, sampleSpec, startOf, type ChartOptions } from './sample.ts'

const texts = defineMessages({
  title: { en: 'Chart demo', de: 'Diagramm-Demo' },
  subtitle: {
    en: 'Every kind of chart of the product and what it can be told, drawn from sample figures.',
    de: 'Jede Diagrammart des Produkts und was man ihr mitgeben kann, gezeichnet aus Beispielzahlen.',
  },
  kinds: { en: 'Kinds of charts', de: 'Diagrammarten' },
  options: { en: 'Options', de: 'Optionen' },
  spec: { en: 'Specification', de: 'Spezifikation' },
  specNote: { en: 'What the chart component is given', de: 'Was die Diagramm-Komponente erhält' },
  small: { en: 'Small figures in lists', de: 'Kleine Diagramme in Listen' },
  spark: { en: 'A line without axes', de: 'Eine Linie ohne Achsen' },
  bars: { en: 'The last runs as bars', de: 'Die letzten Läufe als Balken' },
  table: {
    en: 'Screen readers find the figures of every chart as a table behind it.',
    de: 'Screenreader finden die Zahlen jedes Diagramms als Tabelle dahinter.',
  },
  sample: { en: 'Orders by channel ({kind})', de: 'Bestellungen je Kanal ({kind})' },
})

const kindTexts = defineMessages({
  area: { en: 'Area', de: 'Fläche' },
  bar: { en: 'Bar', de: 'Balken' },
  column: { en: 'Column', de: 'Säule' },
  donut: { en: 'Donut', de: 'Donut' },
  line: { en: 'Line', de: 'Linie' },
  pie: { en: 'Pie', de: 'Kreis' },
  custom: { en: 'Custom', de: 'Eigene' },
})

const icons: Record<DrawnType, Icon> = {
  area: IconChartArea,
  bar: IconChartBar,
  column: IconChartHistogram,
  donut: IconChartDonut,
  line: IconChartLine,
  pie: IconChartPie,
  custom: IconCodeDots,
}

const labels: Record<string, FieldLabel> = {
  theme: {
    label: { en: 'Colours', de: 'Farben' },
    options: {
      default: { en: 'Default', de: 'Standard' },
      ocean: { en: 'Ocean', de: 'Ozean' },
      forest: { en: 'Forest', de: 'Wald' },
      sunset: { en: 'Sunset', de: 'Abendrot' },
      grey: { en: 'Grey', de: 'Grau' },
    },
  },
  series: { en: 'Series', de: 'Reihen' },
  stacking: {
    label: { en: 'Stacking', de: 'Stapeln' },
    options: {
      none: { en: 'Side by side', de: 'Nebeneinander' },
      normal: { en: 'Stacked', de: 'Gestapelt' },
      percent: { en: 'To 100 %', de: 'Auf 100 %' },
    },
  },
  smooth: { en: 'Smooth lines', de: 'Geglättete Linien' },
  legend: { en: 'Legend', de: 'Legende' },
  values: { en: 'Figures at the marks', de: 'Zahlen an den Marken' },
  decimals: { en: 'Decimal places', de: 'Nachkommastellen' },
  x_title: { en: 'X axis title', de: 'Titel der x-Achse' },
  y_title: { en: 'Y axis title', de: 'Titel der y-Achse' },
  unit: { en: 'Unit', de: 'Einheit' },
  label_angle: { en: 'Label angle', de: 'Winkel der Beschriftung' },
  limit: { en: 'Threshold', de: 'Schwelle' },
  start_angle: { en: 'Start angle', de: 'Anfangswinkel' },
  end_angle: { en: 'End angle', de: 'Endwinkel' },
  hole: { en: 'Hole (%)', de: 'Loch (%)' },
  option: {
    label: { en: 'Option of ECharts as JSON', de: 'ECharts-Option als JSON' },
    help: {
      en: 'Empty: columns and a line on a second axis.',
      de: 'Leer: Säulen und eine Linie an einer zweiten Achse.',
    },
  },
}

/** Every kind of chart with its options. */
export function ChartDemoScreen() {
  const t = useTexts(texts)
  const kinds = useTexts(kindTexts)
  const language = useLanguage()
  const [all, setAll] = useState<Record<DrawnType, Record<string, unknown>>>(
    () => Object.fromEntries(drawnTypes.map((type) => [type, startOf(type)])) as Record<DrawnType, ChartOptions>,
  )
  const [type, setType] = useState<DrawnType>('area')
  const [drawn, setDrawn] = useState<ChartOptions>(() => startOf('area'))
  const change = (next: Record<string, unknown>) => {
    setAll({ ...all, [type]: next })
    const parsed = chartOptions.safeParse(next)
    if (parsed.success) setDrawn(parsed.data)
  }
  const choose = (next: DrawnType) => {
    setType(next)
    const parsed = chartOptions.safeParse(all[next])
    setDrawn(parsed.success ? parsed.data : startOf(next))
  }
  const spec = useMemo(() => sampleSpec(drawn, language), [drawn, language])
  const thumbnails = useMemo(
    () => drawnTypes.map((kind) => [kind, sampleSpec(startOf(kind), language)] as const),
    [language],
  )
  const label = t.sample({ kind: kinds[type]() })
  const legend = isRound(type)
    ? spec.x.labels.map((name, i) => ({ name, tone: themeTones[drawn.theme][i]! }))
    : spec.series
  return (
    <Page title={t.title()} subtitle={t.subtitle()}>
      <div className={s['kinds']} role="group" aria-label={t.kinds()}>
        {thumbnails.map(([kind, small]) => {
          const KindIcon = icons[kind]
          return (
            <button
              key={kind}
              type="button"
              className={s['kind']}
              aria-pressed={kind === type}
              aria-label={kinds[kind]()}
              onClick={() => choose(kind)}
            >
              <span className={s['name']}>
                <KindIcon size={15} stroke={1.7} aria-hidden />
                {kinds[kind]()}
              </span>
              <span className={s['thumb']} aria-hidden inert>
                <Chart spec={{ ...small, x: { labels: small.x.labels }, y: {} }} label={kinds[kind]()} small />
              </span>
            </button>
          )
        })}
      </div>
      <div className={s['work']}>
        <Panel title={label}>
          {drawn.legend && (
            <ul className={s['legend']}>
              {legend.map(({ name, tone }) => (
                <li key={name} style={toneStyle(tone)}>
                  <i aria-hidden />
                  {name}
                </li>
              ))}
            </ul>
          )}
          <div className={s['plot']}>
            <Chart spec={spec} label={label} />
          </div>
        </Panel>
        <Panel title={t.options()}>
          <SettingsForm
            schema={chartOptions}
            labels={labels}
            hide={['type']}
            value={all[type]}
            onChange={change}
            strict
          />
        </Panel>
        <Panel title={t.spec()} note={t.specNote()} collapsible bleed>
          <div className={s['code']}>
            <CodeEditor value={JSON.stringify(spec, null, 2)} language="json" label={t.spec()} readOnly />
          </div>
        </Panel>
        <Panel title={t.small()}>
          <div className={s['small']}>
            <Spark data={[412, 398, 467, 521, 498, 560, 602, 588, 631, 702]} tone="violet" width={140} height={40} />
            <span>{t.spark()}</span>
            <Bars
              label={t.bars()}
              bars={[6, 9, 7, 12, 10, 14, 8, 11, 16, 9].map((height, i) => ({
                height,
                tone: i === 5 ? 'red' : i === 7 ? 'amber' : 'green',
              }))}
            />
            <span>{t.bars()}</span>
          </div>
          <Note tone="blue">{t.table()}</Note>
        </Panel>
      </div>
    </Page>
  )
}
