import { IconChartAreaLine } from '@tabler/icons-react'
import { isRound } from '@weft/kit/define/insight.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Chart } from '@weft/kit/ui/chart.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { useCallback, useMemo, type ReactNode } from 'react'
import type { AnswerProps } from './answer-props.ts'
import { AnswerTable } from './answer-table.tsx'
import s from './insight.module.css'
import { NumberFigure } from './number-figure.tsx'
import { Pivot } from './pivot.tsx'
import { RoundChart } from './round-chart.tsx'
import { insightSpec, pickedAt } from '@weft/kit/ui/insight-spec.ts'

const texts = defineMessages({
  nothing: { en: 'Nothing to show yet', de: 'Noch nichts zu zeigen' },
  nothingText: { en: 'The data set gives no rows.', de: 'Das Datenset liefert keine Zeilen.' },
  more: {
    en: 'Only the first points are shown; group the data set to see all.',
    de: 'Nur die ersten Punkte werden gezeigt; gruppieren Sie das Datenset, um alle zu sehen.',
  },
})

/** What an insight shows, drawn or written; `empty` stands where there is nothing. */
export function InsightAnswerView({ empty, ...props }: AnswerProps & { empty?: ReactNode }) {
  const t = useTexts(texts)
  const { insight, answer } = props
  if (insight.chart_type === 'number') return <NumberFigure {...props} />
  const isEmpty = answer.table
    ? answer.table.rows.length === 0
    : answer.graphs.every(({ points }) => points.length === 0)
  if (isEmpty) return empty ?? <EmptyState small icon={IconChartAreaLine} title={t.nothing()} text={t.nothingText()} />
  return (
    <>
      {answer.table ? (
        <AnswerTable label={props.label} table={answer.table} decimals={insight.definition.decimals} />
      ) : insight.chart_type === 'pivot' ? (
        <Pivot {...props} />
      ) : (
        <Drawn {...props} />
      )}
      {(answer.table?.more || answer.graphs.some(({ more }) => more)) && <p className={s['note']}>{t.more()}</p>}
    </>
  )
}

function Drawn({ label, insight, answer: { graphs }, onPick }: AnswerProps) {
  const language = useLanguage()
  const { chart_type, theme, definition } = insight
  const spec = useMemo(
    () => insightSpec({ chart_type, theme, definition, graphs }, language),
    [chart_type, theme, definition, graphs, language],
  )
  const pick = useCallback(
    (at: { at: number; series: number }) => {
      const picked = pickedAt({ definition, graphs }, at)
      if (picked) onPick?.(picked)
    },
    [definition, graphs, onPick],
  )
  if (isRound(chart_type))
    return <RoundChart label={label} spec={spec} theme={theme} legend={definition.legend} onPick={pick} />
  return (
    <>
      {definition.legend && (
        <div className={s['legend']}>
          {spec.series.map(({ name, tone, draw }, i) => (
            <span key={`${name} ${i}`} style={toneStyle(tone)}>
              <i aria-hidden data-line={(spec.type === 'custom' && draw === 'line') || undefined} />
              {name}
            </span>
          ))}
        </div>
      )}
      <div className={s['plot']} data-picks={onPick ? true : undefined}>
        <Chart spec={spec} label={label} onPick={pick} />
      </div>
    </>
  )
}
