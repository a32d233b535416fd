import type { Answer } from '@weft/kit/contracts/client.ts'
import { finalStatuses, jobStatuses, type JobStatusName } from '@weft/kit/define/job-status.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Figures, Spark, StatusDot } from '@weft/kit/ui/bits.tsx'
import { Chart, type ChartSpec } from '@weft/kit/ui/chart.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { jobStatusTexts } from '@weft/kit/ui/job-status-texts.ts'
import { jobStatusTones } from '@weft/kit/ui/job-status.tsx'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useMay, useSession, type UserKind } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconActivity } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo } from 'react'
import { mayOpen } from '../../routes/guards.ts'
import s from './dashboard.module.css'
import { Alerts } from '../alerts/alerts.tsx'
import { NewsFeed } from '../news/news-feed.tsx'
import { HeldNotice } from '../queues/held.tsx'
import { QuickLinks } from './quick-links.tsx'

const texts = defineMessages({
  title: { en: 'Dashboard', de: 'Dashboard' },
  morning: { en: 'Good morning, {name}', de: 'Guten Morgen, {name}' },
  day: { en: 'Hello, {name}', de: 'Guten Tag, {name}' },
  evening: { en: 'Good evening, {name}', de: 'Guten Abend, {name}' },
  jobs: { en: 'Jobs, 24 hours', de: 'Jobs, 24 Stunden' },
  good: { en: 'Successful', de: 'Erfolgreich' },
  bad: { en: 'With errors', de: 'Mit Fehlern' },
  records: { en: 'Records, 24 hours', de: 'Datensätze, 24 Stunden' },
  rejected: { en: '{count} rejected', de: '{count} abgelehnt' },
  running: { en: 'Running now', de: 'Laufen gerade' },
  pending: { en: '{count} pending', de: '{count} anstehend' },
  monitor: { en: 'Queue monitor', de: 'Warteschlangen-Monitor' },
  queueNow: {
    en: '{running} of {instances} busy · {pending} pending',
    de: '{running} von {instances} belegt · {pending} anstehend',
  },
  queueStopped: { en: 'Stopped · {pending} pending', de: 'Angehalten · {pending} anstehend' },
  perHour: { en: 'Jobs by hour', de: 'Jobs je Stunde' },
  hour: { en: 'Hour', de: 'Stunde' },
  byStatus: { en: 'By status', de: 'Nach Status' },
  none: { en: 'No job in the last 24 hours', de: 'Kein Job in den letzten 24 Stunden' },
  noneText: { en: 'As soon as a workflow runs, it shows here.', de: 'Sobald ein Workflow läuft, erscheint er hier.' },
  partners: { en: 'Partners', de: 'Partner' },
  tenants: { en: 'Tenants', de: 'Mandanten' },
  projects: { en: 'Projects', de: 'Projekte' },
  users: { en: 'Users', de: 'Benutzer' },
  queues: { en: 'Queues', de: 'Warteschlangen' },
  servers: { en: 'Database servers', de: 'Datenbankserver' },
  structures: { en: 'Data structures', de: 'Datenstrukturen' },
  workflows: { en: 'Workflows', de: 'Workflows' },
  stock: { en: 'Inventory', de: 'Bestand' },
})

const levels = { admin: 'provider', partner: 'partner', client: 'tenant' } as const satisfies Record<UserKind, string>
type Overview = Answer<'GET', `/overview/${(typeof levels)[UserKind]}`>['data']
type Jobs = Overview['jobs']
type Queue = Answer<'GET', '/overview/tenant'>['data']['busiest_queues'][number]

/** Where everybody arrives: what the jobs of the last day came to, what is new, and where to go from here. */
export function DashboardScreen() {
  const t = useTexts(texts)
  const language = useLanguage()
  const may = useMay()
  const user = useSession((value) => value.user)!
  const path = `/overview/${levels[user.kind]}` as const
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, {}, { signal, quiet: true, host: user.kind === 'admin' ? 'admin' : 'app' }),
    refetchInterval: 30_000,
    enabled: may('tenants.view'),
  })
  const hour = new Date().getHours()
  const name = user.core_data?.firstname || user.name
  const greeting = hour < 11 ? t.morning({ name }) : hour < 18 ? t.day({ name }) : t.evening({ name })
  const today = new Intl.DateTimeFormat(language, { dateStyle: 'full' }).format(new Date())
  const overview = data?.data
  return (
    <Page title={t.title()} subtitle={`${greeting} · ${today}`} bleed>
      {overview && 'alerts' in overview && <HeldNotice />}
      {overview && 'alerts' in overview && <Alerts alerts={overview.alerts} />}
      {overview && <DayFigures jobs={overview.jobs} />}
      <div className={s['columns']}>
        <div className={s['column']}>
          {overview && <Hours jobs={overview.jobs} />}
          <NewsFeed />
        </div>
        <div className={s['column']}>
          <QuickLinks />
          {overview && 'busiest_queues' in overview && <Queues queues={overview.busiest_queues} />}
          {overview && <Stock overview={overview} />}
        </div>
      </div>
    </Page>
  )
}

