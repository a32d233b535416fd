import { Skeleton } from '@mantine/core'
import { IconChartAreaLine } from '@tabler/icons-react'
import {
  isRound,
  type ChartTheme,
  type ChartType,
  type GraphData,
  type InsightDefinition,
} from '@weft/kit/define/insight.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Chart } from '@weft/kit/ui/chart.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { useMemo, type ReactNode } from 'react'
import s from './insight.module.css'
import { insightSpec, themeTones } from './spec.ts'

const texts = defineMessages({
  nothing: { en: 'Nothing to show yet', de: 'Noch nichts zu zeigen' },
  nothingText: { en: 'The data set gives no rows.', de: 'Das Datenset liefert keine Zeilen.' },
  failed: { en: 'The chart could not be drawn', de: 'Das Diagramm konnte nicht gezeichnet werden' },
  more: {
    en: 'Only the first points are shown; group the data set to see all.',
    de: 'Nur die ersten Punkte werden gezeigt; gruppieren Sie das Datenset, um alle zu sehen.',
  },
})

type Props = {
  label: string
  insight: { chart_type: ChartType; theme: ChartTheme; definition: InsightDefinition }
  graphs: GraphData[] | undefined
  error?: Error | null | undefined
  actions?: ReactNode
  selected?: boolean
}

/** One insight as a card: its name, its legend, its chart. */
export function InsightCard({ label, insight, graphs, error, actions, selected }: Props) {
  const t = useTexts(texts)
  const language = useLanguage()
  const { chart_type, theme, definition } = insight
  const spec = useMemo(
    () =>
      graphs &&
      graphs.length === definition.graphs.length &&
      insightSpec({ chart_type, theme, definition, graphs }, language),
    [chart_type, theme, definition, graphs, language],
  )
  const isEmpty = spec !== undefined && spec !== false && spec.x.labels.length === 0
  return (
    <article className={s['card']} data-selected={selected || undefined}>
      <header className={s['cardHead']}>
        <h2>{label}</h2>
        {actions}
      </header>
      {error ? (
        <EmptyState small icon={IconChartAreaLine} title={t.failed()} text={error.message} />
      ) : !spec ? (
        <div className={s['plot']}>
          <Skeleton height="100%" />
        </div>
      ) : isEmpty ? (
        <EmptyState small icon={IconChartAreaLine} title={t.nothing()} text={t.nothingText()} />
      ) : isRound(chart_type) ? (
        <Round label={label} spec={spec} theme={theme} legend={definition.legend} />
      ) : (
        <>
          {definition.legend && (
            <div className={s['legend']}>
              {spec.series.map(({ name, tone }, i) => (
                <span key={`${name} ${i}`} style={toneStyle(tone)}>
                  <i aria-hidden />
                  {name}
                </span>
              ))}
            </div>
          )}
          <div className={s['plot']}>
            <Chart spec={spec} label={label} />
          </div>
        </>
      )}
      {graphs?.some(({ more }) => more) && <p className={s['note']}>{t.more()}</p>}
    </article>
  )
}

function Round({
  label,
  spec,
  theme,
  legend,
}: {
  label: string
  spec: ReturnType<typeof insightSpec>
  theme: ChartTheme
  legend: boolean
}) {
  const { compact, percent } = useFormats()
  const values = spec.series[0]?.data ?? []
  const total = values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  const tones = themeTones[theme]
  return (
    <div className={s['round']} data-legend={legend || undefined}>
      <div className={s['ring']}>
        <Chart spec={spec} label={label} small />
        {spec.type === 'donut' && (
          <div className={s['middle']}>
            <b>{compact(total)}</b>
            <small>{spec.y.unit}</small>
          </div>
        )}
      </div>
      {legend && (
        <ul className={s['share']} tabIndex={0} aria-label={label}>
          {spec.x.labels.map((name, i) => (
            <li key={`${name} ${i}`} style={toneStyle(tones[i % tones.length]!)}>
              <i aria-hidden />
              <span>{name}</span>
              <b>{compact(values[i] ?? 0)}</b>
              <small>{percent(total === 0 ? 0 : (values[i] ?? 0) / total)}</small>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
