import { defineMessages } from '@weft/kit/messages/messages.ts'
import { Badge, StatusDot, Tile, type Tone } from '@weft/kit/ui/bits.tsx'
import { EmptyState } from '@weft/kit/ui/empty-state.tsx'
import { useFormats } from '@weft/kit/ui/format.ts'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useTexts } from '@weft/kit/ui/texts.ts'
import {
  IconDatabase,
  IconDeviceDesktopAnalytics,
  IconKey,
  IconPlugConnected,
  IconRobot,
  IconRoute,
  type Icon,
} from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { mayOpen } from '../../routes/guards.ts'
import s from './resources.module.css'
import type { Usage } from './usage.ts'

const texts = defineMessages({
  queues: { en: 'Queues', de: 'Warteschlangen' },
  all: { en: 'All', de: 'Alle' },
  queue: {
    en: '{instances, plural, one {# instance} other {# instances}}, {memory} MB each',
    de: '{instances, plural, one {# Instanz} other {# Instanzen}} zu je {memory} MB',
  },
  shared: { en: 'shared', de: 'gemeinsam' },
  own: { en: 'own', de: 'eigene' },
  paused: { en: 'Paused', de: 'Angehalten' },
  running: { en: '{count} running', de: '{count} in Arbeit' },
  waiting: { en: '{count} waiting since {when}', de: '{count} wartend seit {when}' },
  idle: { en: 'Nothing waits', de: 'Nichts wartet' },
  structures: { en: 'Records by data structure', de: 'Datensätze je Datenstruktur' },
  largest: { en: 'the {count} largest of {total}', de: 'die {count} größten von {total}' },
  records: { en: '{count} records', de: '{count} Datensätze' },
  about: { en: 'about {count} records', de: 'etwa {count} Datensätze' },
  none: { en: 'No data structure yet', de: 'Noch keine Datenstruktur' },
  things: { en: 'What works here', de: 'Was hier arbeitet' },
  workflows: { en: 'Workflows', de: 'Workflows' },
  connections: { en: 'Connections', de: 'Verbindungen' },
  tokens: { en: 'Workflow tokens', de: 'Workflow-Token' },
  accounts: { en: 'Service accounts', de: 'Dienstkonten' },
  agents: { en: 'Agents', de: 'Agenten' },
  active: { en: '{count} active', de: '{count} aktiv' },
  sharedOf: { en: '{count} shared by the tenant', de: '{count} vom Mandanten geteilt' },
  broken: { en: ', {count} disrupted', de: ', {count} gestört' },
  connected: { en: '{count} connected', de: '{count} verbunden' },
})

/** The queues the project's runs lie in. */
export function QueueList({ queues }: { queues: Usage['queues'] }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  return (
    <Panel title={t.queues()} bleed actions={<Link to="/analysis/queues">{t.all()}</Link>}>
      <ul className={s['rows']}>
        {queues.map((queue) => (
          <li key={queue.id}>
            <span>
              <Link to={`/project/settings/queues/${queue.id}`}>{queue.name}</Link>{' '}
              <Badge>{queue.shared ? t.shared() : t.own()}</Badge>
              <small>{t.queue({ instances: queue.instances, memory: number(queue.max_memory) })}</small>
            </span>
            <QueueState queue={queue} />
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function QueueState({ queue: { active, running, waiting, waiting_since } }: { queue: Usage['queues'][number] }) {
  const t = useTexts(texts)
  const { number, ago } = useFormats()
  const said = [
    running > 0 && t.running({ count: number(running) }),
    waiting > 0 && t.waiting({ count: number(waiting), when: ago(waiting_since) }),
  ].filter(Boolean)
  const tone: Tone = !active ? 'amber' : waiting > 0 ? 'blue' : running > 0 ? 'green' : 'slate'
  return <StatusDot tone={tone}>{!active ? t.paused() : said.length > 0 ? said.join(', ') : t.idle()}</StatusDot>
}

/** Where the records are. */
export function StructureList({ structures: { total, largest } }: { structures: NonNullable<Usage['structures']> }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const isCut = total > largest.length
  return (
    <Panel
      title={t.structures()}
      bleed
      note={isCut && t.largest({ count: largest.length, total: number(total) })}
      actions={<Link to="/project/data-structures">{t.all()}</Link>}
    >
      {largest.length === 0 && <EmptyState small icon={IconDatabase} title={t.none()} />}
      <ul className={s['rows']}>
        {largest.map(({ id, label, records, about }) => (
          <li key={id}>
            <Link to={`/project/data-store/${id}`}>{label}</Link>
            <span className={s['figure']}>{t[about ? 'about' : 'records']({ count: number(records) })}</span>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

/** What works in the project, its own and what the tenant shares. */
export function SharedThings({ usage }: { usage: Usage }) {
  const t = useTexts(texts)
  const { number } = useFormats()
  const { workflows, connections, tokens, service_accounts, agents } = usage
  const count = (of: number | undefined) => ({ count: number(of ?? 0) })
  const things: (Thing | null)[] = [
    workflows && {
      ...{ to: '/project/workflows', icon: IconRoute, tone: 'violet', name: t.workflows() },
      ...{ total: workflows['total']!, note: t.active(count(workflows['active'])) },
    },
    connections && {
      ...{ to: '/project/integrations/connections', icon: IconPlugConnected, tone: 'teal', name: t.connections() },
      total: connections['own']! + connections['shared']!,
      note:
        t.sharedOf(count(connections['shared'])) +
        (connections['broken'] ? t.broken(count(connections['broken'])) : ''),
    },
    tokens && {
      ...{ to: '/project/settings/workflowToken', icon: IconKey, tone: 'amber', name: t.tokens() },
      ...{ total: tokens['total']!, note: t.active(count(tokens['active'])) },
    },
    service_accounts && {
      ...{ to: '/project/settings/service-accounts', icon: IconRobot, tone: 'blue', name: t.accounts() },
      total: service_accounts['own']! + service_accounts['shared']!,
      note: t.sharedOf(count(service_accounts['shared'])),
    },
    agents && {
      ...{ to: '/project/integrations/agents', icon: IconDeviceDesktopAnalytics, tone: 'pink', name: t.agents() },
      ...{ total: agents['total']!, note: t.connected(count(agents['connected'])) },
    },
  ]
  const shown = things.filter((thing) => thing !== null).filter(({ to }) => mayOpen(to))
  return (
    <div className={s['wide']}>
      <Panel title={t.things()}>
        <div className={s['shared']}>
          {shown.map(({ to, icon: Icon, tone, name, total, note }) => (
            <Link key={to} to={to} className={s['card']}>
              <Tile tone={tone}>
                <Icon size={16} stroke={1.7} />
              </Tile>
              <span>
                <span>
                  <b>{number(total)}</b> {name}
                </span>
                <small>{note}</small>
              </span>
            </Link>
          ))}
        </div>
      </Panel>
    </div>
  )
}

type Thing = { to: string; icon: Icon; tone: Tone; name: string; total: number; note: string }
