import { allowRule, isAllowedBy } from '@weft/kit/agent/allow.ts'
import { StreamRefused } from '@weft/kit/agent/streams.server.ts'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { codeOf } from '@weft/kit/errors/caught.ts'
import { Forbidden, Unavailable } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import { networkReason } from '@weft/kit/network/reason.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { sql } from 'kysely'
import type { Duplex } from 'node:stream'
import { egressBy, type Egress, type WayOut } from '../connections/egress.server.ts'
import { askForLine } from './line.server.ts'
import { openNearEnd } from './near-end.server.ts'

const texts = defineMessages({
  away: {
    en: 'No agent is connected that this connection could use. Where it runs, its log says why.',
    de: 'Es ist kein Agent verbunden, den diese Verbindung nutzen könnte. Warum, steht dort im Protokoll, wo er läuft.',
  },
  notAllowed: {
    en: 'No connected agent allows {host}:{port}. Start one with --allow {host}:{port} where the system is.',
    de: 'Kein verbundener Agent erlaubt {host}:{port}. Starten Sie dort, wo das System steht, einen mit --allow {host}:{port}.',
  },
  failed: {
    en: '{host}:{port} was not reached through an agent: {reason}',
    de: '{host}:{port} wurde über keinen Agenten erreicht: {reason}',
  },
})

/** How a connection says that it leaves. */
type Leaving = { tenant_id: string; reach: string; agent_id: string | null }

export type WaysOut = {
  /** The way out of a connection: behind the egress guard, or through an agent of its tenant. */
  of(connection: Leaving): WayOut
  close(): Promise<void>
}

/** So many tenants' agents are kept ready for HTTP. */
const most = 200
/** The process that holds an agent says so every twenty seconds. */
export const silentAfter = sql`interval '70 seconds'`

export function openWaysOut({ db, key, egress }: { db: Database; key: Keyring; egress: Egress }): WaysOut {
  const known = new Map<string, WayOut>()
  const closing = ignore('the connections through an agent could not be closed')

  function through(leaving: Leaving): WayOut {
    return egressBy(async (host, port) => {
      const line = () => lineTo(db, key, leaving, { host, port })
      const near = await openNearEnd(await line(), line)
      return { addresses: [near.host], port: near.port }
    })
  }

  return {
    of(leaving) {
      if (leaving.reach === 'direct') return egress
      const name = `${leaving.tenant_id} ${leaving.agent_id ?? ''}`
      const found = known.get(name) ?? through(leaving)
      known.delete(name)
      known.set(name, found)
      const [oldest] = known
      if (known.size > most && oldest) {
        known.delete(oldest[0])
        oldest[1].close().catch(closing)
      }
      return found
    },
    close: async () => void (await Promise.all([...known.values()].map((one) => one.close()))),
  }
}

type Wanted = { host: string; port: number }

/** A line through an agent that allows the host; where one of several fails the next is asked. */
async function lineTo(db: Database, key: Keyring, leaving: Leaving, { host: given, port }: Wanted): Promise<Duplex> {
  const host = given.replace(/^\[|\]$/g, '')
  const connected = await connectedAgents(db, leaving)
  if (connected.length === 0) throw new Unavailable('AGENT_AWAY', texts.away())
  const allowing = connected.filter(({ allows }) =>
    isAllowedBy(
      allows.flatMap((text) => allowRule(text) ?? []),
      host,
      port,
    ),
  )
  let last: unknown
  for (const { agent_id, url } of allowing) {
    try {
      return await askForLine(key, url, { tenant_id: leaving.tenant_id, agent_id, host, port })
    } catch (error) {
      last = error
    }
  }
  if (!last || codeOf(last) === 'NOT_ALLOWED') throw new Forbidden('AGENT_REFUSED', texts.notAllowed({ host, port }))
  if (last instanceof StreamRefused && last.code === 'AWAY')
    throw new Unavailable('AGENT_AWAY', texts.away(), { cause: last })
  const say = inserted(texts.failed({ host, port, reason: '' }), 'reason', networkReason(last))
  throw new Unavailable('AGENT_UNREACHED', say, { cause: last })
}

type Connected = { agent_id: string; url: string; allows: string[] }

/** Those a connection may use, in any order, so that several share the work. */
const connectedAgents = (db: Database, { tenant_id, agent_id }: Leaving): Promise<Connected[]> =>
  inScope(db, systemScope, async (trx) => {
    const { rows } = await sql<Connected>`
      select s.agent_id, s.url, s.allows from agent_sessions s join agents a on a.id = s.agent_id
      where s.tenant_id = ${tenant_id} and a.tenant_id = s.tenant_id and a.revoked_at is null
        and (${agent_id}::uuid is null or s.agent_id = ${agent_id}::uuid)
        and s.disconnected_at is null and s.seen_at > now() - ${silentAfter}
      order by random()`.execute(trx)
    return rows
  })
