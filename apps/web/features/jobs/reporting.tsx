import { SegmentedControl } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Figures, Spark } from '@weft/kit/ui/bits.tsx'
import { NameCell } from '@weft/kit/ui/cells.tsx'
import { Chart, type ChartSpec } from '@weft/kit/ui/chart.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useRows } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconActivity, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { WorkflowMark } from '../workflows/workflow-mark.tsx'
import s from './reporting.module.css'

const texts = defineMessages({
  title: { en: 'Reporting', de: 'Reporting' },
  about: { en: 'What this project’s workflows did.', de: 'Was die Workflows dieses Projekts getan haben.' },
  window: { en: 'Window', de: 'Zeitfenster' },
  hours: { en: '{count} hours', de: '{count} Stunden' },
  jobs: { en: 'Jobs', de: 'Jobs' },
  good: { en: 'Successful', de: 'Erfolgreich' },
  warning: { en: 'Partially successful', de: 'Teilweise erfolgreich' },
  error: { en: 'Error', de: 'Fehler' },
  other: { en: 'Running, waiting or aborted', de: 'Laufend, wartend oder abgebrochen' },
  records: { en: 'Records moved', de: 'Bewegte Datensätze' },
  rejected: { en: 'Rejected', de: 'Abgelehnt' },
  openErrors: { en: 'Open errors', de: 'Offene Fehler' },
  overTime: { en: 'Jobs over time', de: 'Jobs im Zeitverlauf' },
  workflows: { en: 'Workflows', de: 'Workflows' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  average: { en: 'Average, 7 days', de: 'Mittel, 7 Tage' },
  last: { en: 'Last run', de: 'Letzter Lauf' },
  none: { en: 'No job in this window', de: 'Kein Job in diesem Zeitfenster' },
  noWorkflows: { en: 'This project has no workflow yet', de: 'Dieses Projekt hat noch keinen Workflow' },
})

export type Reported = Answer<'GET', '/reportings'>['data']

const windows = ['24', '48', '72'] as const

/** Figures of the last hours for a project, or for one workflow of it. */
export function useReporting(hours: string, workflow_id?: string) {
  const query = { hours, ...(workflow_id && { workflow_id }) }
  return useQuery({
    queryKey: ['/reportings', query],
    queryFn: ({ signal }) => api.get('/reportings', query, { signal, quiet: true }),
    refetchInterval: 10_000,
  })
}

export function useWindow(): [string, (hours: string) => void] {
  const navigate = useNavigate()
  const hours = useSearchParam('hours')
  const shown = windows.find((window) => window === hours) ?? '24'
  return [
    shown,
    (next) =>
      void navigate({
        to: '.',
        search: (before: object) => ({ ...before, hours: next === '24' ? undefined : next }),
        replace: true,
      } as never),
  ]
}

export const WindowSwitch = ({ value, onChange }: { value: string; onChange: (hours: string) => void }) => {
  const t = useTexts(texts)
  return (
    <SegmentedControl
      aria-label={t.window()}
      value={value}
      onChange={onChange}
      data={windows.map((count) => ({ value: count, label: t.hours({ count }) }))}
    />
  )
}

export function ReportingScreen() {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const formats = useFormats()
  const [hours, setHours] = useWindow()
  const { data, error, isFetching, refetch } = useReporting(hours)
  const list = useRows(data?.data.workflows, {
    sort: '-jobs',
    busy: isFetching && !data,
    error,
    reload: () => void refetch(),
  })
  const columns = useMemo<Column<Reported['workflows'][number]>[]>(
    () => [
      {
        key: 'label',
        title: t.workflow(),
        fixed: true,
        cell: (row) => (
          <NameCell
            to={`/project/workflows/reporting/${row.id}`}
            name={row.label}
            icon={<WorkflowMark logo={row.logo} />}
          />
        ),
      },
      { key: 'jobs', title: t.jobs(), end: true, cell: (row) => formats.number(row.jobs) },
      { key: 'good', title: t.good(), end: true, cell: (row) => <Toned count={row.good} color="var(--green)" /> },
      {
        key: 'warning',
        title: t.warning(),
        end: true,
        cell: (row) => <Toned count={row.warning} color="var(--amber)" />,
      },
      { key: 'error', title: t.error(), end: true, cell: (row) => <Toned count={row.error} color="var(--red)" /> },
      { key: 'records', title: t.records(), end: true, cell: (row) => formats.number(row.records) },
      {
        key: 'rejected',
        title: t.rejected(),
        end: true,
        cell: (row) => <Toned count={row.rejected} color="var(--amber)" />,
      },
      { key: 'average_ms', title: t.average(), end: true, cell: (row) => formats.duration(row.average_ms) },
      { key: 'last_at', title: t.last(), cell: (row) => formats.ago(row.last_at) },
    ],
    [t, formats],
  )
  return (
    <Page title={t.title()} subtitle={t.about()} actions={<WindowSwitch value={hours} onChange={setHours} />} bleed>
      {data && <ReportFigures report={data.data} />}
      {data && (
        <div className={s['chart']}>
          <OverTime report={data.data} hours={Number(hours)} />
        </div>
      )}
      <div className={s['table']}>
        <Panel title={t.workflows()} bleed>
          <DataTable
            label={t.workflows()}
            list={list}
            columns={columns}
            rowId={(row) => row.id}
            rowName={(row) => row.label}
            onOpen={(row) => void navigate({ to: `/project/workflows/reporting/${row.id}` })}
            bare
            empty={<EmptyState small icon={IconRoute} title={t.noWorkflows()} />}
          />
        </Panel>
      </div>
    </Page>
  )
}

function Toned({ count, color }: { count: number; color: string }) {
  const { number } = useFormats()
  return count > 0 ? <span style={{ color }}>{number(count)}</span> : <span className="muted">0</span>
}

export function ReportFigures({ report }: { report: Reported }) {
  const t = useTexts(texts)
  const { number, percent } = useFormats()
  const sum = (key: 'good' | 'warning' | 'error' | 'other' | 'records') =>
    report.slots.reduce((total, slot) => total + slot[key], 0)
  const finished = sum('good') + sum('warning') + sum('error')
  const share = (count: number) => (finished === 0 ? undefined : percent(count / finished))
  return (
    <Figures
      figures={[
        {
          label: t.jobs(),
          value: number(finished + sum('other')),
          spark: (
            <Spark
              data={report.slots.map((slot) => slot.good + slot.warning + slot.error + slot.other)}
              tone="violet"
              width={64}
            />
          ),
        },
        { label: t.good(), value: number(sum('good')), note: share(sum('good')), noteTone: 'green' },
        {
          label: t.warning(),
          value: number(sum('warning')),
          note: share(sum('warning')),
          noteTone: sum('warning') > 0 ? 'amber' : 'slate',
        },
        {
          label: t.error(),
          value: number(sum('error')),
          note: share(sum('error')),
          noteTone: sum('error') > 0 ? 'red' : 'slate',
        },
        {
          label: t.records(),
          value: number(sum('records')),
          spark: <Spark data={report.slots.map((slot) => slot.records)} tone="blue" width={64} />,
        },
        { label: t.openErrors(), value: number(report.open_errors), noteTone: 'amber' },
      ]}
    />
  )
}

export function OverTime({ report, hours }: { report: Reported; hours: number }) {
  const t = useTexts(texts)
  const language = useLanguage()
  const total = Object.values(report.by_status).reduce((sum, count) => sum + count, 0)
  const spec = useMemo<ChartSpec>(() => {
    const format = new Intl.DateTimeFormat(
      language,
      hours > 24 ? { weekday: 'short', hour: '2-digit', minute: '2-digit' } : { hour: '2-digit', minute: '2-digit' },
    )
    const series = (
      name: string,
      key: 'good' | 'warning' | 'error' | 'other',
      tone: 'green' | 'amber' | 'red' | 'slate',
    ) => ({ name, tone, data: report.slots.map((slot) => slot[key]) })
    return {
      type: 'column',
      stacking: 'normal',
      x: { labels: report.slots.map((slot) => format.format(new Date(slot.from))) },
      y: {},
      series: [
        series(t.good(), 'good', 'green'),
        series(t.warning(), 'warning', 'amber'),
        series(t.error(), 'error', 'red'),
        series(t.other(), 'other', 'slate'),
      ],
    }
  }, [report, language, hours, t])
  return (
    <Panel title={t.overTime()}>
      {total === 0 ? (
        <EmptyState small icon={IconActivity} title={t.none()} />
      ) : (
        <div className={s['plot']}>
          <Chart spec={spec} label={t.overTime()} small />
        </div>
      )}
    </Panel>
  )
}
