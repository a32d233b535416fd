import { Button } from '@mantine/core'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { openStatuses, type JobStatusName } from '@weft/kit/define/job-status.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { Ago, NameCell } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { FoundMenu, foundBy } from '@weft/kit/ui/found-menu.tsx'
import { ListFilter } from '@weft/kit/ui/list-filter.tsx'
import { useList } from '@weft/kit/ui/list.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconActivity, IconArrowsRightLeft } from '@tabler/icons-react'
import { hasMarks, WorkflowMark } from '../workflows/workflow-mark.tsx'
import { CancelButton } from './actions.tsx'
import { useBulk } from './bulk.tsx'
import { JobState } from './job-state.tsx'
import { contentOf, jobPath } from './job.ts'
import { StartedBy } from './started-by.tsx'
import { jobTexts } from './texts.ts'

const texts = defineMessages({
  title: { en: 'Queued jobs', de: 'Jobs in der Warteschlange' },
  find: { en: 'Find a queued job', de: 'Jobs in der Warteschlange suchen' },
  none: { en: 'Nothing waits', de: 'Nichts wartet' },
  noneText: { en: 'Every job has found its worker.', de: 'Jeder Job hat seinen Worker gefunden.' },
  process: { en: 'Process', de: 'Prozess' },
  jobClass: { en: 'Job class', de: 'Job-Klasse' },
  processId: { en: 'Process id', de: 'Prozess-Id' },
  iteration: { en: 'Iteration id', de: 'Iterations-Id' },
  tenant: { en: 'Tenant', de: 'Mandant' },
  tenantId: { en: 'Tenant id', de: 'Mandanten-Id' },
  reserved: { en: 'Reserved', de: 'Reserviert' },
  available: { en: 'Available', de: 'Verfügbar' },
  all: { en: 'All', de: 'Alle' },
  pending: { en: 'Pending', de: 'Anstehend' },
  reservedOnes: { en: 'With a worker', de: 'Mit Worker' },
  waiting: { en: 'Waiting', de: 'Wartend' },
  since: { en: 'Available', de: 'Verfügbar' },
  anyTime: { en: 'Any waiting time', de: 'Beliebige Wartezeit' },
  before: { en: 'Before {minutes} minutes', de: 'Vor {minutes} Minuten' },
  found: { en: 'Actions for all queued jobs found', de: 'Aktionen für alle gefundenen Jobs' },
  cancelFound: { en: 'Cancel all {count} found', de: 'Alle {count} gefundenen abbrechen' },
  moveFound: { en: 'Move all {count} found', de: 'Alle {count} gefundenen verschieben' },
  move: { en: 'Move', de: 'Verschieben' },
})

type QueuedJob = ListRow<'/queued_jobs'>

/** Jobs that wait for a worker or have one, those available longest first: of the tenant, or of all tenants for the provider. */
export function QueuedJobs({ overall = false }: { overall?: boolean }) {
  const t = useTexts(texts)
  const words = useTexts(jobTexts)
  const formats = useFormats()
  const may = useMay()
  const at = overall ? '/supervisor' : ''
  const mayRun = may(overall ? 'system.run' : 'jobs.run')
  const bulk = useBulk('queued_jobs', at)
  const list = useList(`${at}/queued_jobs`, {
    sort: 'available_at',
    filters: ['status', 'available_before'],
    refetchInterval: 4_000,
  })
  const counts = (list.meta['statuses'] ?? {}) as Partial<Record<JobStatusName, number>>
  const countOf = (...statuses: JobStatusName[]) => statuses.reduce((sum, status) => sum + (counts[status] ?? 0), 0)
  const isMarked = hasMarks(list.rows)
  const id = (value: string) => <span className="mono">{value}</span>

  const columns: Column<QueuedJob>[] = [
    {
      key: 'process_name',
      title: t.process(),
      fixed: true,
      cell: (job) => (
        <NameCell
          {...(!overall && { to: jobPath(job) })}
          name={job.process_name}
          note={contentOf(job)}
          icon={isMarked && <WorkflowMark logo={job.workflow_logo} />}
        />
      ),
    },
    { key: 'job_class', title: t.jobClass(), cell: (job) => job.job_class },
    ...(overall
      ? [
          {
            key: 'tenant_name',
            title: t.tenant(),
            cell: (job: QueuedJob) => <NameCell to={`/admin/clients/${job.tenant_id}`} name={job.tenant_name} />,
          },
        ]
      : [{ key: 'tenant_name', title: t.tenant(), hidden: true, cell: (job: QueuedJob) => job.tenant_name }]),
    { key: 'status', title: words.status(), cell: (job) => <JobState job={job} /> },
    { key: 'available_at', title: t.available(), cell: (job) => <Ago at={job.available_at} /> },
    { key: 'reserved_at', title: t.reserved(), cell: (job) => <Ago at={job.reserved_at} /> },
    { key: 'queue_name', title: words.queue(), cell: (job) => <Badge>{job.queue_name}</Badge> },
    { key: 'started_by', title: words.by(), sortable: false, cell: (job) => <StartedBy job={job} /> },
    { key: 'process_id', title: t.processId(), sortable: false, hidden: true, cell: (job) => id(job.process_id) },
    {
      key: 'process_iteration_id',
      title: t.iteration(),
      sortable: false,
      hidden: true,
      cell: (job) => id(job.process_iteration_id),
    },
    { key: 'tenant_id', title: t.tenantId(), sortable: false, hidden: true, cell: (job) => id(job.tenant_id) },
  ]
  const found = foundBy(list)
  const count = formats.number(list.total)
  return (
    <>
      {bulk.shown}
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(job) => job.id}
        rowName={(job) => `${job.process_name} ${job.id.slice(0, 8)}`}
        find={t.find()}
        remember={overall ? 'all-queued-jobs' : 'queued-jobs'}
        views={{
          filter: 'status',
          options: [
            { value: '', title: t.all(), count: countOf(...openStatuses) },
            { value: 'pending', title: t.pending(), count: countOf('pending') },
            { value: 'started,working', title: t.reservedOnes(), count: countOf('started', 'working') },
            { value: 'waiting', title: t.waiting(), count: countOf('waiting') },
          ],
        }}
        empty={<EmptyState icon={IconActivity} title={t.none()} text={t.noneText()} />}
        tools={
          <>
            <ListFilter
              list={list}
              name="available_before"
              label={t.since()}
              w={172}
              data={[
                { value: '', label: t.anyTime() },
                ...['5', '10', '15', '30'].map((minutes) => ({ value: minutes, label: t.before({ minutes }) })),
              ]}
            />
            {mayRun && list.total > 0 && (
              <FoundMenu
                label={t.found()}
                actions={[
                  [t.cancelFound({ count }), () => bulk.cancel(found, list.total)],
                  [t.moveFound({ count }), () => bulk.move(found, list.total)],
                ]}
              />
            )}
          </>
        }
        {...(mayRun && {
          bulk: (ids: string[], clear: () => void) => (
            <>
              <CancelButton
                size="xs"
                variant="subtle"
                onClick={() => void bulk.cancel({ ids }, ids.length).then(clear)}
              />
              <Button
                size="xs"
                variant="subtle"
                leftSection={<IconArrowsRightLeft size={15} />}
                onClick={() => bulk.move({ ids }, ids.length)}
              >
                {t.move()}
              </Button>
            </>
          ),
        })}
      />
    </>
  )
}
