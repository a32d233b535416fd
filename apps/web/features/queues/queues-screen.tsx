import { queueSettings } from '@weft/catalogue/resources/setting/queues.ts'
import { Button } from '@mantine/core'
import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Badge, Figures, Spark, StatusDot } from '@weft/kit/ui/bits.tsx'
import { Ago, NameCell } from '@weft/kit/ui/cells.tsx'
import { DataTable, type Column } from '@weft/kit/ui/data-table.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { useList } from '@weft/kit/ui/list.ts'
import { useLive } from '@weft/kit/ui/live.ts'
import { Page } from '@weft/kit/ui/page.tsx'
import { PageTabs } from '@weft/kit/ui/page-tabs.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { refresh } from '@weft/kit/ui/queries.ts'
import { useMay } from '@weft/kit/ui/session.ts'
import { useTexts } from '@weft/kit/ui/texts.ts'
import { IconChecklist, IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { QueuedJobs } from '../jobs/queued-jobs.tsx'
import { SettingsPanel } from '../settings/settings-panel.tsx'
import { HeldPanel } from './held.tsx'
import { AllMachines, Machines } from './machines.tsx'

const texts = defineMessages({
  title: { en: 'Queues', de: 'Warteschlangen' },
  about: {
    en: 'The machines that run jobs, and the queues of all tenants.',
    de: 'Die Maschinen, die Jobs ausführen, und die Warteschlangen aller Mandanten.',
  },
  views: { en: 'Queues', de: 'Warteschlangen' },
  overview: { en: 'Overview', de: 'Übersicht' },
  queued: { en: 'Queued jobs', de: 'Jobs in der Warteschlange' },
  settings: { en: 'Settings', de: 'Einstellungen' },
  find: { en: 'Search queues and tenants', de: 'Warteschlangen und Mandanten suchen' },
  name: { en: 'Queue', de: 'Warteschlange' },
  tenant: { en: 'Tenant', de: 'Mandant' },
  state: { en: 'State', de: 'Zustand' },
  busy: { en: 'Working', de: 'Arbeitet' },
  idle: { en: 'Idle', de: 'Leerlauf' },
  paused: { en: 'Stopped', de: 'Angehalten' },
  priority: { en: 'Priority', de: 'Priorität' },
  high: { en: 'High', de: 'Hoch' },
  low: { en: 'Low', de: 'Niedrig' },
  depth: { en: 'Pending', de: 'Anstehend' },
  waiting: { en: 'Waiting', de: 'Wartend' },
  running: { en: 'Running', de: 'Laufend' },
  workers: { en: 'Workers', de: 'Worker' },
  ofInstances: { en: '{workers} of {instances}', de: '{workers} von {instances}' },
  oldest: { en: 'Oldest pending', de: 'Ältester anstehend' },
  since: { en: 'Waiting since', de: 'Wartet seit' },
  hour: { en: 'Last hour', de: 'Letzte Stunde' },
  perMinute: { en: '{count} a minute', de: '{count} je Minute' },
  failed: { en: 'Failed, 1 h', de: 'Fehler, 1 Std.' },
  all: { en: 'All', de: 'Alle' },
  backlog: { en: 'With a backlog', de: 'Mit Rückstand' },
  pause: { en: 'Stop', de: 'Anhalten' },
  resume: { en: 'Go on', de: 'Fortsetzen' },
  pauseOne: { en: 'Stop the queue {name} of {tenant}', de: 'Warteschlange {name} von {tenant} anhalten' },
  resumeOne: { en: 'Go on with the queue {name} of {tenant}', de: 'Warteschlange {name} von {tenant} fortsetzen' },
  none: { en: 'No queues yet', de: 'Noch keine Warteschlangen' },
  noneText: {
    en: 'A tenant gets its queues when it is set up.',
    de: 'Ein Mandant erhält seine Warteschlangen bei der Einrichtung.',
  },
})

const home = '/admin/settings/system/queues'

/** The sub-pages of the administration's queues. */
function QueueTabs() {
  const t = useTexts(texts)
  return (
    <PageTabs
      label={t.views()}
      tabs={[
        { to: home, title: t.overview() },
        { to: `${home}/jobs`, title: t.queued() },
        { to: `${home}/settings`, title: t.settings() },
      ]}
    />
  )
}

/** The machines with what can be asked of them, and below the queues of all tenants. */
export function SystemQueuesScreen() {
  const t = useTexts(texts)
  const { data } = useQuery({
    queryKey: ['/supervisor'],
    queryFn: ({ signal }) => api.get('/supervisor', {}, { signal, quiet: true }),
    refetchInterval: 3_000,
  })
  useLive('queues', () => void refresh('/supervisor'))
  return (
    <Page title={t.title()} subtitle={t.about()} actions={<AllMachines />} tabs={<QueueTabs />}>
      <div className="stack">
        <HeldPanel />
        <Machines machines={data?.data} />
        <TenantQueues />
      </div>
    </Page>
  )
}

/** What waits for a worker or has one, over all tenants. */
export function SystemQueuedJobsScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.about()} fill bleed tabs={<QueueTabs />}>
      <QueuedJobs overall />
    </Page>
  )
}

