import { Select } from '@mantine/core'
import { connectors } from '@weft/catalogue/connectors/all.ts'
import { connection as resource } from '@weft/catalogue/resources/connection/connection.ts'
import { directly, ways, type Way } from '@weft/kit/connections/way.ts'
import type { Connector } from '@weft/kit/define/connector.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { api } from '@weft/kit/ui/api.ts'
import { Note } from '@weft/kit/ui/bits.tsx'
import { Panel } from '@weft/kit/ui/panel.tsx'
import { useMay } from '@weft/kit/ui/session.ts'
import { useLabel, useTexts } from '@weft/kit/ui/texts.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAgents } from '../agents/api.ts'
import { stateTexts } from '../agents/state.tsx'
import { home } from './api.ts'
import s from './connections.module.css'

const texts = defineMessages({
  any: { en: 'Any agent that allows it', de: 'Jeder Agent, der es erlaubt' },
  agentOf: { en: '{name} · {state}', de: '{name} · {state}' },
  noAgents: { en: 'There is no agent yet.', de: 'Es gibt noch keinen Agenten.' },
  addAgent: { en: 'To the agents', de: 'Zu den Agenten' },
  noTunnels: {
    en: 'There is no connection of the kind SSH tunnel or HTTP proxy yet. Create it first.',
    de: 'Es gibt noch keine Verbindung der Art SSH-Tunnel oder HTTP-Proxy. Legen Sie sie zuerst an.',
  },
  byAgent: { en: 'Through the agent {name}', de: 'Über den Agenten {name}' },
  byAny: { en: 'Through any agent that allows it', de: 'Über jeden Agenten, der es erlaubt' },
  byTunnel: { en: 'Through {name}', de: 'Über {name}' },
  direct: { en: 'Directly', de: 'Direkt' },
})

const house: readonly Connector[] = connectors
const leading = house.filter(({ provides }) => provides.includes('tunnel')).map(({ key }) => key)

/** What a field is called, and what stands with it. */
function wordsOf(field: keyof Way) {
  const own = resource.labels.fields[field]
  return 'label' in own ? { help: { en: '', de: '' }, options: {}, ...own } : { label: own, help: own, options: {} }
}
const labels = {
  reach: wordsOf('reach'),
  agent_id: wordsOf('agent_id'),
  tunnel_connection_id: wordsOf('tunnel_connection_id'),
}

/** The connections that lead into a network. */
function useTunnels(isWanted: boolean) {
  const { data } = useQuery({
    queryKey: ['/connections', 'tunnels'],
    enabled: isWanted,
    queryFn: async ({ signal }) => {
      const found = await Promise.all(
        leading.map((key) =>
          api.get('/connections', { perPage: 100, 'filter[connector]': key }, { signal, quiet: true }),
        ),
      )
      return found.flatMap(({ data }) => data)
    },
  })
  return data
}

type Props = {
  way: Way
  connector: Connector
  errorAt: (field: keyof Way) => string | undefined
  onChange: (way: Way) => void
}

/** How the system is reached: directly, through an agent, or through another connection. */
export function Reached({ way, connector, errorAt, onChange }: Props) {
  const t = useTexts(texts)
  const read = useLabel()
  const may = useMay()
  const words = useTexts(stateTexts)
  const { reach, agent_id, tunnel_connection_id } = labels
  const agents = useAgents(way.reach === 'agent').data?.data.agents.filter(({ state }) => state !== 'revoked')
  const tunnels = useTunnels(way.reach === 'tunnel')
  return (
    <>
      <div className={s['general']}>
        <Select
          label={read(reach.label)}
          description={read(reach.help)}
          error={errorAt('reach')}
          allowDeselect={false}
          value={way.reach}
          onChange={(value) => value && onChange({ ...directly, reach: value as Way['reach'] })}
          data={ways
            // A tunnel is not reached through another.
            .filter((one) => !(one === 'tunnel' && connector.provides.includes('tunnel')))
            .map((one) => ({ value: one, label: read(reach.options[one]!) }))}
        />
        {way.reach === 'agent' && (
          <Select
            label={read(agent_id.label)}
            description={read(agent_id.help)}
            error={errorAt('agent_id')}
            allowDeselect={false}
            value={way.agent_id ?? ''}
            onChange={(id) => onChange({ ...way, agent_id: id || null })}
            data={[
              { value: '', label: t.any() },
              ...(agents ?? []).map(({ id, name, state }) => ({
                value: id,
                label: t.agentOf({ name, state: words[state]() }),
              })),
            ]}
          />
        )}
        {way.reach === 'tunnel' && (
          <Select
            label={read(tunnel_connection_id.label)}
            description={read(tunnel_connection_id.help)}
            error={errorAt('tunnel_connection_id')}
            allowDeselect={false}
            value={way.tunnel_connection_id}
            onChange={(id) => onChange({ ...way, tunnel_connection_id: id })}
            data={(tunnels ?? []).map(({ id, label }) => ({ value: id, label }))}
          />
        )}
      </div>
      {way.reach === 'agent' && agents?.length === 0 && (
        <Note tone="amber">
          {t.noAgents()} {may('agents.view') && <Link to="/project/integrations/agents">{t.addAgent()}</Link>}
        </Note>
      )}
      {way.reach === 'tunnel' && tunnels?.length === 0 && <Note tone="amber">{t.noTunnels()}</Note>}
    </>
  )
}

export function ReachedPanel(props: Props) {
  const read = useLabel()
  return (
    <Panel title={read(labels.reach.label)}>
      <Reached {...props} />
    </Panel>
  )
}

/** The way of a connection in words. */
export function ReachedBy({ way: { reach, agent_id, tunnel_connection_id } }: { way: Way }) {
  const t = useTexts(texts)
  const agents = useAgents(agent_id !== null).data?.data.agents
  const tunnels = useTunnels(reach === 'tunnel')
  if (reach === 'direct') return t.direct()
  if (reach === 'agent' && agent_id === null) return t.byAny()
  if (reach === 'agent') return t.byAgent({ name: agents?.find(({ id }) => id === agent_id)?.name ?? '…' })
  const name = tunnels?.find(({ id }) => id === tunnel_connection_id)?.label ?? '…'
  return <Link to={`${home}/${tunnel_connection_id}`}>{t.byTunnel({ name })}</Link>
}
