import { Button, Progress, Select } from '@mantine/core'
import type { Answer, Sent } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { confirm } from '@weft/kit/ui/confirm.tsx'
import { Dialog } from '@weft/kit/ui/dialog.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { jobStatusTexts } from '@weft/kit/ui/job-status-texts.ts'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconListCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import s from './bulk.module.css'
import type { RequeueMode } from './job.ts'
import { jobTexts } from './texts.ts'

const texts = defineMessages({
  cancelling: { en: 'Cancelling jobs: {done} of {total}', de: 'Jobs werden abgebrochen: {done} von {total}' },
  requeueing: { en: 'Running jobs again: {done} of {total}', de: 'Jobs werden erneut eingereiht: {done} von {total}' },
  moving: { en: 'Moving jobs: {done} of {total}', de: 'Jobs werden verschoben: {done} von {total}' },
  cancelled: {
    en: '{count, plural, one {One job cancelled} other {# jobs cancelled}}',
    de: '{count, plural, one {Ein Job abgebrochen} other {# Jobs abgebrochen}}',
  },
  requeued: {
    en: '{count, plural, one {One job queued again} other {# jobs queued again}}',
    de: '{count, plural, one {Ein Job erneut eingereiht} other {# Jobs erneut eingereiht}}',
  },
  moved: {
    en: '{count, plural, one {One job moved} other {# jobs moved}}',
    de: '{count, plural, one {Ein Job verschoben} other {# Jobs verschoben}}',
  },
  refused: {
    en: '{count, plural, one {one refused} other {# refused}}',
    de: '{count, plural, one {einer abgelehnt} other {# abgelehnt}}',
  },
  stopped: { en: 'stopped before the end', de: 'vorzeitig gestoppt' },
  stop: { en: 'Stop', de: 'Stoppen' },
  show: { en: 'Show refused', de: 'Abgelehnte anzeigen' },
  close: { en: 'Close', de: 'Schließen' },
  refusedTitle: { en: 'Refused jobs', de: 'Abgelehnte Jobs' },
  more: { en: 'The first {shown} of {total}', de: 'Die ersten {shown} von {total}' },
  gone: { en: 'no longer there', de: 'nicht mehr vorhanden' },
  sureRequeue: {
    en: '{count, plural, one {Run this job again?} other {Run # jobs again?}}',
    de: '{count, plural, one {Diesen Job erneut ausführen?} other {# Jobs erneut ausführen?}}',
  },
  sureRequeueText: {
    en: 'Only jobs that are over run again; the others are refused.',
    de: 'Nur beendete Jobs werden erneut ausgeführt, die übrigen abgelehnt.',
  },
  moveTitle: {
    en: '{count, plural, one {Move the job to another queue} other {Move # jobs to another queue}}',
    de: '{count, plural, one {Job in eine andere Warteschlange verschieben} other {# Jobs in eine andere Warteschlange verschieben}}',
  },
  moveText: {
    en: 'Jobs that a worker has already stay where they are.',
    de: 'Jobs, die schon ein Worker hat, bleiben, wo sie sind.',
  },
  queue: { en: 'Queue', de: 'Warteschlange' },
  move: { en: 'Move', de: 'Verschieben' },
})

/** Which jobs are meant: some by id, or all that a filter of the list finds. */
export type Chosen = { ids: string[] } | { filter: Record<string, string>; searchTerm?: string }
/** Whose jobs they are: nothing for the tenant's, `/supervisor` for those of all tenants. */
type Level = '' | '/supervisor'
type Begun = Sent<'POST', `${Level}/bulk_actions`>
type Order = Pick<Begun, 'action' | 'mode' | 'version' | 'queue_id' | 'queue_name'>
type Bulk = Answer<'GET', `${Level}/bulk_actions/${string}`>['data']
type ListName = NonNullable<Begun['list']>

/**
 * Something done with many jobs in the background: what to ask before, and how far it has come. */
export function useBulk(list: ListName, at: Level = '') {
  const t = useTexts(texts)
  const words = useTexts(jobTexts)
  const [id, setId] = useState<string>()
  const [moving, setMoving] = useState<{ chosen: Chosen; count: number }>()
  const { data } = useQuery({
    queryKey: [`${at}/bulk_actions/${id}`],
    queryFn: ({ signal }) => api.get(`${at}/bulk_actions/${id}`, {}, { signal, quiet: true }),
    enabled: id !== undefined,
    refetchInterval: (query) => (query.state.data?.data.state === 'running' ? 700 : false),
  })
  const bulk = id === undefined ? undefined : data?.data
  const over = bulk && bulk.state !== 'running'
  useEffect(() => {
    if (over) void refresh('/jobs', '/queued_jobs', '/queues', '/supervisor/queued_jobs', '/supervisor/queues')
  }, [over, id])
  const begin = async (chosen: Chosen, order: Order) =>
    setId((await api.post(`${at}/bulk_actions`, { ...chosen, ...order, list })).data.id)
  return {
    async cancel(chosen: Chosen, count: number) {
      if (
        await confirm({
          title: words.sureCancel({ count }),
          text: words.sureCancelText(),
          action: words.cancelNow({ count }),
          cancel: words.keep(),
          danger: true,
        })
      )
        await begin(chosen, { action: 'cancel' })
    },
    async requeue(chosen: Chosen, count: number, mode: RequeueMode, version: 'original' | 'current' = 'original') {
      if (await confirm({ title: t.sureRequeue({ count }), text: t.sureRequeueText(), action: words.requeue() }))
        await begin(chosen, { action: 'requeue', mode, version })
    },
    move: (chosen: Chosen, count: number) => setMoving({ chosen, count }),
    /** What shows all this: the way it goes, and the question where to move. */
    shown: (
      <>
        {bulk && <BulkProgress bulk={bulk} at={at} onClose={() => setId(undefined)} />}
        {moving && (
          <MoveTo
            at={at}
            count={moving.count}
            onClose={() => setMoving(undefined)}
            onChoose={(to) => {
              setMoving(undefined)
              void begin(moving.chosen, { action: 'move', ...to })
            }}
          />
        )}
      </>
    ),
  }
}

