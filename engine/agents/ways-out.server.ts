import type { Database } from '@weft/kit/database/connect.server.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import type { Duplex } from 'node:stream'
import { egressBy, type TenantEgress, type WayOut } from '../connections/egress.server.ts'
import type { Leaving } from './leaving.ts'
import { lineByAgent } from './line-by-agent.server.ts'
import { openNearEnd } from './near-end.server.ts'
import { openTunnels, type KnownTunnels } from './tunnels.server.ts'

export type WaysOut = {
  /** The way out of a connection: behind the egress guard, through an agent of its tenant, or through another connection. */
  of(connection: Leaving): WayOut
  close(): Promise<void>
}
type Opening = { db: Database; key: Keyring; egress: Pick<TenantEgress, 'of'>; connectors: KnownTunnels }

/** So many ways of tenants are kept ready for HTTP. */
const most = 200

export function openWaysOut({ db, key, egress, connectors }: Opening): WaysOut {
  const known = new Map<string, WayOut>()
  const tunnels = openTunnels({ db, key, connectors, wayOf: of })
  const closing = ignore('the connections over a way out could not be closed')

  function lines({ tenant_id, agent_id, tunnel_connection_id }: Leaving) {
    return (host: string, port: number): Promise<Duplex> =>
      tunnel_connection_id === null
        ? lineByAgent({ db, key }, { tenant_id, agent_id }, { host, port })
        : tunnels.line({ tenant_id, id: tunnel_connection_id }, { host, port })
  }

  function of(leaving: Leaving): WayOut {
    const { tenant_id, reach, agent_id, tunnel_connection_id } = leaving
    if (reach === 'direct') return egress.of(tenant_id)
    const name = `${tenant_id} ${reach} ${tunnel_connection_id ?? agent_id ?? ''}`
    const found = known.get(name) ?? farEnds(lines(leaving))
    known.delete(name)
    known.set(name, found)
    const [oldest] = known
    if (known.size > most && oldest) {
      known.delete(oldest[0])
      oldest[1].close().catch(closing)
    }
    return found
  }

  return {
    of,
    async close() {
      await Promise.all([...known.values()].map((one) => one.close()))
      await tunnels.close()
    },
  }
}

/** Wherever it is asked to lead, a place on this machine is opened that does. */
const farEnds = (lineTo: (host: string, port: number) => Promise<Duplex>): WayOut =>
  egressBy(async (host, port) => {
    const line = () => lineTo(host.replace(/^\[|\]$/g, ''), port)
    const near = await openNearEnd(await line(), line)
    return { addresses: [near.host], port: near.port }
  })
