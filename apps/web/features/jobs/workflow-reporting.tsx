import { Select } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { useSearchParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconActivity } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { WorkflowFrame } from '../workflows/workflow-page.tsx'
import { JobList } from './job-list.tsx'
import s from './reporting.module.css'
import { OverTime, ReportFigures, useReporting, useWindow, WindowSwitch } from './reporting.tsx'

const texts = defineMessages({
  title: { en: 'Reporting', de: 'Reporting' },
  jobs: { en: 'Jobs', de: 'Jobs' },
  average: { en: 'Average, 7 days', de: 'Mittel, 7 Tage' },
  last: { en: 'Last run', de: 'Letzter Lauf' },
  overview: { en: 'Overview', de: 'Überblick' },
  childJobs: { en: 'Child jobs', de: 'Unterjobs' },
  parent: { en: 'Of the job', de: 'Des Jobs' },
  anyParent: { en: 'Choose a job', de: 'Job wählen' },
  noParent: { en: 'No job of this workflow has started others', de: 'Kein Job dieses Workflows hat andere gestartet' },
})

/** What the pages about a workflow's runs have in common. */
function Frame({ actions, children }: { actions?: ReactNode; children: (id: string) => ReactNode }) {
  const t = useTexts(texts)
  return (
    <WorkflowFrame
      current="runs"
      actions={actions}
      label={t.title()}
      sections={(id) => [
        { to: `/project/workflows/reporting/${id}/jobs`, title: t.jobs() },
        { to: `/project/workflows/reporting/${id}`, title: t.overview() },
        { to: `/project/workflows/reporting/${id}/childJobs`, title: t.childJobs() },
      ]}
      fill
    >
      {children}
    </WorkflowFrame>
  )
}

/** One workflow: figures and course of the chosen window. */
export function WorkflowReportingScreen() {
  const [hours, setHours] = useWindow()
  return (
    <Frame actions={<WindowSwitch value={hours} onChange={setHours} />}>
      {(id) => <WorkflowReport id={id} hours={hours} />}
    </Frame>
  )
}

function WorkflowReport({ id, hours }: { id: string; hours: string }) {
  const t = useTexts(texts)
  const { duration, ago } = useFormats()
  const { data } = useReporting(hours, id)
  if (!data) return null
  const one = data.data.workflows[0]
  return (
    <>
      <ReportFigures report={data.data} />
      <div className={s['chart']}>
        <OverTime report={data.data} hours={Number(hours)} />
      </div>
      {one && (
        <p className={s['remark']}>
          {t.average()}: <b>{duration(one.average_ms)}</b> · {t.last()}: <b>{ago(one.last_at)}</b>
        </p>
      )}
    </>
  )
}

export const WorkflowJobsScreen = () => (
  <Frame>{(id) => <JobList only={{ workflow_id: id }} remember="workflow-jobs" />}</Frame>
)

/** Jobs that this workflow's jobs have started. */
export const WorkflowChildJobsScreen = () => <Frame>{(id) => <ChildJobs id={id} />}</Frame>

function ChildJobs({ id }: { id: string }) {
  const t = useTexts(texts)
  const { dateTime } = useFormats()
  const navigate = useNavigate()
  const parent = useSearchParam('parent')
  const path = '/jobs'
  const query = { 'filter[workflow_id]': id, perPage: 50, sort: '-created_at' }
  const { data } = useQuery({
    queryKey: [path, query],
    queryFn: ({ signal }) => api.get(path, query, { signal, quiet: true }),
  })
  const jobs = data?.data ?? []
  const ids = parent ?? jobs.map((job) => job.id).join(',')
  if (data && jobs.length === 0) return <EmptyState icon={IconActivity} title={t.noParent()} />
  return (
    <>
      <div className={s['parent']}>
        <Select
          size="xs"
          w={320}
          label={t.parent()}
          placeholder={t.anyParent()}
          clearable
          data={jobs.map((job) => ({ value: job.id, label: `${dateTime(job.created_at)} · ${job.id.slice(0, 8)}` }))}
          value={parent ?? null}
          onChange={(value) =>
            void navigate({
              to: '.',
              search: (before: object) => ({ ...before, parent: value ?? undefined }),
              replace: true,
            } as never)
          }
        />
      </div>
      {ids !== '' && <JobList only={{ parent_job_id: ids }} remember="workflow-child-jobs" />}
    </>
  )
}
