import { ActionIcon, Button, Menu } from '@mantine/core'
import { IconCopy, IconDots, IconPencil, IconPlayerPause, IconPlayerPlay, IconPlus, IconRoute, IconSettings, IconTrash } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link, useNavigate } from '@tanstack/react-router'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api, type Item, type List } from '@weft/kit/ui/api.ts'
import { Bars, Figures, Spark, StatusDot } from '@weft/kit/ui/bits.tsx'
import { IconCell, NameCell, TwoLines } from '@weft/kit/ui/cells.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { NamedIcon } from '@weft/kit/ui/icon.tsx'
import { finalStatuses, jobStatusTones } from '@weft/kit/ui/job-status.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay, useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { lazy, Suspense, useState } from 'react'
import type { ListedWorkflow, WorkflowState } from './api.ts'

const RunDialog = lazy(() => import('./run-dialog.tsx').then((module) => ({ default: module.RunDialog })))

const texts = defineMessages({
  title: { en: 'Workflows', de: 'Workflows' },
  subtitle: { en: 'Every workflow of this project, with its last 16 runs.', de: 'Alle Workflows dieses Projekts mit ihren letzten 16 Läufen.' },
  create: { en: 'New workflow', de: 'Neuer Workflow' },
  find: { en: 'Find a workflow', de: 'Workflow suchen' },
  runs24: { en: 'Runs, 24 h', de: 'Läufe, 24 Std.' },
  success: { en: 'Success rate', de: 'Erfolgsquote' },
  failedRuns: { en: 'Failed runs', de: 'Fehlgeschlagen' },
  moved: { en: 'Records moved', de: 'Bewegte Datensätze' },
  name: { en: 'Name', de: 'Name' },
  state: { en: 'Status', de: 'Status' },
  trigger: { en: 'Trigger', de: 'Auslöser' },
  recent: { en: 'Recent runs', de: 'Letzte Läufe' },
  recentLabel: { en: 'Last {count, plural, one {run} other {# runs}}, {good} successful', de: '{count, plural, one {Letzter Lauf} other {Letzte # Läufe}}, {good} erfolgreich' },
  lastRun: { en: 'Last run', de: 'Zuletzt' },
  records: { en: 'Records', de: 'Datensätze' },
  contact: { en: 'Contact', de: 'Ansprechpartner' },
  changed: { en: 'Changed', de: 'Geändert' },
  all: { en: 'All', de: 'Alle' },
  running: { en: 'Running', de: 'Läuft' },
  more: { en: 'More actions: {name}', de: 'Weitere Aktionen: {name}' },
  moreTriggers: { en: '{first} and {count} more', de: '{first} und {count} weitere' },
  run: { en: 'Run', de: 'Ausführen' },
  design: { en: 'Open designer', de: 'Designer öffnen' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  duplicate: { en: 'Duplicate', de: 'Duplizieren' },
  activate: { en: 'Activate', de: 'Aktivieren' },
  deactivate: { en: 'Pause', de: 'Pausieren' },
  remove: { en: 'Delete', de: 'Löschen' },
  copyOf: { en: 'Copy of {label}', de: 'Kopie von {label}' },
  done: { en: '{count, plural, one {# workflow} other {# workflows}}: {action}', de: '{count, plural, one {# Workflow} other {# Workflows}}: {action}' },
  refused: { en: '{count, plural, one {# workflow was} other {# workflows were}} refused', de: '{count, plural, one {# Workflow wurde} other {# Workflows wurden}} abgelehnt' },
  runAll: { en: 'Run {count, plural, one {# workflow} other {# workflows}} now?', de: '{count, plural, one {# Workflow} other {# Workflows}} jetzt ausführen?' },
  runAllText: { en: 'Each starts with the defaults of its parameters.', de: 'Jeder startet mit den Vorgaben seiner Parameter.' },
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
export const stateTones: Record<WorkflowState, Tone> = { active: 'green', failing: 'red', paused: 'amber', draft: 'slate' }
const states = ['active', 'failing', 'paused', 'draft'] as const

/** All workflows of the project. */
export function WorkflowsScreen() {
  const t = useTexts(texts)
  const words = useTexts(stateTexts)
  const may = useMay()
  const navigate = useNavigate()
  const list = useList<ListedWorkflow>('/workflows', { sort: 'label', filters: ['state'], refetchInterval: 10_000 })
  const counts = useCounts(list.searchTerm)
  const [running, setRunning] = useState<ListedWorkflow>()
  const columns = useColumns(setRunning)
  const open = (row: ListedWorkflow) => void navigate({ to: `/project/workflows/${row.id}/mode/build` })

  return (
    <Page
      title={t.title()}
      subtitle={t.subtitle()}
      bleed
      fill
      actions={
        may('workflows.create') && (
          <Button component={Link} to="/project/workflows/create" leftSection={<IconPlus size={15} />}>
            {t.create()}
          </Button>
        )
      }
    >
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
        views={{ filter: 'state', options: [{ value: '', title: t.all(), count: counts?.['all'] }, ...states.map((state) => ({ value: state, title: words[state](), count: counts?.[state] }))] }}
        bulk={may('workflows.run') ? (ids, clear) => <BulkActions ids={ids} clear={clear} /> : undefined}
        empty={
          <EmptyState
            icon={IconRoute}
            title={t.emptyTitle()}
            text={t.emptyText()}
            action={
              may('workflows.create') && (
                <Button component={Link} to="/project/workflows/create">
                  {t.create()}
                </Button>
              )
            }
          />
        }
      />
      <Suspense>{running && <RunDialog workflow={running} onClose={() => setRunning(undefined)} />}</Suspense>
    </Page>
  )
}

/** How many there are in each state; the search narrows them as it does the list. */
function useCounts(searchTerm: string) {
  const { data } = useQuery({
    queryKey: ['/workflows', 'states', searchTerm],
    queryFn: async ({ signal }) => ((await api.get<List<unknown>>('/workflows', { perPage: 1, searchTerm }, { signal, quiet: true })).meta as unknown as { states: Record<string, number> }).states,
    placeholderData: keepPreviousData,
  })
  return data
}

function useColumns(onRun: (row: ListedWorkflow) => void): Column<ListedWorkflow>[] {
  const t = useTexts(texts)
  const words = useTexts(stateTexts)
  const formats = useFormats()
  const triggers = (row: ListedWorkflow) => {
    const first = row.triggers[0]
    if (!first) return <span className="muted">–</span>
    return <IconCell icon={<NamedIcon name={first.icon} size={15} />}>{row.triggers.length > 1 ? t.moreTriggers({ first: first.text, count: row.triggers.length - 1 }) : first.text}</IconCell>
  }
  return [
    { key: 'label', title: t.name(), fixed: true, cell: (row) => <NameCell to={`/project/workflows/${row.id}/mode/build`} name={row.label} note={row.description} /> },
    {
      key: 'state',
      title: t.state(),
      width: 112,
      cell: (row) => {
        const isRunning = row.last_run && !finalStatuses.includes(row.last_run.status)
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
      cell: (row) => (row.last_run ? <TwoLines first={formats.ago(row.last_run.created_at)} second={formats.duration(row.last_run.duration_ms)} /> : <span className="muted">–</span>),
    },
    {
      key: 'records',
      title: t.records(),
      width: 100,
      end: true,
      cell: (row) => <span className="num">{row.last_run ? formats.compact(Math.max(row.last_run.records_in, row.last_run.records_out)) : '–'}</span>,
    },
    { key: 'contact_person', title: t.contact(), width: 140, sortable: false, hidden: true, cell: (row) => row.contact_person || <span className="muted">–</span> },
    { key: 'updated_at', title: t.changed(), width: 120, hidden: true, cell: (row) => formats.ago(row.updated_at) },
    { key: 'actions', title: '', width: 44, end: true, sortable: false, fixed: true, cell: (row) => <RowMenu row={row} onRun={onRun} /> },
  ]
}

const tallest = 16

/** The last runs as bars: as tall as they were long, in the colour of how they ended. */
function Recent({ row }: { row: ListedWorkflow }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const longest = Math.max(1, ...row.recent_runs.map((run) => run.duration_ms ?? 0))
  const over = row.recent_runs.filter((run) => finalStatuses.includes(run.status))
  const good = over.filter((run) => run.status === 'stopped' || run.status === 'info').length
  const label = t.recentLabel({ count: row.recent_runs.length, good: formats.percent(over.length === 0 ? 0 : good / over.length) })
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

function RowMenu({ row, onRun }: { row: ListedWorkflow; onRun: (row: ListedWorkflow) => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const navigate = useNavigate()
  const duplicate = async () => {
    const { data } = await api.get<Item<{ source: string }>>(`/workflows/${row.id}/code`)
    const copy = await api.post<Item<{ id: string }>>('/workflows', { label: t.copyOf({ label: row.label }), class_name: `${row.class_name}Copy${Date.now() % 100_000}`, source: data.source })
    await refresh('/workflows')
    void navigate({ to: `/project/workflows/${copy.data.id}/mode/build` })
  }
  const setActive = async (active: boolean) => {
    await api.put(`/workflows/${row.id}/triggers`, { active })
    await refresh('/workflows')
  }
  return (
    <Menu position="bottom-end" width={190}>
      <Menu.Target>
        <ActionIcon size="xs" aria-label={t.more({ name: row.label })}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {may('workflows.run') && (
          <Menu.Item leftSection={<IconPlayerPlay size={15} />} onClick={() => onRun(row)}>
            {t.run()}
          </Menu.Item>
        )}
        <Menu.Item component={Link} to={`/project/workflows/${row.id}/mode/build`} leftSection={<IconPencil size={15} />}>
          {t.design()}
        </Menu.Item>
        <Menu.Item component={Link} to={`/project/workflows/${row.id}/basedata`} leftSection={<IconSettings size={15} />}>
          {t.settings()}
        </Menu.Item>
        {may('workflows.create') && (
          <Menu.Item leftSection={<IconCopy size={15} />} onClick={() => void duplicate()}>
            {t.duplicate()}
          </Menu.Item>
        )}
        {may('workflows.update') && (
          <Menu.Item leftSection={row.active ? <IconPlayerPause size={15} /> : <IconPlayerPlay size={15} />} onClick={() => void setActive(!row.active)}>
            {row.active ? t.deactivate() : t.activate()}
          </Menu.Item>
        )}
        {may('workflows.delete') && (
          <>
            <Menu.Divider />
            <Menu.Item component={Link} to={`/project/workflows/${row.id}/dangerzone`} data-menu-danger leftSection={<IconTrash size={15} />}>
              {t.remove()}
            </Menu.Item>
          </>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}

function BulkActions({ ids, clear }: { ids: string[]; clear: () => void }) {
  const t = useTexts(texts)
  const may = useMay()
  const act = async (action: 'activate' | 'deactivate' | 'run', name: string) => {
    if (action === 'run' && !(await confirm({ title: t.runAll({ count: ids.length }), text: t.runAllText(), action: name }))) return
    const { data } = await api.post<Item<{ affected: number; refused: { id: string; message: string }[] }>>('/workflows/bulk', { ids, action })
    if (data.affected > 0) toast({ title: t.done({ count: data.affected, action: name }), tone: 'green' })
    if (data.refused[0]) toast({ title: t.refused({ count: data.refused.length }), message: data.refused[0].message, tone: 'amber' })
    clear()
    await refresh('/workflows')
  }
  return (
    <>
      <Button size="xs" variant="subtle" leftSection={<IconPlayerPlay size={14} />} onClick={() => void act('run', t.run())}>
        {t.run()}
      </Button>
      {may('workflows.update') && (
        <>
          <Button size="xs" variant="subtle" onClick={() => void act('activate', t.activate())}>
            {t.activate()}
          </Button>
          <Button size="xs" variant="subtle" leftSection={<IconPlayerPause size={14} />} onClick={() => void act('deactivate', t.deactivate())}>
            {t.deactivate()}
          </Button>
        </>
      )}
    </>
  )
}

type DayOf = {
  runs: number
  runs_before: number
  success: number | null
  success_before: number | null
  failed: number
  failed_before: number
  records: number
  records_before: number
  slots: { runs: number; failed: number; success: number | null; records: number }[]
}

/** What happened in the last 24 hours, beside the 24 before. */
function DayFigures() {
  const t = useTexts(texts)
  const formats = useFormats()
  const project = useSession((session) => session.project?.id)
  const { data } = useQuery({
    queryKey: ['/workflows/figures', project],
    queryFn: async ({ signal }) => (await api.get<Item<DayOf>>('/workflows/figures', undefined, { signal, quiet: true })).data,
    refetchInterval: 30_000,
  })
  if (!data) return <Figures figures={[t.runs24(), t.success(), t.failedRuns(), t.moved()].map((label) => ({ label, value: '–' }))} />
  const more = (now: number, before: number) => (before === 0 ? undefined : `${now >= before ? '+' : '−'}${formats.percent(Math.abs(now - before) / before)}`)
  const signed = (difference: number) => (difference === 0 ? undefined : `${difference > 0 ? '+' : '−'}${formats.number(Math.abs(difference))}`)
  const line = (key: 'runs' | 'failed' | 'records', tone: Tone) => (data.runs === 0 ? undefined : <Spark tone={tone} data={data.slots.map((slot) => slot[key])} />)
  const rates = data.slots.flatMap((slot) => (slot.success === null ? [] : [slot.success]))
  return (
    <Figures
      figures={[
        { label: t.runs24(), value: formats.number(data.runs), note: more(data.runs, data.runs_before), noteTone: data.runs >= data.runs_before ? 'green' : 'slate', spark: line('runs', 'violet') },
        {
          label: t.success(),
          value: formats.percent(data.success),
          note: data.success !== null && data.success_before !== null ? signedShare(data.success - data.success_before, formats.percent) : undefined,
          noteTone: (data.success ?? 0) >= (data.success_before ?? 0) ? 'green' : 'red',
          spark: <Spark tone="green" data={rates} />,
        },
        {
          label: t.failedRuns(),
          value: formats.number(data.failed),
          note: signed(data.failed - data.failed_before),
          noteTone: data.failed > data.failed_before ? 'red' : 'green',
          spark: line('failed', 'red'),
        },
        { label: t.moved(), value: formats.compact(data.records), note: more(data.records, data.records_before), noteTone: 'green', spark: line('records', 'blue') },
      ]}
    />
  )
}

const signedShare = (difference: number, percent: (share: number) => string) => (Math.abs(difference) < 0.0005 ? undefined : `${difference > 0 ? '+' : '−'}${percent(Math.abs(difference))}`)
