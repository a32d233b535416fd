import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Figures, StatusDot } from '@weft/kit/ui/bits.tsx'
import { Chart } from '@weft/kit/ui/chart.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { BillingAccount } from './account.ts'
import s from './billing.module.css'

const texts = defineMessages({
  usage: { en: 'Usage', de: 'Nutzung' },
  note: {
    en: 'Days by UTC; runs count when they have ended.',
    de: 'Tage nach UTC; Läufe zählen, wenn sie beendet sind.',
  },
  month: { en: 'Month', de: 'Monat' },
  runs: { en: 'Runs', de: 'Läufe' },
  records: { en: 'Records written', de: 'Geschriebene Datensätze' },
  storage: { en: 'Storage', de: 'Speicher' },
  storageNote: { en: 'mean of the days', de: 'Mittel der Tage' },
  excluded: { en: '{count} not billed', de: '{count} nicht abgerechnet' },
  excludedRuns: { en: 'Runs not billed', de: 'Nicht abgerechnete Läufe' },
  chart: { en: 'Runs and records by day', de: 'Läufe und Datensätze nach Tagen' },
  byTenant: { en: 'By tenant', de: 'Nach Mandanten' },
  byProject: { en: 'By project', de: 'Nach Projekten' },
  name: { en: 'Name', de: 'Name' },
  gone: { en: 'deleted project', de: 'gelöschtes Projekt' },
})

type Usage = Answer<'GET', '/usage'>['data']
type Part = Usage['tenants' | 'projects'][number]
type Counted = Pick<Part, 'runs' | 'records' | 'excluded_runs' | 'excluded_records'>

/** What an account has used in a month: figures, each day, and by tenant or project. */
export function UsagePanel({ account }: { account: BillingAccount }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const language = useLanguage()
  const months = useMemo(() => lastMonths(language), [language])
  const [month, setMonth] = useState(months[0]!.value)
  const range = { from: `${month}-01`, to: lastDay(month) }
  const { data } = useQuery({
    queryKey: ['/usage', account, range],
    queryFn: ({ signal }) => api.get('/usage', { ...account, ...range }, { signal }).then(({ data }) => data),
  })
  const sum = (key: keyof Counted) => (data?.days ?? []).reduce((total, day) => total + day[key], 0)
  const measured = (data?.days ?? []).flatMap(({ storage_bytes }) => (storage_bytes === null ? [] : [storage_bytes]))
  const mean = measured.length === 0 ? null : measured.reduce((total, bytes) => total + bytes, 0) / measured.length
  const spec = useMemo(
    () => ({
      type: 'custom' as const,
      x: { labels: (data?.days ?? []).map(({ day }) => String(Number(day.slice(8)))) },
      y: {},
      right: {},
      series: [
        {
          name: t.runs(),
          data: (data?.days ?? []).map(({ runs }) => runs),
          tone: 'violet' as const,
          draw: 'column' as const,
        },
        {
          name: t.excludedRuns(),
          data: (data?.days ?? []).map(({ excluded_runs }) => excluded_runs),
          tone: 'slate' as const,
          draw: 'column' as const,
        },
        {
          name: t.records(),
          data: (data?.days ?? []).map(({ records }) => records),
          tone: 'teal' as const,
          draw: 'line' as const,
          right: true,
        },
      ],
    }),
    [data, language],
  )
  const parts =
    data && data.projects.length > 0
      ? { title: t.byProject(), rows: data.projects }
      : data && data.tenants.length > 1
        ? { title: t.byTenant(), rows: data.tenants }
        : undefined
  const excluded = (count: number) => (count > 0 ? { note: t.excluded({ count: formats.number(count) }) } : {})
  return (
    <Panel
      title={t.usage()}
      note={t.note()}
      actions={
        <Select
          size="xs"
          w={170}
          aria-label={t.month()}
          data={months}
          value={month}
          allowDeselect={false}
          onChange={(next) => setMonth(next ?? month)}
        />
      }
    >
      {data && (
        <div className="stack">
          <Figures
            figures={[
              { label: t.runs(), value: formats.number(sum('runs')), ...excluded(sum('excluded_runs')) },
              { label: t.records(), value: formats.number(sum('records')), ...excluded(sum('excluded_records')) },
              { label: t.storage(), value: formats.bytes(mean), note: t.storageNote() },
            ]}
          />
          <div className={s['legend']}>
            {spec.series.map(({ name, tone }) => (
              <StatusDot key={name} tone={tone}>
                {name}
              </StatusDot>
            ))}
          </div>
          <div className={s['chart']}>
            <Chart spec={spec} label={t.chart()} />
          </div>
          {parts && (
            <div className={s['scroll']}>
              <table className={s['lines']} aria-label={parts.title}>
                <thead>
                  <tr>
                    <th scope="col">{parts.title}</th>
                    <th scope="col" data-end>
                      {t.runs()}
                    </th>
                    <th scope="col" data-end>
                      {t.records()}
                    </th>
                    <th scope="col" data-end>
                      {t.excludedRuns()}
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {parts.rows.map((row) => (
                    <tr key={row.id}>
                      <td>{row.name ?? t.gone()}</td>
                      <td data-end>{formats.number(row.runs)}</td>
                      <td data-end>{formats.number(row.records)}</td>
                      <td data-end>{formats.number(row.excluded_runs)}</td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )}
        </div>
      )}
    </Panel>
  )
}

function lastMonths(language: string) {
  const name = new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' })
  const now = new Date()
  return Array.from({ length: 13 }, (_, i) => new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - i, 1))).map(
    (date) => ({ value: date.toISOString().slice(0, 7), label: name.format(date) }),
  )
}

const lastDay = (month: string) =>
  new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(5)), 0)).toISOString().slice(0, 10)
