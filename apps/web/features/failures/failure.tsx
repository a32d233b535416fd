import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Note, StatusDot } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { JobStatus } from '@weft/kit/ui/job-status.tsx'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { SmallTable } from '@weft/kit/ui/small-table.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconCheck, IconEyeOff, IconRefresh, IconRotateClockwise } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { jobPath } from '../jobs/job.ts'
import facts from '../rejections/cause.module.css'
import { Comments } from '../rejections/comments.tsx'
import { AssigneeSelect } from '../rejections/assignee.tsx'
import { useFailureActions } from './actions.ts'
import { Changes } from './changes.tsx'
import s from './failure.module.css'
import { FailureTrend } from './failures.tsx'
import { IgnoreDialog } from './ignore-dialog.tsx'
import { RequeueDialog } from './requeue-dialog.tsx'
import { failureTexts, home, stateTones, type Failure } from './texts.ts'

const texts = defineMessages({
  cause: { en: 'Cause', de: 'Ursache' },
  step: { en: 'step', de: 'Schritt' },
  openRuns: { en: 'Not run again yet', de: 'Noch nicht erneut gelaufen' },
  underWay: {
    en: '{count, plural, one {one is running again} other {# are running again}}',
    de: '{count, plural, one {einer läuft gerade erneut} other {# laufen gerade erneut}}',
  },
  last: { en: 'Last seen', de: 'Zuletzt' },
  first: { en: 'First seen', de: 'Zuerst' },
  since: { en: 'since workflow version {version}', de: 'seit Workflow-Version {version}' },
  run: { en: 'Run {number}', de: 'Lauf {number}' },
  sample: { en: 'What was said last', de: 'Was zuletzt gemeldet wurde' },
  newest: { en: 'Newest runs', de: 'Neueste Läufe' },
  job: { en: 'Job', de: 'Job' },
  failed: { en: 'Failed', de: 'Fehlgeschlagen' },
  version: { en: 'Version', de: 'Version' },
  message: { en: 'Message', de: 'Meldung' },
  repeated: { en: 'Run again', de: 'Erneut gelaufen' },
  all: { en: 'Run all again', de: 'Alle erneut starten' },
  ignored: { en: 'Ignored: {reason}', de: 'Ignoriert: {reason}' },
  requeued: {
    en: '{requeued, plural, one {ran one run again} other {ran # runs again}}{refused, plural, =0 {} one {, one could not} other {, # could not}}',
    de: 'hat {requeued, plural, one {einen Lauf} other {# Läufe}} erneut gestartet{refused, plural, =0 {} one {, einer ließ sich nicht starten} other {, # ließen sich nicht starten}}',
  },
  fixed: { en: 'marked it as fixed', de: 'hat sie als behoben markiert' },
  ignoredIt: { en: 'ignored it', de: 'hat sie ignoriert' },
  reopened: { en: 'opened it again', de: 'hat sie wieder geöffnet' },
  gone: { en: 'There is no such cause', de: 'Diese Ursache gibt es nicht' },
  goneText: { en: 'Its workflow may have been deleted.', de: 'Vielleicht wurde ihr Workflow gelöscht.' },
})

/** One cause of failed runs: what was said, what had changed, its runs, and what is done about it. */
export function FailureScreen() {
  const t = useTexts(texts)
  const words = useTexts(failureTexts)
  const id = usePathParam('failureId')
  const { data, error } = useQuery({
    queryKey: [`/failure_causes/${id}`],
    queryFn: ({ signal }) => api.get(`/failure_causes/${id}`, undefined, { signal, quiet: true }),
    refetchInterval: 5_000,
  })
  if (error && !data)
    return (
      <Page title={t.cause()} crumbs={[{ title: words.title(), to: home }, { title: t.cause() }]}>
        <EmptyState title={t.gone()} text={t.goneText()} />
      </Page>
    )
  if (!data) return <FormWaiting />
  return <OneFailure key={data.data.id} cause={data.data} />
}

function OneFailure({ cause }: { cause: Failure }) {
  const t = useTexts(texts)
  const words = useTexts(failureTexts)
  const title = cause.message || cause.code
  return (
    <Page
      title={title}
      crumbs={[{ title: words.title(), to: home }, { title }]}
      badge={
        <>
          <StatusDot tone={stateTones[cause.state]}>{words[cause.state]()}</StatusDot>
          {cause.badge && <Badge tone={cause.badge === 'new' ? 'blue' : 'red'}>{words[cause.badge]()}</Badge>}
        </>
      }
      subtitle={
        <>
          {cause.code && <span className="mono">{cause.code} · </span>}
          {cause.step ? `${t.step()} ${cause.step_label}` : words.whole()} ·{' '}
          <Link className={facts['link']!} to={`/project/workflows/reporting/${cause.workflow_id}`}>
            {cause.workflow_label}
          </Link>
        </>
      }
      actions={<Actions cause={cause} />}
      fill
      bleed
    >
      <div className={facts['page']}>
        <div className={facts['main']}>
          <FactsOf cause={cause} />
          {cause.state === 'ignored' && (
            <div className={facts['note']}>
              <Note tone="slate" icon={<IconEyeOff size={16} />}>
                {t.ignored({ reason: cause.ignored_reason })}
              </Note>
            </div>
          )}
          <section className={s['part']} aria-label={t.sample()} style={{ border: 'none' }}>
            <h2>{t.sample()}</h2>
            <pre className={s['sample']}>{cause.sample}</pre>
          </section>
          <Changes cause={cause} />
          <Newest cause={cause} />
          <Trail cause={cause} />
        </div>
      </div>
    </Page>
  )
}

