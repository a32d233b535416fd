import { Button, Tabs } from '@mantine/core'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { usePathParam, useSearchChoice } from '@weft/kit/ui/address.ts'
import { useClock } from './clock.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Facts, Figures, Note } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconAlertTriangle, IconRoute } from '@tabler/icons-react'
import { Link, useNavigate } from '@tanstack/react-router'
import { CancelButton, RequeueMenu, useJobActions } from './actions.tsx'
import { WorkflowMark } from '../workflows/workflow-mark.tsx'
import { BesideItsPast, Unusual } from './comparison.tsx'
import { contentOf, isCancellable, jobPath, type Job } from './job.ts'
import { useJob } from './use-job.ts'
import { JobData } from './job-data.tsx'
import { JobList } from './job-list.tsx'
import { JobLog } from './job-log.tsx'
import s from './job-screen.module.css'
import { JobState } from './job-state.tsx'
import { JobSteps } from './job-steps.tsx'
import { RejectedRecords } from './rejected-records.tsx'
import { StartedBy } from './started-by.tsx'
import { UndoRun } from './undo-run.tsx'
import { jobTexts } from './texts.ts'

const texts = defineMessages({
  workflows: { en: 'Workflows', de: 'Workflows' },
  job: { en: 'Job {id}', de: 'Job {id}' },
  open: { en: 'Open workflow', de: 'Workflow öffnen' },
  throughput: { en: 'Throughput', de: 'Durchsatz' },
  perSecond: { en: '{count} records/s', de: '{count} Datensätze/s' },
  steps: { en: 'Steps', de: 'Schritte' },
  log: { en: 'Log', de: 'Protokoll' },
  data: { en: 'Data', de: 'Daten' },
  children: { en: 'Child jobs', de: 'Unterjobs' },
  gone: { en: 'This job could not be loaded', de: 'Dieser Job konnte nicht geladen werden' },
  facts: { en: 'About this job', de: 'Zu diesem Job' },
  accepted: { en: 'Accepted', de: 'Angenommen' },
  finished: { en: 'Finished', de: 'Beendet' },
  wakes: { en: 'Goes on', de: 'Geht weiter' },
  attempt: { en: 'Attempt', de: 'Versuch' },
  attemptOf: { en: '{attempt}, {left} left', de: '{attempt}, noch {left}' },
  version: { en: 'Workflow version', de: 'Workflow-Version' },
  machine: { en: 'Machine', de: 'Maschine' },
  parent: { en: 'Started by job', de: 'Gestartet von Job' },
  retryOf: { en: 'Repeats job', de: 'Wiederholt Job' },
  warnings: { en: 'Warnings', de: 'Warnungen' },
  failureCause: { en: 'All runs that failed by this cause', de: 'Alle Läufe mit dieser Ursache' },
  atStep: { en: 'at step {step}', de: 'beim Schritt {step}' },
})

const tabs = ['steps', 'log', 'rejected', 'data', 'children'] as const

