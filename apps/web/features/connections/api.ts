import { connectors } from '@weft/catalogue/connectors/all.ts'
import type { Way } from '@weft/kit/connections/way.ts'
import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'
import type { Connector } from '@weft/kit/define/connector.ts'
import { connectorDefaults } from '@weft/kit/define/plugin.ts'
import { api } from '@weft/kit/ui/api.ts'
import { useLanguage } from '@weft/kit/ui/language.ts'
import { useSession } from '@weft/kit/ui/session.ts'
import { useQuery } from '@tanstack/react-query'
import { offerOfProject } from '../elements/offer.ts'

export const home = '/project/integrations/connections'

export type ListedConnection = ListRow<'/connections'>
export type Connection = Answer<'GET', `/connections/${string}`>['data']
export type Checked = Answer<'POST', `/connections/${string}/test`>['data']

/** A kind of system as this project has it: one of the house, or one that a plugin of the project brings. */
export type ConnectorHere = {
  key: string
  connector: Connector
  title: string
  help: string
  icon: string
  plugin?: string
  /** What a connection of this kind begins with. */
  defaults: Record<string, unknown>
}

export function useConnectors(): ConnectorHere[] {
  const language = useLanguage()
  const project = useSession((value) => value.project?.id)
  const { data } = useQuery(offerOfProject(project))
  const house: readonly Connector[] = connectors
  const rest = house.find(({ key }) => key === 'rest')!
  const own = house.map((connector): ConnectorHere => ({
    key: connector.key,
    connector,
    title: connector.labels.title[language],
    help: connector.labels.help[language],
    icon: connector.icon,
    defaults: defaultsOf(connector),
  }))
  const brought = (data?.plugins ?? [])
    .filter(({ enabled }) => enabled)
    .flatMap(({ manifest }) =>
      manifest.connectors.map((one): ConnectorHere => ({
        key: `${manifest.key}.${one.key}`,
        connector: rest,
        title: one.label[language],
        help: one.help[language],
        icon: one.icon,
        plugin: manifest.label[language],
        defaults: { ...defaultsOf(rest), ...connectorDefaults(one) },
      })),
    )
  return [...own, ...brought]
}

type Schema = { safeParse(value: unknown): { success: boolean; data?: unknown } }
const defaultsOf = ({ settings }: Connector) =>
  Object.fromEntries(
    Object.entries(settings.shape as unknown as Record<string, Schema>).flatMap(([key, schema]) =>
      ((tried) => (tried.success && tried.data !== undefined ? [[key, tried.data]] : []))(schema.safeParse(undefined)),
    ),
  )

/** Where settings are tried on a way, with the secrets of a stored connection where none are typed. */
export function testPath(key: string, { reach, agent_id, tunnel_connection_id }: Way, stored?: string) {
  const query = new URLSearchParams({
    reach,
    ...(stored && { connection_id: stored }),
    ...(agent_id && { agent_id }),
    ...(tunnel_connection_id && { tunnel_connection_id }),
  })
  return `/connectors/${key}/test?${query}` as `/connectors/${string}/test`
}

export const useHealth = (id: string, days: number) =>
  useQuery({
    queryKey: [`/connections/${id}/health`, days],
    queryFn: ({ signal }) => api.get(`/connections/${id}/health`, { days }, { signal, quiet: true }),
    refetchInterval: 30_000,
  })
