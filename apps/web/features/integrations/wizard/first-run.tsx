import { Button, Loader, Select } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { isFinal } from '@weft/kit/define/job-status.ts'
import { rhythms } from '@weft/kit/integrations/draft.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge } from '@weft/kit/ui/bits.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { notifyRest, useSubmit } from '@weft/kit/ui/submit.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { toast } from '@weft/kit/ui/toast.tsx'
import { IconCheck, IconChevronRight, IconMinus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useClock } from '../../jobs/clock.ts'
import { jobPath, type Job } from '../../jobs/job.ts'
import { useJob } from '../../jobs/use-job.ts'
import { useLines } from '../../jobs/use-lines.ts'
import { home, type Integration } from '../api.ts'
import { rhythmTexts } from '../rhythm-texts.ts'
import { Steps } from './steps.tsx'
import s from './save.module.css'

const texts = defineMessages({
  running: { en: 'Saved. The first run is on its way.', de: 'Gespeichert. Der erste Lauf ist unterwegs.' },
  done: { en: 'Done. The first run has ended well.', de: 'Fertig. Der erste Lauf ist gut ausgegangen.' },
  failed: {
    en: 'Saved. The first run did not end well.',
    de: 'Gespeichert. Der erste Lauf ist nicht gut ausgegangen.',
  },
  saved: { en: 'Saved', de: 'Gespeichert' },
  runningText: {
    en: 'You can leave this page; the run goes on.',
    de: 'Sie können diese Seite verlassen; der Lauf geht weiter.',
  },
  doneText: { en: 'From now on it keeps itself up to date.', de: 'Ab jetzt hält es sich selbst aktuell.' },
  failedText: {
    en: 'What has arrived stays. See the run for the reason, and start it again.',
    de: 'Was angekommen ist, bleibt. Sehen Sie sich beim Lauf den Grund an, und starten Sie ihn erneut.',
  },
  savedText: { en: 'No run was started.', de: 'Es wurde kein Lauf gestartet.' },
  of: { en: '{n} of about {all} rows', de: '{n} von etwa {all} Zeilen' },
  rows: { en: '{n} rows', de: '{n} Zeilen' },
  stop: { en: 'Stop', de: 'Anhalten' },
  open: { en: 'Open integration', de: 'Integration öffnen' },
  started: { en: 'Started {at}', de: 'Gestartet {at}' },
  table: { en: 'Table', de: 'Tabelle' },
  state: { en: 'State', de: 'Zustand' },
  progress: { en: 'Progress', de: 'Fortschritt' },
  rowsHead: { en: 'Rows', de: 'Zeilen' },
  time: { en: 'Time', de: 'Dauer' },
  note: { en: 'Note', de: 'Hinweis' },
  waits: { en: 'waits', de: 'wartet' },
  underWay: { en: 'under way', de: 'unterwegs' },
  ready: { en: 'done', de: 'fertig' },
  broken: { en: 'failed', de: 'gescheitert' },
  refused: {
    en: '{n, plural, one {# row refused} other {# rows refused}}',
    de: '{n, plural, one {# Zeile abgelehnt} other {# Zeilen abgelehnt}}',
  },
  look: { en: 'See the rows', de: 'Zeilen ansehen' },
  happens: { en: 'What happens', de: 'Was geschieht' },
  live: { en: 'live', de: 'live' },
  quiet: { en: 'Nothing to tell.', de: 'Nichts zu melden.' },
  from: { en: 'From now on', de: 'Ab jetzt' },
  runs: { en: 'Runs', de: 'Läuft' },
  kept: { en: 'Runs {rhythm} from now on', de: 'Läuft ab jetzt: {rhythm}' },
  next: { en: 'Next', de: 'Als Nächstes' },
  data: { en: 'Look at the data', de: 'Daten ansehen' },
  dataText: { en: 'the rows in the explorer', de: 'die Zeilen im Explorer' },
  chart: { en: 'Start with a chart', de: 'Mit einem Diagramm beginnen' },
  chartText: { en: 'a new insight', de: 'eine neue Auswertung' },
  workflow: { en: 'Open the workflow', de: 'Workflow öffnen' },
  workflowText: { en: 'an ordinary one', de: 'ein gewöhnlicher' },
})

/** The last step, once all is made: the first run as it goes, table by table, and what one may do next. */
export function FirstRun({ integration }: { integration: Integration }) {
  if (!integration.first_job_id) return <Around integration={integration} job={undefined} />
  return <Running integration={integration} id={integration.first_job_id} />
}

