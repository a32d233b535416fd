import { Select } from '@mantine/core'
import { isFinal, type JobStatusName } from '@weft/kit/define/job-status.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Query } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { Ago, NameCell } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { FoundMenu, foundBy } from '@weft/kit/ui/found-menu.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconActivity } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { hasMarks, WorkflowMark } from '../workflows/workflow-mark.tsx'
import { CancelButton, RequeueMenu, useJobActions } from './actions.tsx'
import { useBulk } from './bulk.tsx'
import { UnusualMark, useUnusual } from './comparison.tsx'
import s from './comparison.module.css'
import { JobState } from './job-state.tsx'
import { contentOf, jobPath, type JobRow } from './job.ts'
import { StartedBy } from './started-by.tsx'
import { jobTexts } from './texts.ts'

const texts = defineMessages({
  jobs: { en: 'Jobs', de: 'Jobs' },
  find: { en: 'Find a job', de: 'Jobs suchen' },
  all: { en: 'All', de: 'Alle' },
  running: { en: 'Running', de: 'Laufend' },
  waiting: { en: 'Waiting', de: 'Wartend' },
  good: { en: 'Successful', de: 'Erfolgreich' },
  warning: { en: 'Partial', de: 'Teilweise' },
  error: { en: 'Error', de: 'Fehler' },
  aborted: { en: 'Aborted', de: 'Abgebrochen' },
  none: { en: 'No jobs yet', de: 'Noch keine Jobs' },
  noneText: {
    en: 'Jobs appear here as soon as a workflow runs.',
    de: 'Sobald ein Workflow läuft, erscheinen hier seine Jobs.',
  },
  period: { en: 'Period', de: 'Zeitraum' },
  anyTime: { en: 'Any time', de: 'Jederzeit' },
  hours: { en: 'Last {count} hours', de: 'Letzte {count} Std.' },
  week: { en: 'Last 7 days', de: 'Letzte 7 Tage' },
  found: { en: 'Actions for all jobs found', de: 'Aktionen für alle gefundenen Jobs' },
  cancelFound: { en: 'Cancel all {count} found', de: 'Alle {count} gefundenen abbrechen' },
  requeueFound: { en: 'Run all {count} found again', de: 'Alle {count} gefundenen erneut ausführen' },
})

const groups = [
  ['all', ''],
  ['running', 'started,working'],
  ['waiting', 'pending,waiting'],
  ['good', 'stopped,info'],
  ['warning', 'warning'],
  ['error', 'error'],
  ['aborted', 'aborted'],
] as const

type Props = {
  /** Where the list comes from. */
  path?: '/jobs' | `/jobs/${string}/children`
  /** Always filtered by these. */
  only?: Record<string, string>
  /** Shows which project a job belongs to. */
  withProject?: boolean
  local?: boolean
  remember: string
}

