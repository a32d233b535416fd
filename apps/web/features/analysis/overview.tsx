import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Cut, StatusDot } from '@weft/kit/ui/bits.tsx'
import { NameCell } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useRows } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconChecklist, IconMoodSmile, IconRoute } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { WorkflowMark } from '../workflows/workflow-mark.tsx'
import { OverTime, ReportFigures } from '../jobs/reporting.tsx'
import reporting from '../jobs/reporting.module.css'
import { hoursOf, PeriodSwitch, usePeriod } from './period.tsx'

const texts = defineMessages({
  title: { en: 'Analysis overview', de: 'Analyseübersicht' },
  about: { en: 'What all projects of this tenant did.', de: 'Was alle Projekte dieses Mandanten getan haben.' },
  workflows: { en: 'Workflows', de: 'Workflows' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  project: { en: 'Project', de: 'Projekt' },
  jobs: { en: 'Jobs', de: 'Jobs' },
  errors: { en: 'Errors', de: 'Fehler' },
  records: { en: 'Records moved', de: 'Bewegte Datensätze' },
  rejected: { en: 'Rejected', de: 'Abgelehnt' },
  last: { en: 'Last run', de: 'Letzter Lauf' },
  reasons: { en: 'Why records were rejected', de: 'Warum Datensätze abgelehnt wurden' },
  reason: { en: 'Reason, with an example', de: 'Grund, mit einem Beispiel' },
  field: { en: 'Field', de: 'Feld' },
  count: { en: 'Records', de: 'Datensätze' },
  queues: { en: 'Queues', de: 'Warteschlangen' },
  queue: { en: 'Queue', de: 'Warteschlange' },
  state: { en: 'State', de: 'Zustand' },
  takes: { en: 'Takes jobs', de: 'Nimmt Jobs an' },
  stopped: { en: 'Stopped', de: 'Angehalten' },
  running: { en: 'Running now', de: 'Laufen gerade' },
  pending: { en: 'Pending now', de: 'Stehen gerade an' },
  finished: { en: 'Finished', de: 'Beendet' },
  failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  waited: { en: 'Average wait', de: 'Mittlere Wartezeit' },
  noWorkflow: { en: 'There is no workflow yet', de: 'Es gibt noch keinen Workflow' },
  noneRejected: { en: 'No record was rejected', de: 'Kein Datensatz wurde abgelehnt' },
  noQueue: { en: 'There is no queue yet', de: 'Es gibt noch keine Warteschlange' },
})

type Overview = Answer<'GET', '/analysis/overview'>['data']
type Reason = Overview['reasons'][number]
type Queue = Overview['queues'][number]

/** Jobs, records, errors and queues of a period over all projects the viewer may see. */
export function AnalysisOverviewScreen() {
  const t = useTexts(texts)
  const [period, setPeriod] = usePeriod()
  const path = '/analysis/overview'
  const { data } = useQuery({
    queryKey: [path, { period }],
    queryFn: async ({ signal }) => (await api.get(path, { period }, { signal })).data,
    refetchInterval: 15_000,
  })
  return (
    <Page title={t.title()} subtitle={t.about()} actions={<PeriodSwitch value={period} onChange={setPeriod} />} bleed>
      {data && (
        <>
          <ReportFigures report={data} />
          <div className={reporting['chart']}>
            <OverTime report={data} hours={hoursOf[period]} />
          </div>
          <Workflows rows={data.workflows.filter(({ jobs }) => jobs > 0)} />
          <Reasons rows={data.reasons} />
          <Queues rows={data.queues} />
        </>
      )}
    </Page>
  )
}

function Workflows({ rows }: { rows: Overview['workflows'] }) {
  const t = useTexts(texts)
  const { number, ago } = useFormats()
  const list = useRows(rows, { sort: '-jobs', perPage: 10 })
  const columns: Column<Overview['workflows'][number]>[] = [
    {
      key: 'label',
      title: t.workflow(),
      fixed: true,
      cell: (row) => <NameCell name={row.label} icon={<WorkflowMark logo={row.logo} />} />,
    },
    { key: 'project_name', title: t.project(), cell: (row) => row.project_name },
    { key: 'jobs', title: t.jobs(), end: true, cell: (row) => number(row.jobs) },
    { key: 'error', title: t.errors(), end: true, cell: (row) => <Counted count={row.error} color="var(--red)" /> },
    { key: 'records', title: t.records(), end: true, cell: (row) => number(row.records) },
    {
      key: 'rejected',
      title: t.rejected(),
      end: true,
      cell: (row) => <Counted count={row.rejected} color="var(--amber)" />,
    },
    { key: 'last_at', title: t.last(), cell: (row) => ago(row.last_at) },
  ]
  return (
    <div className={reporting['table']}>
      <Panel title={t.workflows()} bleed>
        <DataTable
          label={t.workflows()}
          list={list}
          columns={columns}
          rowId={(row) => row.id}
          rowName={(row) => row.label}
          bare
          empty={<EmptyState small icon={IconRoute} title={t.noWorkflow()} />}
        />
      </Panel>
    </div>
  )
}

function Reasons({ rows }: { rows: Reason[] }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const list = useRows(
    rows.map((row, i) => ({ ...row, id: String(i) })),
    { sort: '-count', perPage: 10 },
  )
  const columns: Column<Reason & { id: string }>[] = [
    {
      key: 'example',
      title: t.reason(),
      fixed: true,
      sortable: false,
      cell: (row) => <Cut width={420}>{row.example}</Cut>,
    },
    { key: 'field', title: t.field(), cell: (row) => <span className="mono">{row.field ?? '–'}</span> },
    { key: 'workflow_label', title: t.workflow(), cell: (row) => row.workflow_label },
    { key: 'count', title: t.count(), end: true, cell: (row) => number(row.count) },
  ]
  return (
    <div className={reporting['table']}>
      <Panel title={t.reasons()} bleed>
        <DataTable
          label={t.reasons()}
          list={list}
          columns={columns}
          rowId={(row) => row.id}
          rowName={(row) => row.example}
          bare
          empty={<EmptyState small icon={IconMoodSmile} title={t.noneRejected()} />}
        />
      </Panel>
    </div>
  )
}

function Queues({ rows }: { rows: Queue[] }) {
  const t = useTexts(texts)
  const { number, duration } = useFormats()
  const list = useRows(rows, { sort: '-finished', perPage: 10 })
  const columns: Column<Queue>[] = [
    {
      key: 'name',
      title: t.queue(),
      fixed: true,
      cell: (row) => (
        <NameCell
          name={row.name}
          to="/analysis/queues"
          icon={<IconChecklist size={16} stroke={1.7} color="var(--text-3)" />}
        />
      ),
    },
    {
      key: 'active',
      title: t.state(),
      cell: (row) => (
        <StatusDot tone={row.active ? 'green' : 'slate'}>{row.active ? t.takes() : t.stopped()}</StatusDot>
      ),
    },
    { key: 'finished', title: t.finished(), end: true, cell: (row) => number(row.finished) },
    { key: 'failed', title: t.failed(), end: true, cell: (row) => <Counted count={row.failed} color="var(--red)" /> },
    { key: 'waited_ms', title: t.waited(), end: true, cell: (row) => duration(row.waited_ms) },
    { key: 'running', title: t.running(), end: true, cell: (row) => number(row.running) },
    { key: 'pending', title: t.pending(), end: true, cell: (row) => number(row.pending) },
  ]
  return (
    <div className={reporting['table']}>
      <Panel title={t.queues()} bleed>
        <DataTable
          label={t.queues()}
          list={list}
          columns={columns}
          rowId={(row) => row.id}
          rowName={(row) => row.name}
          bare
          empty={<EmptyState small icon={IconChecklist} title={t.noQueue()} />}
        />
      </Panel>
    </div>
  )
}

function Counted({ count, color }: { count: number; color: string }) {
  const { number } = useFormats()
  return count > 0 ? <span style={{ color }}>{number(count)}</span> : <span className="muted">0</span>
}
