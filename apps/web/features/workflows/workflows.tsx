import { Button } from '@mantine/core'
import { IconPlus, IconRoute } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Bars, StatusDot } from '@weft/kit/ui/bits.tsx'
import { IconCell, NameCell, TwoLines } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { NamedIcon } from '@weft/kit/ui/icon.tsx'
import { jobStatusTones } from '@weft/kit/ui/job-status.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import { lazy, Suspense, useState } from 'react'
import type { ListedWorkflow, WorkflowState } from './api.ts'
import { DayFigures } from './day-figures.tsx'
import { BulkActions, RowMenu } from './workflow-actions.tsx'
import { hasMarks, WorkflowMark } from './workflow-mark.tsx'

const RunDialog = lazy(() => import('./run-dialog.tsx').then((module) => ({ default: module.RunDialog })))

const texts = defineMessages({
  title: { en: 'Workflows', de: 'Workflows' },
  subtitle: {
    en: 'Every workflow of this project, with its last 16 runs.',
    de: 'Alle Workflows dieses Projekts mit ihren letzten 16 Läufen.',
  },
  create: { en: 'New workflow', de: 'Neuer Workflow' },
  find: { en: 'Find a workflow', de: 'Workflow suchen' },
  name: { en: 'Name', de: 'Name' },
  state: { en: 'Status', de: 'Status' },
  trigger: { en: 'Trigger', de: 'Auslöser' },
  recent: { en: 'Recent runs', de: 'Letzte Läufe' },
  recentLabel: {
    en: 'Last {count, plural, one {run} other {# runs}}, {good} successful',
    de: '{count, plural, one {Letzter Lauf} other {Letzte # Läufe}}, {good} erfolgreich',
  },
  lastRun: { en: 'Last run', de: 'Zuletzt' },
  records: { en: 'Records', de: 'Datensätze' },
  contact: { en: 'Contact', de: 'Ansprechpartner' },
  changed: { en: 'Changed', de: 'Geändert' },
  all: { en: 'All', de: 'Alle' },
  running: { en: 'Running', de: 'Läuft' },
  moreTriggers: { en: '{first} and {count} more', de: '{first} und {count} weitere' },
  emptyTitle: { en: 'No workflows yet', de: 'Noch keine Workflows' },
  emptyText: {
    en: 'A workflow reads, maps and writes records: by hand, on schedule or when another system calls.',
    de: 'Ein Workflow liest, überführt und schreibt Datensätze: von Hand, nach Zeitplan oder auf Zuruf eines anderen Systems.',
  },
})

export const stateTexts = defineMessages({
  active: { en: 'Active', de: 'Aktiv' },
  failing: { en: 'Failing', de: 'Fehlerhaft' },
  paused: { en: 'Paused', de: 'Pausiert' },
  draft: { en: 'Draft', de: 'Entwurf' },
})
export const stateTones: Record<WorkflowState, Tone> = {
  active: 'green',
  failing: 'red',
  paused: 'amber',
  draft: 'slate',
}
const states = ['active', 'failing', 'paused', 'draft'] as const

/** All workflows of the project. */
export function WorkflowsScreen() {
  const t = useTexts(texts)
  const words = useTexts(stateTexts)
  const may = useMay()
  const navigate = useNavigate()
  const list = useList('/workflows', { sort: 'label', filters: ['state'], refetchInterval: 10_000 })
  const counts = useCounts(list.searchTerm)
  const [running, setRunning] = useState<ListedWorkflow>()
  const columns = useColumns(setRunning, hasMarks(list.rows))
  const open = (row: ListedWorkflow) => void navigate({ to: `/project/workflows/${row.id}/mode/build` })

  const create = may('workflows.create') && (
    <Button component={Link} to="/project/workflows/create" leftSection={<IconPlus size={15} />}>
      {t.create()}
    </Button>
  )
  return (
    <Page title={t.title()} subtitle={t.subtitle()} bleed fill actions={create}>
      <DayFigures />
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(row) => row.id}
        rowName={(row) => row.label}
        onOpen={open}
        find={t.find()}
        remember="workflows"
        views={{
          filter: 'state',
          options: [
            { value: '', title: t.all(), count: counts?.all },
            ...states.map((state) => ({ value: state, title: words[state](), count: counts?.[state] })),
          ],
        }}
        bulk={may('workflows.run') ? (ids, clear) => <BulkActions ids={ids} clear={clear} /> : undefined}
        empty={<EmptyState icon={IconRoute} title={t.emptyTitle()} text={t.emptyText()} action={create} />}
      />
      <Suspense>{running && <RunDialog workflow={running} onClose={() => setRunning(undefined)} />}</Suspense>
    </Page>
  )
}