/** How machines run jobs, the limits of tenants' queues, and what a new tenant starts with. */
export function QueueSettingsScreen() {
  const t = useTexts(texts)
  return (
    <Page title={t.title()} subtitle={t.about()} tabs={<QueueTabs />}>
      <div style={{ maxWidth: 860 }}>
        <SettingsPanel group={queueSettings} />
      </div>
    </Page>
  )
}

type QueueRow = ListRow<'/supervisor/queues'>
type States = Answer<'GET', '/supervisor/queues'>['meta']['states']

function TenantQueues() {
  const t = useTexts(texts)
  const formats = useFormats()
  const list = useList('/supervisor/queues', { sort: '-pending', filters: ['state'], refetchInterval: 4_000 })
  const states = list.meta['states'] as States | undefined
  const columns: Column<QueueRow>[] = [
    { key: 'name', title: t.name(), fixed: true, cell: (queue) => <NameCell name={queue.name} /> },
    {
      key: 'tenant_name',
      title: t.tenant(),
      fixed: true,
      cell: (queue) => <NameCell to={`/admin/clients/${queue.tenant_id}`} name={queue.tenant_name} />,
    },
    {
      key: 'active',
      title: t.state(),
      cell: (queue) => (
        <StatusDot
          tone={!queue.active ? 'slate' : queue.running > 0 ? 'blue' : 'green'}
          pulse={queue.active && queue.running > 0}
        >
          {!queue.active ? t.paused() : queue.running > 0 ? t.busy() : t.idle()}
        </StatusDot>
      ),
    },
    {
      key: 'priority',
      title: t.priority(),
      hidden: true,
      cell: (queue) => (
        <Badge tone={queue.priority === 'high' ? 'violet' : undefined}>
          {queue.priority === 'high' ? t.high() : t.low()}
        </Badge>
      ),
    },
    { key: 'pending', title: t.depth(), end: true, cell: (queue) => formats.number(queue.pending) },
    { key: 'oldest_at', title: t.since(), cell: (queue) => <Ago at={queue.oldest_at} /> },
    { key: 'running', title: t.running(), end: true, hidden: true, cell: (queue) => formats.number(queue.running) },
    {
      key: 'workers',
      title: t.workers(),
      end: true,
      sortable: false,
      cell: (queue) => t.ofInstances({ workers: queue.workers, instances: queue.instances }),
    },
    { key: 'waiting', title: t.waiting(), end: true, hidden: true, cell: (queue) => formats.number(queue.waiting) },
    {
      key: 'throughput',
      title: t.hour(),
      sortable: false,
      cell: (queue) => (
        <span
          style={{ display: 'inline-flex', gap: 8, alignItems: 'center' }}
          title={formats.number(queue.finished_last_hour)}
        >
          {t.perMinute({ count: formats.number(Math.round((queue.finished_last_hour / 60) * 10) / 10) })}
          <Spark data={queue.throughput} tone="blue" width={64} height={18} />
        </span>
      ),
    },
    {
      key: 'failed_last_hour',
      title: t.failed(),
      end: true,
      sortable: false,
      cell: (queue) =>
        queue.failed_last_hour > 0 ? (
          <span style={{ color: 'var(--red)' }}>{formats.number(queue.failed_last_hour)}</span>
        ) : (
          '0'
        ),
    },
    { key: 'switch', title: '', sortable: false, fixed: true, cell: (queue) => <Switch queue={queue} /> },
  ]
  return (
    <Panel title={t.title()} bleed>
      <Figures
        figures={[
          { label: t.running(), value: formats.number(states?.running) },
          { label: t.depth(), value: formats.number(states?.pending) },
          { label: t.waiting(), value: formats.number(states?.waiting) },
          { label: t.oldest(), value: formats.ago(states?.oldest_at) },
          { label: t.paused(), value: formats.number(states?.paused) },
        ]}
      />
      <DataTable
        label={t.title()}
        list={list}
        columns={columns}
        rowId={(queue) => queue.id}
        rowName={(queue) => `${queue.tenant_name} ${queue.name}`}
        find={t.find()}
        views={{
          filter: 'state',
          options: [
            { value: '', title: t.all(), count: states?.all },
            { value: 'backlog', title: t.backlog(), count: states?.backlog },
            { value: 'working', title: t.busy(), count: states?.working },
            { value: 'paused', title: t.paused(), count: states?.paused },
          ],
        }}
        remember="system-queues"
        empty={<EmptyState icon={IconChecklist} title={t.none()} text={t.noneText()} />}
      />
    </Panel>
  )
}

function Switch({ queue }: { queue: QueueRow }) {
  const t = useTexts(texts)
  const may = useMay()
  if (!may('system.run')) return null
  const names = { name: queue.name, tenant: queue.tenant_name }
  const change = async () => {
    await api.post(`/supervisor/queues/${queue.id}/${queue.active ? 'pause' : 'resume'}`)
    await refresh('/supervisor')
  }
  return (
    <Button
      size="xs"
      variant="subtle"
      aria-label={queue.active ? t.pauseOne(names) : t.resumeOne(names)}
      leftSection={queue.active ? <IconPlayerPause size={14} /> : <IconPlayerPlay size={14} />}
      onClick={() => void change()}
    >
      {queue.active ? t.pause() : t.resume()}
    </Button>
  )
}
