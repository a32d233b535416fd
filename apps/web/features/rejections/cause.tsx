import { Button } from '@mantine/core'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { usePathParam } from '@weft/kit/ui/address.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Note, StatusDot } from '@weft/kit/ui/bits.tsx'
import { Ago } from '@weft/kit/ui/cells.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { FormWaiting } from '@weft/kit/ui/resource-form.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { Trend } from '@weft/kit/ui/trend.tsx'
import { IconEyeOff, IconRotateClockwise } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { jobPath } from '../jobs/job.ts'
import { AssigneeSelect } from './assignee.tsx'
import { useCauseActions } from './actions.ts'
import s from './cause.module.css'
import { Comments } from './comments.tsx'
import { MendPanel } from './mend-panel.tsx'
import { Samples } from './samples.tsx'
import { useMending } from './use-mending.ts'
import { causeTexts, home, stateTones, type Cause } from './texts.ts'

const texts = defineMessages({
  cause: { en: 'Cause', de: 'Ursache' },
  step: { en: 'step', de: 'Schritt' },
  records: { en: 'Records waiting', de: 'Wartende Datensätze' },
  ofAll: { en: '{count, number} in all', de: '{count, number} insgesamt' },
  runs: { en: 'Runs', de: 'Läufe' },
  last: { en: 'Last seen', de: 'Zuletzt' },
  run: { en: 'Run {number}', de: 'Lauf {number}' },
  first: { en: 'First seen', de: 'Zuerst' },
  mended: { en: 'Mended', de: 'Behoben' },
  days: { en: 'Last 14 days', de: 'Letzte 14 Tage' },
  ignored: { en: 'Ignored: {reason}', de: 'Ignoriert: {reason}' },
  until: { en: 'until {when}', de: 'bis {when}' },
  above: {
    en: 'until more than {count, number} come in on a day',
    de: 'bis mehr als {count, number} an einem Tag kommen',
  },
  gone: { en: 'There is no such cause', de: 'Diese Ursache gibt es nicht' },
  goneText: {
    en: 'Its workflow may have been deleted.',
    de: 'Vielleicht wurde ihr Workflow gelöscht.',
  },
})

/** One cause: what is known of it, and samples of what waits at it. */
export function CauseScreen() {
  const t = useTexts(texts)
  const words = useTexts(causeTexts)
  const id = usePathParam('causeId')
  const { data, error } = useQuery({
    queryKey: [`/rejection_causes/${id}`],
    queryFn: ({ signal }) => api.get(`/rejection_causes/${id}`, undefined, { signal, quiet: true }),
    refetchInterval: 15_000,
  })
  if (error && !data)
    return (
      <Page title={t.cause()} crumbs={[{ title: words.title(), to: home }, { title: t.cause() }]}>
        <EmptyState title={t.gone()} text={t.goneText()} />
      </Page>
    )
  if (!data) return <FormWaiting />
  return <OneCause key={data.data.id} cause={data.data} />
}

function OneCause({ cause }: { cause: Cause }) {
  const t = useTexts(texts)
  const words = useTexts(causeTexts)
  const may = useMay()
  const mending = useMending(cause)
  return (
    <Page
      title={cause.reason}
      crumbs={[{ title: words.title(), to: home }, { title: cause.reason }]}
      badge={
        <>
          <StatusDot tone={stateTones[cause.state]}>{words[cause.state]()}</StatusDot>
          {cause.badge && <Badge tone={cause.badge === 'new' ? 'blue' : 'red'}>{words[cause.badge]()}</Badge>}
        </>
      }
      subtitle={
        <>
          {cause.field && <span className="mono">{cause.field} · </span>}
          {t.step()} {cause.step_label} ·{' '}
          <Link className={s['link']!} to={`/project/workflows/reporting/${cause.workflow_id}`}>
            {cause.workflow_label}
          </Link>
        </>
      }
      actions={<Actions cause={cause} />}
      fill
      bleed
    >
      <div className={s['page']}>
        <div className={s['main']}>
          <FactsOf cause={cause} />
          {cause.state === 'ignored' && <Ignored cause={cause} />}
          <Samples cause={cause} trial={mending.trial} />
          <Comments
            entries={cause.comments}
            add={async (comment) => {
              await api.post(`/rejection_causes/${cause.id}/comments`, { comment }, { quiet: true })
              await refresh('/rejection_causes')
            }}
          />
        </div>
        {may('jobs.run') && (cause.waiting > 0 || mending.applied) && <MendPanel cause={cause} mending={mending} />}
      </div>
    </Page>
  )
}

/** Who looks after it, and a way back for what is ignored. */
function Actions({ cause: { id, state, assigned_to } }: { cause: Cause }) {
  const words = useTexts(causeTexts)
  const may = useMay()
  const actions = useCauseActions()
  if (!may('jobs.run')) return null
  return (
    <>
      {state === 'ignored' && (
        <Button
          variant="default"
          leftSection={<IconRotateClockwise size={15} />}
          onClick={() => void actions.reopen([id])}
        >
          {words.reopen()}
        </Button>
      )}
      <AssigneeSelect value={assigned_to} onChange={(user) => void actions.assign([id], user)} />
    </>
  )
}

function FactsOf({ cause }: { cause: Cause }) {
  const t = useTexts(texts)
  const words = useTexts(causeTexts)
  const { number, dateTime } = useFormats()
  const { workflow_id, last_job_id, days } = cause
  const facts = [
    [t.records(), number(cause.waiting), t.ofAll({ count: cause.records })],
    [
      t.last(),
      <Ago key="at" at={cause.last_seen_at} />,
      <Link key="run" className={s['link']!} to={jobPath({ workflow_id, id: last_job_id })}>
        {t.run({ number: cause.last_job_number })}
      </Link>,
    ],
    [t.first(), dateTime(cause.first_seen_at), `${t.runs()}: ${number(cause.runs)}`],
    [t.mended(), number(cause.mended), undefined],
  ] as const
  return (
    <dl className={s['facts']}>
      {facts.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <b>{value}</b>
            <small>{note}</small>
          </dd>
        </div>
      ))}
      <div>
        <dt>{t.days()}</dt>
        <dd>
          <Trend
            values={days.map(({ rejected }) => rejected)}
            rising={cause.badge === 'rising'}
            label={words.trend({
              total: days.reduce((sum, { rejected }) => sum + rejected, 0),
              last: days.at(-1)?.rejected ?? 0,
            })}
          />
        </dd>
      </div>
    </dl>
  )
}

function Ignored({ cause }: { cause: Cause }) {
  const t = useTexts(texts)
  const { dateTime } = useFormats()
  const until = cause.ignored_until
    ? t.until({ when: dateTime(cause.ignored_until) })
    : cause.ignored_above !== null && t.above({ count: cause.ignored_above })
  return (
    <div className={s['note']}>
      <Note tone="slate" icon={<IconEyeOff size={16} />}>
        {t.ignored({ reason: cause.ignored_reason })}
        {until && ` (${until})`}
      </Note>
    </div>
  )
}
