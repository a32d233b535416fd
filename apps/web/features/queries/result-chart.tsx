import { Select } from '@mantine/core'
import { queryChartTypes, type QueryChart } from '@weft/catalogue/resources/query/query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Chart } from '@weft/kit/ui/chart.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toneStyle } from '@weft/kit/ui/tones.ts'
import { IconChartBar } from '@tabler/icons-react'
import { useMemo } from 'react'
import { chartOf, drawnBy, spec } from './chart-of.ts'
import type { Rows } from './result-grid.tsx'
import s from './query-result.module.css'

const texts = defineMessages({
  type: { en: 'Type', de: 'Art' },
  across: { en: 'Across', de: 'Entlang' },
  value: { en: 'Value', de: 'Wert' },
  colour: { en: 'Colour', de: 'Farbe' },
  single: { en: 'one colour', de: 'eine Farbe' },
  column: { en: 'Columns', de: 'Säulen' },
  bar: { en: 'Bars', de: 'Balken' },
  line: { en: 'Line', de: 'Linie' },
  donut: { en: 'Donut', de: 'Donut' },
  none: { en: 'Nothing to draw', de: 'Nichts zu zeichnen' },
  noneText: {
    en: 'A chart needs at least one row and a column of numbers.',
    de: 'Ein Diagramm braucht mindestens eine Zeile und eine Spalte mit Zahlen.',
  },
  drawn: { en: '{value} by {across}', de: '{value} nach {across}' },
  most: {
    en: 'Only the first {count} places are drawn.',
    de: 'Nur die ersten {count} Stellen sind gezeichnet.',
  },
})

type Props = { answer: Rows; chart: QueryChart | null; onChange: (chart: QueryChart) => void }

/** The rows as a picture; what is chosen is remembered with the query. */
export function ResultChart({ answer, chart, onChange }: Props) {
  const t = useTexts(texts)
  const chosen = drawnBy(answer, chart)
  const drawn = useMemo(() => chosen && chartOf(answer, chosen), [answer, chosen])
  if (!chosen || !drawn) return <EmptyState icon={IconChartBar} title={t.none()} text={t.noneText()} />
  const set = (change: Partial<QueryChart>) => {
    const { colour, ...next } = { ...chosen, ...change }
    onChange(colour === undefined ? next : { ...next, colour })
  }
  const figures = answer.columns.filter((_, i) => ['integer', 'decimal'].includes(answer.types[i]!))
  const select = { size: 'xs', allowDeselect: false, comboboxProps: { withinPortal: true } } as const
  return (
    <div className={s['chart']}>
      <div className={s['choices']}>
        <Select
          {...select}
          aria-label={t.type()}
          data={queryChartTypes.map((type) => ({ value: type, label: t[type]() }))}
          value={chosen.type}
          onChange={(type) => type && set({ type: type as QueryChart['type'] })}
        />
        <Select
          {...select}
          aria-label={t.across()}
          leftSection={t.across()}
          leftSectionWidth={66}
          data={answer.columns}
          value={chosen.across}
          onChange={(across) => across && set({ across })}
        />
        <Select
          {...select}
          aria-label={t.value()}
          leftSection={t.value()}
          leftSectionWidth={52}
          data={figures}
          value={chosen.value}
          onChange={(value) => value && set({ value })}
        />
        <Select
          {...select}
          aria-label={t.colour()}
          leftSection={t.colour()}
          leftSectionWidth={56}
          data={[{ value: '', label: t.single() }, ...answer.columns.map((name) => ({ value: name, label: name }))]}
          value={chosen.colour ?? ''}
          onChange={(colour) => set({ colour: colour || undefined } as Partial<QueryChart>)}
        />
        {drawn.series.length > 1 && (
          <ul className={s['legend']}>
            {drawn.series.map(({ name, tone }) => (
              <li key={name} style={toneStyle(tone)}>
                {name}
              </li>
            ))}
          </ul>
        )}
      </div>
      {drawn.isCut && <p className="muted">{t.most({ count: drawn.labels.length })}</p>}
      <div className={s['drawing']}>
        <Chart
          spec={spec(chosen, drawn)}
          label={t.drawn({ value: chosen.value, across: chosen.across })}
          key={chosen.type}
        />
      </div>
    </div>
  )
}