function Running({ integration, id }: { integration: Integration; id: string }) {
  const { job } = useJob(id)
  return <Around integration={integration} job={job} />
}

function Around({ integration, job }: { integration: Integration; job: Job | undefined }) {
  const t = useTexts(texts)
  const navigate = useNavigate()
  const { clock } = useFormats()
  const isOver = job !== undefined && isFinal(job.status)
  const isGood = isOver && ['stopped', 'warning', 'info'].includes(job.status)
  const state = !integration.first_job_id ? 'saved' : !isOver ? 'running' : isGood ? 'done' : 'failed'
  return (
    <Steps
      current="save"
      locked
      heading={t[state]()}
      text={t[`${state}Text`]()}
      onNext={() => void navigate({ to: `${home}/${integration.id}` })}
      finishLabel={t.open()}
      note={job && t.started({ at: clock(job.created_at) })}
    >
      <div className={s['halves']}>
        <div className={s['left']}>
          {job && <Progress integration={integration} job={job} />}
          {job && <Lines job={job} />}
        </div>
        <div className={s['right']}>
          <FromNowOn integration={integration} />
          <Next integration={integration} isGood={isGood} />
        </div>
      </div>
    </Steps>
  )
}

/** What a step of a table has done: how much was read, and how much of it is stored. */
const stepOf = (job: Job, kind: string, step: string) => job.steps.find((one) => one.step === `${kind}_${step}`)
const sumOf = (exits: Record<string, number> | undefined) =>
  Object.entries(exits ?? {}).reduce((sum, [exit, n]) => (exit === 'rejected' || exit === 'error' ? sum : sum + n), 0)

function Progress({ integration: { list }, job }: { integration: Integration; job: Job }) {
  const t = useTexts(texts)
  const { number, percent, duration } = useFormats()
  const may = useMay()
  const [isStopping, setStopping] = useState(false)
  const isOver = isFinal(job.status)
  const now = useClock(!isOver)
  const rows = list.map((table) => {
    const read = stepOf(job, 'read', table.step)
    const write = stepOf(job, 'write', table.step)
    const steps = ['read', 'protect', 'map', 'write'].map((kind) => stepOf(job, kind, table.step))
    const refused = steps.reduce((sum, step) => sum + (step?.exits['rejected'] ?? 0), 0)
    const states = steps.flatMap((step) => (step ? [step.state] : []))
    const state = states.includes('failed')
      ? 'broken'
      : write?.state === 'done'
        ? 'ready'
        : states.some((one) => one === 'working' || one === 'done')
          ? isOver
            ? 'broken'
            : 'underWay'
          : 'waits'
    const done = sumOf(write?.exits)
    const all = Math.max(state === 'ready' ? done + refused : (table.rows ?? 0), done, sumOf(read?.exits))
    const from = read?.started_at
    const to = write?.finished_at
    const ms = from
      ? Math.max(0, (to ? Date.parse(to) : isOver ? Date.parse(job.finished_at!) : now) - Date.parse(from))
      : null
    return { table, state, done, all, refused, ms } as const
  })
  const done = rows.reduce((sum, row) => sum + row.done, 0)
  const all = rows.reduce((sum, row) => sum + row.all, 0)
  const share = isOver && rows.every(({ state }) => state === 'ready') ? 1 : all === 0 ? 0 : Math.min(done / all, 0.99)
  const isBad = rows.some(({ state }) => state === 'broken')
  return (
    <>
      <section className={s['progress']} aria-label={t.progress()}>
        <div>
          <b>{percent(Math.floor(share * 100) / 100)}</b>
          {isOver ? t.rows({ n: number(done) }) : t.of({ n: number(done), all: number(all) })}
          {!isOver && may('jobs.run') && (
            <Button
              size="compact-sm"
              variant="default"
              loading={isStopping}
              onClick={() => {
                setStopping(true)
                void api.post(`/jobs/${job.id}/cancel`, {}).finally(() => setStopping(false))
              }}
            >
              {t.stop()}
            </Button>
          )}
        </div>
        <Bar share={share} isDone={share === 1} isFailed={isBad} label={t.progress()} />
      </section>
      <Panel title={t.progress()} bleed>
        <div className={s['scroll']}>
          <table className={s['table']}>
            <thead>
              <tr>
                <td />
                <th scope="col">{t.table()}</th>
                <th scope="col">{t.progress()}</th>
                <th scope="col" data-end>
                  {t.rowsHead()}
                </th>
                <th scope="col" data-end>
                  {t.time()}
                </th>
                <th scope="col">{t.note()}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ table, state, done: stored, all: wanted, refused, ms }) => (
                <tr key={table.id}>
                  <td>{icons[state]}</td>
                  <th scope="row">
                    <code className="mono">{table.name}</code>
                  </th>
                  <td>
                    <Bar
                      share={state === 'ready' ? 1 : wanted === 0 ? 0 : stored / wanted}
                      isDone={state === 'ready'}
                      isFailed={state === 'broken'}
                      label={`${t.progress()}: ${table.name}`}
                    />
                  </td>
                  <td data-end>
                    {number(stored)} / {number(wanted)}
                  </td>
                  <td data-end>{duration(ms)}</td>
                  <td>
                    {refused > 0 ? (
                      <Link to={jobPath(job)} search={{ tab: 'rejected' } as never}>
                        <Badge tone="amber">{t.refused({ n: refused })}</Badge>
                      </Link>
                    ) : state === 'ready' && table.structure_id ? (
                      <Link to={rowsPath(table.structure_id)}>{t.look()}</Link>
                    ) : (
                      t[state]()
                    )}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Panel>
    </>
  )
}

