import { Loader, SegmentedControl } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconPencil, IconPlayerStop } from '@tabler/icons-react'
import type { QueryChart } from '@weft/catalogue/resources/query/query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useState, type ReactNode } from 'react'
import { metaOf, offsetOf, QueryFailure, type Place } from './query-failure.tsx'
import { QueryPlan } from './query-plan.tsx'
import { ResultChart } from './result-chart.tsx'
import { ResultGrid } from './result-grid.tsx'
import type { QueryTable } from './sql-text.ts'
import type { Run } from './use-query-run.ts'
import s from './query-result.module.css'

const texts = defineMessages({
  rows: {
    en: '{count, plural, one {# row} other {# rows}} in {time}',
    de: '{count, plural, one {# Zeile} other {# Zeilen}} in {time}',
  },
  more: {
    en: 'The first {count} rows, in {time}. An export has all of them.',
    de: 'Die ersten {count} Zeilen, in {time}. Ein Export enthält alle.',
  },
  old: { en: 'text has changed since {time}', de: 'Text seit {time} geändert' },
  running: { en: 'Running … Esc stops it.', de: 'Läuft … Esc hält an.' },
  stopped: {
    en: 'Stopped. The database works on it no longer.',
    de: 'Angehalten. Die Datenbank arbeitet nicht mehr daran.',
  },
  failed: { en: 'did not run', de: 'nicht ausgeführt' },
  failedAt: { en: 'stopped at line {line}', de: 'bei Zeile {line} angehalten' },
  view: { en: 'Show result as', de: 'Ergebnis anzeigen als' },
  table: { en: 'Table', de: 'Tabelle' },
  chart: { en: 'Chart', de: 'Diagramm' },
  plan: { en: 'Plan', de: 'Plan' },
  ask: { en: 'Ctrl+Enter runs the query.', de: 'Strg+Eingabe führt die Abfrage aus.' },
})

type View = 'table' | 'chart' | 'plan'
type Props = {
  run: Run | undefined
  sql: string
  parameters: string
  tables: readonly QueryTable[]
  chart: QueryChart | null
  onChart: (chart: QueryChart) => void
  onCorrect: (from: number, to: number, text: string) => void
}

/** What a query gave: as a table, a chart or the plan of the database. */
export function QueryResult({ run, sql, parameters, tables, chart, onChart, onCorrect }: Props) {
  const t = useTexts(texts)
  const [view, setView] = useState<View>('table')
  const correct = (place: Place, text: string) => {
    const from = run!.asked.begins + offsetOf(run!.asked.sql, place)
    onCorrect(from, from + place.length, text)
  }
  const isOld = run !== undefined && run.asked.whole !== sql
  const planned = run?.asked ?? { sql, parameters }
  const shown = () => {
    if (run?.state === 'failed')
      return (
        <QueryFailure error={run.error} sql={run.asked.sql} tables={tables} onCorrect={isOld ? undefined : correct} />
      )
    if (view === 'plan' && planned.sql.trim() !== '')
      return <QueryPlan asked={{ sql: planned.sql, parameters: planned.parameters }} />
    if (run?.state !== 'done') return null
    return view === 'chart' ? (
      <ResultChart answer={run.rows} chart={chart} onChange={onChart} />
    ) : (
      <ResultGrid key={run.at.getTime()} answer={run.rows} />
    )
  }
  return (
    <section className={s['result']}>
      <div className={s['bar']}>
        <div role="status">{run ? <Became run={run} isOld={isOld} /> : <span className="muted">{t.ask()}</span>}</div>
        <SegmentedControl
          size="xs"
          aria-label={t.view()}
          value={view}
          onChange={(next) => setView(next as View)}
          data={(['table', 'chart', 'plan'] as const).map((value) => ({ value, label: t[value]() }))}
        />
      </div>
      <div className={s['shown']}>{shown()}</div>
    </section>
  )
}

function Became({ run, isOld }: { run: Run; isOld: boolean }) {
  const t = useTexts(texts)
  const { number, duration, clock } = useFormats()
  const said = (tone: string, mark: ReactNode, text: string) => (
    <span className={s['became']} style={{ color: `var(--${tone})` }}>
      {mark} {text}
    </span>
  )
  const what = () => {
    switch (run.state) {
      case 'running':
        return said('text-2', <Loader size={13} />, t.running())
      case 'stopped':
        return said('amber', <IconPlayerStop size={15} aria-hidden />, t.stopped())
      case 'failed': {
        const { at } = metaOf(run.error)
        const text = at && run.asked.sql.includes('\n') ? t.failedAt({ line: at.line }) : t.failed()
        return said('red', <IconAlertTriangle size={15} aria-hidden />, text)
      }
      case 'done': {
        const { rows, more, took_ms } = run.rows
        const time = duration(took_ms)
        const text = more ? t.more({ count: number(rows.length), time }) : t.rows({ count: rows.length, time })
        return said(more ? 'amber' : 'green', <IconCheck size={15} aria-hidden />, text)
      }
    }
  }
  return (
    <>
      {what()}
      {isOld &&
        run.state !== 'running' &&
        said('amber', <IconPencil size={14} aria-hidden />, t.old({ time: clock(run.at) }))}
    </>
  )
}