function BulkProgress({ bulk, at, onClose }: { bulk: Bulk; at: Level; onClose: () => void }) {
  const t = useTexts(texts)
  const formats = useFormats()
  const [showing, setShowing] = useState(false)
  const { action, state, total, affected, refused } = bulk
  const counts = { done: formats.number(affected + refused), total: formats.number(total) }
  const running = { cancel: t.cancelling(counts), requeue: t.requeueing(counts), move: t.moving(counts) }[action]
  const done = {
    cancel: t.cancelled({ count: affected }),
    requeue: t.requeued({ count: affected }),
    move: t.moved({ count: affected }),
  }[action]
  const stop = async () => {
    await api.post(`${at}/bulk_actions/${bulk.id}/stop`)
    await refresh(`${at}/bulk_actions/${bulk.id}`)
  }
  const said = [
    state === 'running' ? running : done,
    refused > 0 && t.refused({ count: refused }),
    state === 'stopped' && t.stopped(),
  ]
    .filter(Boolean)
    .join(', ')
  return (
    <div className={s['bulk']} role="status">
      <Note tone={state === 'running' ? 'blue' : refused > 0 ? 'amber' : 'green'} icon={<IconListCheck size={16} />}>
        <div className={s['line']}>
          <span>{said}</span>
          {state === 'running' && (
            <Progress
              className={s['bar']}
              size="sm"
              aria-label={running}
              value={total === 0 ? 100 : ((affected + refused) / total) * 100}
            />
          )}
          <span className={s['buttons']}>
            {refused > 0 && (
              <Button size="xs" variant="subtle" onClick={() => setShowing(true)}>
                {t.show()}
              </Button>
            )}
            {state === 'running' ? (
              <Button size="xs" variant="subtle" onClick={() => void stop()}>
                {t.stop()}
              </Button>
            ) : (
              <Button size="xs" variant="subtle" onClick={onClose}>
                {t.close()}
              </Button>
            )}
          </span>
        </div>
      </Note>
      {showing && <Refused id={bulk.id} at={at} total={refused} onClose={() => setShowing(false)} />}
    </div>
  )
}

function Refused({ id, at, total, onClose }: { id: string; at: Level; total: number; onClose: () => void }) {
  const t = useTexts(texts)
  const status = useTexts(jobStatusTexts)
  const path = `${at}/bulk_actions/${id}/refused` as const
  const { data } = useQuery({
    queryKey: [path],
    queryFn: ({ signal }) => api.get(path, { perPage: 100 }, { signal }),
  })
  return (
    <Dialog onClose={onClose} title={t.refusedTitle()} size={560}>
      {data && data.data.length < total && <p className="muted">{t.more({ shown: data.data.length, total })}</p>}
      <table className={s['refused']}>
        <tbody>
          {data?.data.map((job) => (
            <tr key={job.id}>
              <td className="mono">{job.id}</td>
              <td>{job.message ?? (job.status ? status[job.status]() : t.gone())}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Dialog>
  )
}

/** A tenant chooses one of its queues; over all tenants it is the queue of that name. */
function MoveTo({
  at,
  count,
  onChoose,
  onClose,
}: {
  at: Level
  count: number
  onChoose: (to: { queue_id: string } | { queue_name: string }) => void
  onClose: () => void
}) {
  const t = useTexts(texts)
  const [to, setTo] = useState<string | null>(null)
  const own = useQuery({
    queryKey: ['/queues', 'all'],
    queryFn: ({ signal }) => api.get('/queues', { noPagination: true }, { signal }),
    enabled: at === '',
  })
  const presets = useQuery({
    queryKey: ['/settings/queues'],
    queryFn: ({ signal }) => api.get('/settings/queues', {}, { signal }),
    enabled: at !== '',
  })
  const options =
    at === ''
      ? (own.data?.data ?? []).map(({ id, name }) => ({ value: id, label: name }))
      : (presets.data?.data.presets ?? []).map(({ name }) => ({ value: name, label: name }))
  return (
    <Dialog onClose={onClose} title={t.moveTitle({ count })} size={420}>
      <p className="muted">{t.moveText()}</p>
      <Select label={t.queue()} data={options} value={to} onChange={setTo} data-autofocus mt={12} />
      <div className={s['end']}>
        <Button disabled={to === null} onClick={() => onChoose(at === '' ? { queue_id: to! } : { queue_name: to! })}>
          {t.move()}
        </Button>
      </div>
    </Dialog>
  )
}