export const rowsPath = (structure_id: string) => `/project/data-store/${structure_id}`

const icons = {
  waits: <IconMinus size={16} color="var(--text-3)" aria-hidden />,
  underWay: <Loader size={14} />,
  ready: <IconCheck size={16} color="var(--green)" aria-hidden />,
  broken: <IconX size={16} color="var(--red)" aria-hidden />,
}

type BarProps = { share: number; isDone: boolean; isFailed: boolean; label: string }
const Bar = ({ share, isDone, isFailed, label }: BarProps) => (
  <div
    className={s['bar']}
    role="progressbar"
    aria-label={label}
    aria-valuemin={0}
    aria-valuemax={100}
    aria-valuenow={Math.round(share * 100)}
    data-done={isDone || undefined}
    data-failed={isFailed || undefined}
  >
    <i style={{ width: `${share * 100}%` }} />
  </div>
)

const shownLines = 12

function Lines({ job }: { job: Job }) {
  const t = useTexts(texts)
  const { clock } = useFormats()
  const { lines } = useLines(job, '', '')
  return (
    <Panel title={t.happens()} note={isFinal(job.status) ? undefined : t.live()}>
      {lines.length === 0 ? (
        t.quiet()
      ) : (
        <ol className={s['log']}>
          {lines
            .slice(-shownLines)
            .toReversed()
            .map((line) => (
              <li key={line.id}>
                <time>{clock(line.created_at)}</time>
                <span data-level={line.type}>{line.message}</span>
              </li>
            ))}
        </ol>
      )}
    </Panel>
  )
}

function FromNowOn({ integration }: { integration: Integration }) {
  const t = useTexts(texts)
  const names = useTexts(rhythmTexts)
  const may = useMay()
  const { send } = useSubmit(notifyRest)
  const change = (rhythm: (typeof rhythms)[number]) =>
    void send(async () => {
      await api.put(`/integrations/${integration.id}`, { rhythm })
      toast({ title: t.kept({ rhythm: names[rhythm]() }), tone: 'green' })
      await refresh('/integrations')
    })
  return (
    <Panel title={t.from()}>
      <Select
        label={t.runs()}
        allowDeselect={false}
        disabled={!may('workflows.update')}
        placeholder={integration.rhythm || names.none()}
        value={integration.rhythm_key}
        onChange={(value) => value && change(value as (typeof rhythms)[number])}
        data={rhythms.map((value) => ({ value, label: names[value]() }))}
      />
    </Panel>
  )
}

function Next({ integration, isGood }: { integration: Integration; isGood: boolean }) {
  const t = useTexts(texts)
  const [first] = integration.list
  const ways = [
    ...(first?.structure_id ? [{ to: rowsPath(first.structure_id), title: t.data(), text: t.dataText() }] : []),
    { to: '/project/insights/create', title: t.chart(), text: t.chartText() },
    { to: `/project/workflows/${integration.workflow_id}/mode/build`, title: t.workflow(), text: t.workflowText() },
  ]
  return (
    <div data-accent={isGood || undefined}>
      <Panel title={t.next()} bleed>
        <ul className={s['next']}>
          {ways.map(({ to, title, text }) => (
            <li key={to}>
              <Link to={to}>
                <span>
                  <b>{title}</b>
                  <small>{text}</small>
                </span>
                <IconChevronRight size={15} aria-hidden />
              </Link>
            </li>
          ))}
        </ul>
      </Panel>
    </div>
  )
}