/** Who looks after it, what is said of it, and its runs started again. */
function Actions({ cause }: { cause: Failure }) {
  const { id, state, assigned_to } = cause
  const t = useTexts(texts)
  const words = useTexts(failureTexts)
  const may = useMay()
  const actions = useFailureActions()
  const [dialog, setDialog] = useState<'ignore' | 'requeue'>()
  if (!may('jobs.run')) return null
  const isOver = state === 'ignored' || state === 'fixed'
  return (
    <>
      <AssigneeSelect value={assigned_to} onChange={(user) => void actions.assign([id], user)} />
      {isOver ? (
        <Button
          variant="default"
          leftSection={<IconRotateClockwise size={15} />}
          onClick={() => void actions.reopen([id])}
        >
          {words.reopen()}
        </Button>
      ) : (
        <>
          <Button variant="default" leftSection={<IconEyeOff size={15} />} onClick={() => setDialog('ignore')}>
            {words.ignore()}
          </Button>
          <Button variant="default" leftSection={<IconCheck size={15} />} onClick={() => void actions.fix([id])}>
            {words.fix()}
          </Button>
        </>
      )}
      <Button
        leftSection={<IconRefresh size={15} />}
        disabled={cause.open_runs <= cause.under_way}
        onClick={() => setDialog('requeue')}
      >
        {t.all()}
      </Button>
      {dialog === 'ignore' && <IgnoreDialog ids={[id]} onClose={() => setDialog(undefined)} />}
      {dialog === 'requeue' && <RequeueDialog cause={cause} onClose={() => setDialog(undefined)} />}
    </>
  )
}

function FactsOf({ cause }: { cause: Failure }) {
  const t = useTexts(texts)
  const words = useTexts(failureTexts)
  const { number, dateTime } = useFormats()
  const { workflow_id, under_way } = cause
  const link = (id: string, name: string) => (
    <Link key="run" className={facts['link']!} to={jobPath({ workflow_id, id })}>
      {t.run({ number: name })}
    </Link>
  )
  const shown = [
    [words.runs(), number(cause.runs), undefined],
    [t.openRuns(), number(cause.open_runs), under_way > 0 && t.underWay({ count: under_way })],
    [t.last(), <Ago key="at" at={cause.last_seen_at} />, link(cause.last_job_id, cause.last_job_number)],
    [t.first(), dateTime(cause.first_seen_at), t.since({ version: cause.began_version })],
    [words.days(), <FailureTrend key="trend" cause={cause} />, undefined],
  ] as const
  return (
    <dl className={facts['facts']}>
      {shown.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            <small>{note}</small>
          </dd>
        </div>
      ))}
    </dl>
  )
}

function Newest({ cause: { newest, workflow_id } }: { cause: Failure }) {
  const t = useTexts(texts)
  return (
    <section className={s['part']} aria-label={t.newest()}>
      <h2>{t.newest()}</h2>
      <div className={s['runs']} tabIndex={0} role="group" aria-label={t.newest()}>
        <SmallTable columns={[t.job(), t.failed(), t.version(), t.message(), t.repeated()]}>
          {newest.map((run) => (
            <tr key={run.id}>
              <td>
                <Link to={jobPath({ workflow_id, id: run.id })}>{run.number}</Link>
              </td>
              <td>
                <Ago at={run.finished_at ?? run.created_at} />
              </td>
              <td>{run.version}</td>
              <td>{run.message}</td>
              <td>{run.repeated ? <JobStatus status={run.repeated} /> : '–'}</td>
            </tr>
          ))}
        </SmallTable>
      </div>
    </section>
  )
}

function Trail({ cause: { id, comments } }: { cause: Failure }) {
  const t = useTexts(texts)
  const done = ({ kind, requeued, refused }: Failure['comments'][number]) => {
    if (kind === 'requeued') return t.requeued({ requeued: requeued ?? 0, refused: refused ?? 0 })
    if (kind === 'ignored') return t.ignoredIt()
    return kind === 'comment' ? undefined : t[kind]()
  }
  return (
    <Comments
      entries={comments.map((entry) => ({ ...entry, done: done(entry) }))}
      add={async (comment) => {
        await api.post(`/failure_causes/${id}/comments`, { comment }, { quiet: true })
        await refresh('/failure_causes')
      }}
    />
  )
}