/** Jobs with status filters and counts, refreshed while any runs; cancel and run again for one, many or all found. */
export function JobList({ path = '/jobs', only = {}, withProject, local, remember }: Props) {
  const t = useTexts(texts)
  const words = useTexts(jobTexts)
  const formats = useFormats()
  const navigate = useNavigate()
  const actions = useJobActions()
  const bulk = useBulk('jobs')
  const query = useMemo<Query>(
    () => Object.fromEntries(Object.entries(only).map(([name, value]) => [`filter[${name}]`, value])),
    [JSON.stringify(only)],
  )
  const list = useList(path, {
    sort: '-created_at',
    filters: ['status', 'created_from'],
    query,
    local: local ?? false,
    refetchInterval: 4_000,
  })
  const counts = (list.meta['statuses'] ?? {}) as Partial<Record<JobStatusName, number>>
  const countOf = (statuses: string) =>
    (statuses === ''
      ? Object.values(counts)
      : statuses.split(',').map((status) => counts[status as JobStatusName] ?? 0)
    ).reduce((sum, count) => sum + count, 0)

  const unusual = useUnusual(list.rows)
  const isMarked = hasMarks(list.rows)
  const columns = useMemo<Column<JobRow>[]>(
    () => [
      {
        key: 'workflow_label',
        title: words.workflow(),
        fixed: true,
        cell: (job) => (
          <NameCell
            to={jobPath(job)}
            name={job.workflow_label}
            note={contentOf(job)}
            icon={isMarked && <WorkflowMark logo={job.workflow_logo} />}
          />
        ),
      },
      {
        key: 'status',
        title: words.status(),
        cell: (job) => (
          <span className={s['state']}>
            <JobState job={job} />
            <UnusualMark unusual={unusual.get(job.id) ?? []} />
          </span>
        ),
      },
      ...(withProject
        ? [{ key: 'project_name', title: words.project(), sortable: false, cell: (job: JobRow) => job.project_name }]
        : []),
      { key: 'started_by', title: words.by(), sortable: false, cell: (job) => <StartedBy job={job} /> },
      { key: 'created_at', title: words.begun(), cell: (job) => <Ago at={job.created_at} /> },
      {
        key: 'duration_ms',
        title: words.duration(),
        end: true,
        cell: (job) => formats.duration(job.duration_ms),
      },
      { key: 'records_in', title: words.read(), end: true, cell: (job) => formats.number(job.records_in) },
      { key: 'records_out', title: words.written(), end: true, cell: (job) => formats.number(job.records_out) },
      {
        key: 'records_rejected',
        title: words.rejected(),
        end: true,
        cell: (job) =>
          job.records_rejected > 0 ? (
            <span style={{ color: 'var(--amber)' }}>{formats.number(job.records_rejected)}</span>
          ) : (
            '–'
          ),
      },
      {
        key: 'queue_name',
        title: words.queue(),
        sortable: false,
        hidden: withProject,
        cell: (job) => <Badge>{job.queue_name}</Badge>,
      },
      {
        key: 'number',
        title: words.id(),
        sortable: false,
        hidden: true,
        cell: (job) => (
          <span className="mono" title={job.id}>
            {job.number}
          </span>
        ),
      },
    ],
    [words, formats, withProject, unusual, isMarked],
  )

  const narrowed = foundBy(list)
  const found = { ...narrowed, filter: { ...only, ...narrowed.filter } }
  const mayAll = list.total > 0 && (Object.keys(found.filter).length > 0 || list.searchTerm !== '')
  const count = `${formats.number(list.total)}${list.meta['more'] ? '+' : ''}`
  return (
    <>
      {bulk.shown}
      <DataTable
        label={t.jobs()}
        list={list}
        columns={columns}
        rowId={(job) => job.id}
        rowName={(job) => `${job.workflow_label} ${job.number}`}
        onOpen={(job) => void navigate({ to: jobPath(job) })}
        find={t.find()}
        remember={remember}
        views={{
          filter: 'status',
          options: groups.map(([key, value]) => ({
            value,
            title: t[key](),
            count: list.meta['statuses'] ? countOf(value) : undefined,
          })),
        }}
        empty={<EmptyState icon={IconActivity} title={t.none()} text={t.noneText()} />}
        tools={
          <>
            <PeriodSelect
              value={list.filter['created_from']}
              onChange={(created_from) => list.set({ filter: { ...list.filter, created_from } })}
            />
            {mayAll && (
              <FoundMenu
                label={t.found()}
                actions={[
                  [t.cancelFound({ count }), () => bulk.cancel(found, list.total)],
                  [t.requeueFound({ count }), () => bulk.requeue(found, list.total, 'from_start')],
                ]}
              />
            )}
          </>
        }
        bulk={(ids, clear) => {
          const chosen = list.rows.filter((job) => ids.includes(job.id))
          return (
            <>
              {chosen.some((job) => !isFinal(job.status)) && (
                <CancelButton
                  size="xs"
                  variant="subtle"
                  onClick={() => void actions.cancel({ ids }, ids.length).then(clear)}
                />
              )}
              {chosen.some((job) => isFinal(job.status)) && (
                <RequeueMenu
                  size="xs"
                  variant="subtle"
                  onChoose={(mode, version) => void actions.requeue({ ids }, mode, version).then(clear)}
                />
              )}
            </>
          )
        }}
      />
    </>
  )
}

/** The filter keeps the moment it was chosen at, to the hour, so that the address stays the same. */
function PeriodSelect({ value, onChange }: { value: string | undefined; onChange: (from: string) => void }) {
  const t = useTexts(texts)
  const from = (hours: number) => {
    const hour = 3_600_000
    return new Date((Math.floor(Date.now() / hour) - hours) * hour).toISOString()
  }
  const options = [
    { value: '', label: t.anyTime() },
    ...[24, 48, 72].map((count) => ({ value: from(count), label: t.hours({ count }) })),
    { value: from(168), label: t.week() },
  ]
  const shown = options.some((option) => option.value === (value ?? '')) ? (value ?? '') : ''
  return (
    <Select
      size="xs"
      w={150}
      aria-label={t.period()}
      data={options}
      value={shown}
      allowDeselect={false}
      onChange={(chosen) => onChange(chosen ?? '')}
    />
  )
}