/** Jobs, records, errors and queues of a day in five figures. */
function DayFigures({ jobs }: { jobs: Jobs }) {
  const t = useTexts(texts)
  const { number, compact, percent } = useFormats()
  const sum = (statuses: readonly JobStatusName[]) =>
    statuses.reduce((total, status) => total + (jobs.by_status[status] ?? 0), 0)
  const finished = sum(finalStatuses)
  const share = (count: number) => (finished === 0 ? undefined : percent(count / finished))
  const good = sum(['stopped', 'info'])
  const bad = sum(['error', 'warning'])
  const { pending, running } = jobs.now
  return (
    <Figures
      figures={[
        { label: t.jobs(), value: number(jobs.total), spark: <Spark data={jobs.by_hour} tone="violet" /> },
        { label: t.good(), value: number(good), note: share(good), noteTone: 'green' },
        { label: t.bad(), value: number(bad), note: share(bad), noteTone: bad > 0 ? 'red' : 'slate' },
        {
          label: t.records(),
          value: compact(jobs.records),
          note: jobs.rejected > 0 && t.rejected({ count: compact(jobs.rejected) }),
          noteTone: 'red',
          spark: <Spark data={jobs.records_by_hour} tone="teal" width={64} />,
        },
        {
          label: t.running(),
          value: number(running),
          note: t.pending({ count: number(pending) }),
          noteTone: pending > 0 ? 'amber' : 'slate',
        },
      ]}
    />
  )
}

function Hours({ jobs }: { jobs: Jobs }) {
  const t = useTexts(texts)
  const statusText = useTexts(jobStatusTexts)
  const { number } = useFormats()
  const spec = useMemo<ChartSpec>(() => {
    const now = new Date().getHours()
    const labels = jobs.by_hour.map(
      (_, i) => `${String((now - (jobs.by_hour.length - 1 - i) + 48) % 24).padStart(2, '0')}:00`,
    )
    return {
      type: 'column',
      x: { labels, title: t.hour() },
      y: {},
      series: [{ name: t.jobs(), data: jobs.by_hour, tone: 'violet' }],
    }
  }, [jobs, t])
  const shown = jobStatuses.filter((status) => jobs.by_status[status])
  return (
    <Panel title={t.perHour()}>
      {jobs.total === 0 ? (
        <EmptyState small icon={IconActivity} title={t.none()} text={t.noneText()} />
      ) : (
        <>
          <div className={s['chart']}>
            <Chart spec={spec} label={t.perHour()} small />
          </div>
          <ul className={s['statuses']} aria-label={t.byStatus()}>
            {shown.map((status) => (
              <li key={status}>
                <StatusDot tone={jobStatusTones[status]}>{statusText[status]()}</StatusDot>
                <b>{number(jobs.by_status[status])}</b>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  )
}

function Stock({ overview }: { overview: Overview }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const keys = ['partners', 'tenants', 'projects', 'users', 'workflows', 'structures', 'queues', 'servers'] as const
  const counts: Partial<Record<(typeof keys)[number], number>> =
    'tenants' in overview ? { ...overview, tenants: overview.tenants.total } : overview
  return (
    <Panel title={t.stock()} bleed>
      <ul className={s['stock']}>
        {keys
          .filter((key) => counts[key] !== undefined)
          .map((key) => (
            <li key={key}>
              {t[key]()}
              <b>{number(counts[key])}</b>
            </li>
          ))}
      </ul>
    </Panel>
  )
}

/** The tenant's queues with most to do, right now. */
function Queues({ queues }: { queues: Queue[] }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const more = mayOpen('/analysis/queues') && (
    <Link to="/analysis/queues" className={s['all']}>
      {t.monitor()}
    </Link>
  )
  return (
    <Panel title={t.queues()} actions={more} bleed>
      <ul className={s['queues']}>
        {queues.map((queue) => (
          <li key={queue.id}>
            <StatusDot tone={!queue.active ? 'amber' : queue.running > 0 ? 'green' : 'slate'}>{queue.name}</StatusDot>
            <span>
              {queue.active
                ? t.queueNow({
                    running: number(queue.running),
                    instances: number(queue.instances),
                    pending: number(queue.pending),
                  })
                : t.queueStopped({ pending: number(queue.pending) })}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