/** How many there are in each state; the search narrows them as it does the list. */
function useCounts(searchTerm: string) {
  const { data } = useQuery({
    queryKey: ['/workflows', 'states', searchTerm],
    queryFn: async ({ signal }) =>
      (await api.get('/workflows', { perPage: 1, searchTerm }, { signal, quiet: true })).meta.states,
    placeholderData: keepPreviousData,
  })
  return data
}

function useColumns(onRun: (row: ListedWorkflow) => void, isMarked: boolean): Column<ListedWorkflow>[] {
  const t = useTexts(texts)
  const words = useTexts(stateTexts)
  const formats = useFormats()
  const triggers = (row: ListedWorkflow) => {
    const first = row.triggers[0]
    if (!first) return <span className="muted">–</span>
    return (
      <IconCell icon={<NamedIcon name={first.icon} size={15} />}>
        {row.triggers.length > 1 ? t.moreTriggers({ first: first.text, count: row.triggers.length - 1 }) : first.text}
      </IconCell>
    )
  }
  return [
    {
      key: 'label',
      title: t.name(),
      fixed: true,
      cell: (row) => (
        <NameCell
          to={`/project/workflows/${row.id}/mode/build`}
          name={row.label}
          note={row.description}
          icon={isMarked && <WorkflowMark {...row} />}
        />
      ),
    },
    {
      key: 'state',
      title: t.state(),
      width: 112,
      cell: (row) => {
        const isRunning = row.last_run && !isFinal(row.last_run.status)
        return (
          <StatusDot tone={isRunning ? 'blue' : stateTones[row.state]} pulse={Boolean(isRunning)}>
            {isRunning ? t.running() : words[row.state]()}
          </StatusDot>
        )
      },
    },
    { key: 'triggers', title: t.trigger(), width: 168, sortable: false, cell: triggers },
    { key: 'recent', title: t.recent(), width: 104, sortable: false, cell: (row) => <Recent row={row} /> },
    {
      key: 'last_run',
      title: t.lastRun(),
      width: 116,
      cell: (row) =>
        row.last_run ? (
          <TwoLines first={formats.ago(row.last_run.created_at)} second={formats.duration(row.last_run.duration_ms)} />
        ) : (
          <span className="muted">–</span>
        ),
    },
    {
      key: 'records',
      title: t.records(),
      width: 100,
      end: true,
      cell: (row) => (
        <span className="num">
          {row.last_run ? formats.compact(Math.max(row.last_run.records_in, row.last_run.records_out)) : '–'}
        </span>
      ),
    },
    {
      key: 'contact_person',
      title: t.contact(),
      width: 140,
      sortable: false,
      hidden: true,
      cell: (row) => row.contact_person || <span className="muted">–</span>,
    },
    { key: 'updated_at', title: t.changed(), width: 120, hidden: true, cell: (row) => formats.ago(row.updated_at) },
    {
      key: 'actions',
      title: '',
      width: 44,
      end: true,
      sortable: false,
      fixed: true,
      cell: (row) => <RowMenu row={row} onRun={onRun} />,
    },
  ]
}

const tallest = 16

/** The last runs as bars: as tall as they were long, in the colour of how they ended. */
function Recent({ row }: { row: ListedWorkflow }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const longest = Math.max(1, ...row.recent_runs.map((run) => run.duration_ms ?? 0))
  const over = row.recent_runs.filter((run) => isFinal(run.status))
  const good = over.filter((run) => run.status === 'stopped' || run.status === 'info').length
  const label = t.recentLabel({
    count: row.recent_runs.length,
    good: formats.percent(over.length === 0 ? 0 : good / over.length),
  })
  return (
    <Bars
      label={label}
      bars={row.recent_runs.map(({ status, duration_ms }) => ({
        tone: jobStatusTones[status],
        height: status === 'error' ? tallest : 5 + Math.round(((duration_ms ?? 0) / longest) * 9),
        faint: status === 'stopped',
      }))}
    />
  )
}