/** One job while it runs and afterwards: what each step did, what it said, what was refused, and what came out. */
export function JobScreen() {
  const t = useTexts(texts)
  const words = useTexts(jobTexts)
  const navigate = useNavigate()
  const actions = useJobActions()
  const jobId = usePathParam('jobId')
  const tab = useSearchChoice('tab', tabs)
  const { job, error } = useJob(jobId)
  if (error && !job) return <EmptyState icon={IconAlertTriangle} title={t.gone()} text={error.message} />
  if (!job) return null
  const requeue = async (...[mode, version]: Parameters<Parameters<typeof RequeueMenu>[0]['onChoose']>) => {
    const [started] = await actions.requeue({ ids: [job.id] }, mode, version)
    if (started) await navigate({ to: jobPath({ workflow_id: job.workflow_id, id: started }) })
  }
  return (
    <Page
      title={job.workflow_label}
      crumbs={[
        { title: t.workflows(), to: '/project/workflows' },
        { title: job.workflow_label, to: `/project/workflows/reporting/${job.workflow_id}` },
        { title: t.job({ id: job.number }) },
      ]}
      badge={<JobState job={job} />}
      icon={job.workflow_logo && <WorkflowMark logo={job.workflow_logo} size={32} />}
      subtitle={
        <span className={s['line']}>
          <span className="mono" title={job.id}>
            {job.number}
          </span>
          <StartedBy job={job} />
        </span>
      }
      actions={
        <>
          <Button
            component={Link}
            to={`/project/workflows/${job.workflow_id}/mode/build`}
            variant="default"
            leftSection={<IconRoute size={15} />}
          >
            {t.open()}
          </Button>
          {isFinal(job.status) && !job.test && <UndoRun jobId={job.id} />}
          {isFinal(job.status) && <RequeueMenu onChoose={(mode, version) => void requeue(mode, version)} />}
          {isCancellable(job) && (
            <CancelButton
              onClick={() => void actions.cancel({ ids: [job.id] }, 1).then(() => refresh(`/jobs/${job.id}`))}
            />
          )}
        </>
      }
      bleed
    >
      <JobFigures job={job} />
      {job.error && (
        <div className={s['error']} role="alert">
          <Note tone="red" icon={<IconAlertTriangle size={16} />}>
            <b>{job.error.message}</b>
            {job.error.step && (
              <>
                {' '}
                {t.atStep({ step: job.steps.find((step) => step.step === job.error?.step)?.label || job.error.step })}
              </>
            )}
            {job.error.code && <code className="mono"> {job.error.code}</code>}
            {job.failure_cause_id && (
              <div>
                <Link to={`/project/reporting/failed/${job.failure_cause_id}`}>{t.failureCause()}</Link>
              </div>
            )}
          </Note>
        </div>
      )}
      <Unusual job={job} className={s['error']} />
      <div className={s['columns']}>
        <Tabs
          value={tab}
          onChange={(value) =>
            void navigate({
              to: '.',
              search: (before: object) => ({ ...before, tab: value === 'steps' ? undefined : value }),
              replace: true,
              resetScroll: false,
            } as never)
          }
          keepMounted={false}
        >
          <Tabs.List aria-label={t.job({ id: job.number })}>
            <Tabs.Tab value="steps">{t.steps()}</Tabs.Tab>
            <Tabs.Tab value="log">{t.log()}</Tabs.Tab>
            <Tabs.Tab value="rejected">
              {words.rejected()}
              {job.records_rejected > 0 && <Count value={job.records_rejected} />}
            </Tabs.Tab>
            <Tabs.Tab value="data">{t.data()}</Tabs.Tab>
            {job.children > 0 && (
              <Tabs.Tab value="children">
                {t.children()}
                <Count value={job.children} />
              </Tabs.Tab>
            )}
          </Tabs.List>
          <Tabs.Panel value="steps" pt={14}>
            <JobSteps job={job} />
          </Tabs.Panel>
          <Tabs.Panel value="log" pt={14}>
            <JobLog job={job} />
          </Tabs.Panel>
          <Tabs.Panel value="rejected">
            <RejectedRecords job={job} />
          </Tabs.Panel>
          <Tabs.Panel value="data" pt={14}>
            <JobData job={job} />
          </Tabs.Panel>
          <Tabs.Panel value="children">
            <div className={s['list']}>
              <JobList path={`/jobs/${job.id}/children`} local remember="child-jobs" />
            </div>
          </Tabs.Panel>
        </Tabs>
        <JobFacts job={job} />
      </div>
    </Page>
  )
}

function Count({ value }: { value: number }) {
  const { compact } = useFormats()
  return <span className={s['count']}>{compact(value)}</span>
}

/** Counts and duration; the clock of a running job ticks here. */
function JobFigures({ job }: { job: Job }) {
  const t = useTexts(texts)
  const words = useTexts(jobTexts)
  const { number, duration } = useFormats()
  const running = !isFinal(job.status)
  const now = useClock(running)
  const ms = job.started_at
    ? (job.finished_at ? Date.parse(job.finished_at) : now) - Date.parse(job.started_at)
    : undefined
  const moved = Math.max(job.records_in, job.records_out)
  return (
    <Figures
      figures={[
        { label: words.read(), value: number(job.records_in) },
        { label: words.written(), value: number(job.records_out) },
        {
          label: words.rejected(),
          value: number(job.records_rejected),
          ...(job.records_rejected > 0 && { noteTone: 'amber' as const }),
        },
        { label: words.duration(), value: duration(ms === undefined ? undefined : Math.max(0, ms)) },
        {
          label: t.throughput(),
          value: ms && ms > 200 && moved > 0 ? t.perSecond({ count: number(Math.round((moved / ms) * 1_000)) }) : '–',
        },
      ]}
    />
  )
}

function JobFacts({ job }: { job: Job }) {
  const t = useTexts(texts)
  const words = useTexts(jobTexts)
  const { exactTime, number, ago } = useFormats()
  const link = (id: string) => (
    <Link to={jobPath({ workflow_id: job.workflow_id, id })} className="mono">
      {id.slice(0, 8)}
    </Link>
  )
  return (
    <aside className={s['facts']} aria-label={t.facts()}>
      <Facts
        facts={[
          [words.queue(), job.queue_name],
          [t.accepted(), exactTime(job.created_at)],
          [words.begun(), exactTime(job.started_at)],
          [t.finished(), exactTime(job.finished_at)],
          job.wake_at && !isFinal(job.status) ? [t.wakes(), ago(job.wake_at)] : undefined,
          [t.attempt(), t.attemptOf({ attempt: job.attempt, left: job.tries_left })],
          [t.version(), number(job.version)],
          job.warnings > 0 ? [t.warnings(), number(job.warnings)] : undefined,
          job.content_identifier ? [words.identifier(), contentOf(job)] : undefined,
          job.machine ? [t.machine(), job.machine] : undefined,
          job.parent_job_id ? [t.parent(), link(job.parent_job_id)] : undefined,
          job.retry_of ? [t.retryOf(), link(job.retry_of)] : undefined,
        ]}
      />
      <BesideItsPast job={job} />
    </aside>
  )
}
