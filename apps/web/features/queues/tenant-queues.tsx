import { Switch } from '@mantine/core'
import type { Answer } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Figures, StatusDot } from '@weft/kit/ui/bits.tsx'
import { NameCell } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useRows } from '@weft/kit/ui/list.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { QueueInterruption } from './queue-interruption.tsx'
import s from './tenant-queues.module.css'

const texts = defineMessages({
  title: { en: 'Queue monitor', de: 'Warteschlangen-Monitor' },
  about: {
    en: 'How full they are and how fast they drain, right now.',
    de: 'Wie voll sie sind und wie schnell sie sich leeren, jetzt gerade.',
  },
  views: { en: 'Queues', de: 'Warteschlangen' },
  queued: { en: 'Queued jobs', de: 'Jobs in der Warteschlange' },
  name: { en: 'Queue', de: 'Warteschlange' },
  priority: { en: 'Priority', de: 'Priorität' },
  high: { en: 'High', de: 'Hoch' },
  low: { en: 'Low', de: 'Niedrig' },
  state: { en: 'State', de: 'Zustand' },
  busy: { en: 'Working', de: 'Arbeitet' },
  idle: { en: 'Idle', de: 'Leerlauf' },
  stopped: { en: 'Stopped', de: 'Angehalten' },
  instances: { en: 'Instances in use', de: 'Belegte Instanzen' },
  ofInstances: { en: '{running} of {instances}', de: '{running} von {instances}' },
  pending: { en: 'Pending', de: 'Anstehend' },
  waiting: { en: 'Waiting', de: 'Wartend' },
  oldest: { en: 'Oldest pending', de: 'Ältester anstehend' },
  finished: { en: 'Finished, 1 h', de: 'Beendet, 1 Std.' },
  failed: { en: 'Failed, 1 h', de: 'Fehlgeschlagen, 1 Std.' },
  active: { en: 'Takes jobs', de: 'Nimmt Jobs an' },
  toggle: { en: 'Queue {name} takes jobs', de: 'Warteschlange {name} nimmt Jobs an' },
  running: { en: 'Running now', de: 'Laufen gerade' },
})

type QueueFigures = Answer<'GET', '/queues/figures'>['data'][number]

/** The tenant's queues with what they do; stopping one lets running jobs end and the others wait. */
export function QueueFiguresScreen() {
  const t = useTexts(texts)
  const formats = useFormats()
  const may = useMay()
  const { data, isFetching, error, refetch } = useQuery({
    queryKey: ['/queues/figures'],
    queryFn: ({ signal }) => api.get('/queues/figures', {}, { signal, quiet: true }),
    refetchInterval: 3_000,
  })
  const queues = data?.data
  const list = useRows(queues, { sort: 'name', busy: isFetching && !queues, error, reload: () => void refetch() })
  const sum = (key: 'pending' | 'running' | 'waiting' | 'finished_last_hour' | 'failed_last_hour') =>
    (queues ?? []).reduce((total, queue) => total + queue[key], 0)
  const toggle = async (queue: QueueFigures) => {
    await api.put(`/queues/${queue.id}`, { active: !queue.active })
    await refresh('/queues')
  }
  const columns = useMemo<Column<QueueFigures>[]>(
    () => [
      {
        key: 'name',
        title: t.name(),
        fixed: true,
        cell: (queue) => (
          <NameCell name={queue.name} {...(may('projects.view') && { to: `/project/settings/queues/${queue.id}` })} />
        ),
      },
      {
        key: 'active',
        title: t.state(),
        cell: (queue) => (
          <StatusDot
            tone={!queue.active ? 'slate' : queue.running > 0 ? 'blue' : 'green'}
            pulse={queue.active && queue.running > 0}
          >
            {!queue.active ? t.stopped() : queue.running > 0 ? t.busy() : t.idle()}
          </StatusDot>
        ),
      },
      {
        key: 'priority',
        title: t.priority(),
        cell: (queue) => (
          <Badge tone={queue.priority === 'high' ? 'violet' : undefined}>
            {queue.priority === 'high' ? t.high() : t.low()}
          </Badge>
        ),
      },
      {
        key: 'running',
        title: t.instances(),
        cell: (queue) => (
          <span className={s['load']}>
            <progress
              value={queue.running}
              max={queue.instances}
              aria-label={t.ofInstances({ running: queue.running, instances: queue.instances })}
            />
            {t.ofInstances({ running: queue.running, instances: queue.instances })}
          </span>
        ),
      },
      { key: 'pending', title: t.pending(), end: true, cell: (queue) => formats.number(queue.pending) },
      { key: 'waiting', title: t.waiting(), end: true, cell: (queue) => formats.number(queue.waiting) },
      { key: 'oldest_at', title: t.oldest(), cell: (queue) => formats.ago(queue.oldest_at) },
      {
        key: 'finished_last_hour',
        title: t.finished(),
        end: true,
        cell: (queue) => formats.number(queue.finished_last_hour),
      },
      {
        key: 'failed_last_hour',
        title: t.failed(),
        end: true,
        cell: (queue) =>
          queue.failed_last_hour > 0 ? (
            <span style={{ color: 'var(--red)' }}>{formats.number(queue.failed_last_hour)}</span>
          ) : (
            '0'
          ),
      },
      {
        key: 'switch',
        title: t.active(),
        sortable: false,
        cell: (queue) => (
          <Switch
            size="xs"
            aria-label={t.toggle({ name: queue.name })}
            checked={queue.active}
            disabled={!may('projects.update')}
            onChange={() => void toggle(queue)}
          />
        ),
      },
    ],
    [t, formats, may],
  )
  return (
    <Page
      title={t.title()}
      subtitle={t.about()}
      fill
      bleed
      tabs={
        <PageTabs
          label={t.views()}
          tabs={[
            { to: '/analysis/queues', title: t.title() },
            { to: '/analysis/queues/jobs', title: t.queued() },
          ]}
        />
      }
    >
      <QueueInterruption className={s['interruption']} />
      <Figures
        figures={[
          { label: t.running(), value: formats.number(sum('running')) },
          { label: t.pending(), value: formats.number(sum('pending')) },
          { label: t.waiting(), value: formats.number(sum('waiting')) },
          { label: t.finished(), value: formats.number(sum('finished_last_hour')) },
          { label: t.failed(), value: formats.number(sum('failed_last_hour')) },
        ]}
      />
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(queue) => queue.id}
        rowName={(queue) => queue.name}
        remember="queue-figures"
      />
    </Page>
  )
}
