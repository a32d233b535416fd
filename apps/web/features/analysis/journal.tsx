import { MultiSelect } from '@mantine/core'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Cut, StatusDot } from '@weft/kit/ui/bits.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { jobStatusTexts } from '@weft/kit/ui/job-status-texts.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { useSession } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import type { Tone } from '@weft/kit/ui/tones.ts'
import { IconActivity } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { jobPath } from '../jobs/job.ts'
import { PeriodSwitch, usePeriod } from './period.tsx'

const texts = defineMessages({
  journal: { en: 'Journal', de: 'Journal' },
  journalAll: {
    en: 'Every run of all projects, and what runs warned of or failed at.',
    de: 'Alle Läufe aller Projekte, und wovor Läufe gewarnt haben oder woran sie gescheitert sind.',
  },
  journalOne: {
    en: 'Every run of this project, and what runs warned of or failed at.',
    de: 'Alle Läufe dieses Projekts, und wovor Läufe gewarnt haben oder woran sie gescheitert sind.',
  },
  logs: { en: 'Workflow logs', de: 'Workflow-Protokolle' },
  logsAll: {
    en: 'What the workflows of all projects said while they ran, line by line.',
    de: 'Was die Workflows aller Projekte während ihrer Läufe gemeldet haben, Zeile für Zeile.',
  },
  when: { en: 'When', de: 'Wann' },
  level: { en: 'Level', de: 'Stufe' },
  levels: { en: 'Levels', de: 'Stufen' },
  everyLevel: { en: 'Every level', de: 'Jede Stufe' },
  what: { en: 'What happened', de: 'Was geschah' },
  workflow: { en: 'Workflow', de: 'Workflow' },
  project: { en: 'Project', de: 'Projekt' },
  step: { en: 'Step', de: 'Schritt' },
  run: { en: 'Run: {status}', de: 'Lauf: {status}' },
  figures: { en: '{read} read, {written} written', de: '{read} gelesen, {written} geschrieben' },
  figuresRejected: {
    en: '{read} read, {written} written, {rejected} rejected',
    de: '{read} gelesen, {written} geschrieben, {rejected} abgelehnt',
  },
  find: { en: 'Search messages and workflows', de: 'Meldungen und Workflows durchsuchen' },
  none: { en: 'Nothing happened in this period', de: 'In diesem Zeitraum ist nichts geschehen' },
  noneFound: { en: 'Nothing like this in this period', de: 'In diesem Zeitraum gibt es nichts dergleichen' },
  debug: { en: 'Debug', de: 'Diagnose' },
  info: { en: 'Info', de: 'Hinweis' },
  warning: { en: 'Warning', de: 'Warnung' },
  error: { en: 'Error', de: 'Fehler' },
})

type Entry = ListRow<'/journal'>
type Level = Entry['level']

const tones: Record<Level, Tone> = { debug: 'slate', info: 'blue', warning: 'amber', error: 'red' }

export function AnalysisJournalScreen() {
  const t = useTexts(texts)
  return (
    <Journal
      title={t.journal()}
      about={t.journalAll()}
      path="/journal"
      levels={['info', 'warning', 'error']}
      remember="journal"
    />
  )
}

export function ProjectJournalScreen() {
  const t = useTexts(texts)
  const project = useSession((value) => value.project?.id)
  return (
    <Journal
      title={t.journal()}
      about={t.journalOne()}
      path="/journal"
      levels={['info', 'warning', 'error']}
      remember="project-journal"
      project={project}
    />
  )
}

export function WorkflowLogsScreen() {
  const t = useTexts(texts)
  return (
    <Journal
      title={t.logs()}
      about={t.logsAll()}
      path="/workflow_logs"
      levels={['debug', 'info', 'warning', 'error']}
      remember="workflow-logs"
      withSteps
    />
  )
}

type Props = {
  title: string
  about: string
  path: '/journal' | '/workflow_logs'
  levels: readonly Level[]
  remember: string
  /** Only this project. */ project?: string | undefined
  withSteps?: boolean
}

function Journal({ title, about, path, levels, remember, project, withSteps }: Props) {
  const t = useTexts(texts)
  const formats = useFormats()
  const navigate = useNavigate()
  const [period, setPeriod] = usePeriod()
  const list = useList(path, {
    filters: ['level'],
    query: { period, ...(project && { 'filter[project_id]': project }) },
    refetchInterval: 15_000,
  })
  const chosen = list.filter['level'] ? list.filter['level'].split(',') : []
  const columns: Column<Entry>[] = [
    {
      key: 'at',
      title: t.when(),
      fixed: true,
      sortable: false,
      width: 170,
      cell: (row) => <time dateTime={row.at}>{formats.exactTime(row.at)}</time>,
    },
    {
      key: 'level',
      title: t.level(),
      sortable: false,
      cell: (row) => <StatusDot tone={tones[row.level]}>{t[row.level]()}</StatusDot>,
    },
    { key: 'message', title: t.what(), sortable: false, cell: (row) => <What entry={row} /> },
    {
      key: 'workflow_label',
      title: t.workflow(),
      sortable: false,
      cell: (row) => <Link to={jobPath({ workflow_id: row.workflow_id, id: row.job_id })}>{row.workflow_label}</Link>,
    },
    ...(withSteps
      ? [
          {
            key: 'step',
            title: t.step(),
            sortable: false,
            cell: (row: Entry) => <span className="mono">{row.step ?? '–'}</span>,
          },
        ]
      : []),
    ...(project
      ? []
      : [{ key: 'project_name', title: t.project(), sortable: false, cell: (row: Entry) => row.project_name }]),
  ]
  const asked = list.searchTerm !== '' || chosen.length > 0
  return (
    <Page title={title} subtitle={about} actions={<PeriodSwitch value={period} onChange={setPeriod} />} fill bleed>
      <DataTable
        label={title}
        list={list}
        columns={columns}
        rowId={(row) => `${row.kind}${row.id}`}
        rowName={(row) => `${row.workflow_label} ${formats.exactTime(row.at)}`}
        onOpen={(row) => void navigate({ to: jobPath({ workflow_id: row.workflow_id, id: row.job_id }) })}
        find={t.find()}
        remember={remember}
        tools={
          <MultiSelect
            size="xs"
            w={240}
            aria-label={t.levels()}
            placeholder={chosen.length === 0 ? t.everyLevel() : ''}
            data={levels.map((level) => ({ value: level, label: t[level]() }))}
            value={chosen}
            onChange={(level) => list.set({ filter: { ...list.filter, level: level.join(',') } })}
          />
        }
        empty={<EmptyState icon={IconActivity} title={asked ? t.noneFound() : t.none()} />}
      />
    </Page>
  )
}

/** A line as it was said; of a run how it ended and what it moved. */
function What({ entry }: { entry: Entry }) {
  const t = useTexts(texts)
  const statuses = useTexts(jobStatusTexts)
  const { number } = useFormats()
  if (entry.kind === 'line') return <Cut width={520}>{entry.message ?? ''}</Cut>
  const figures = {
    read: number(entry.records_in),
    written: number(entry.records_out),
    rejected: number(entry.records_rejected),
  }
  return (
    <Cut width={520}>
      {[
        t.run({ status: statuses[entry.status]() }),
        entry.message,
        entry.records_in + entry.records_out + entry.records_rejected > 0 &&
          (entry.records_rejected > 0 ? t.figuresRejected(figures) : t.figures(figures)),
      ]
        .filter(Boolean)
        .join(' · ')}
    </Cut>
  )
}
