import { allowRule, isAllowedBy } from '@weft/kit/agent/allow.ts'
import { StreamRefused } from '@weft/kit/agent/streams.server.ts'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { Forbidden, Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages, inserted } from '@weft/kit/messages/messages.ts'
import { networkReason } from '@weft/kit/network/reason.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { sql } from 'kysely'
import type { Duplex } from 'node:stream'
import { askForLine } from './line.server.ts'

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

type Who = { tenant_id: string; agent_id: string | null }
type Wanted = { host: string; port: number }
type Known = { agent_id: string; url: string; allows: string[]; is_connected: boolean }

/** The process that holds an agent says so every twenty seconds. */
export const silentAfter = sql`interval '70 seconds'`

/** A line through an agent that allows the host; where one of several fails the next is asked. */
export async function lineByAgent(
  { db, key }: { db: Database; key: Keyring },
  who: Who,
  { host, port }: Wanted,
): Promise<Duplex> {
  const known = await knownAgents(db, who)
  const allowing = known.filter(({ allows }) =>
    isAllowedBy(
      allows.flatMap((text) => allowRule(text) ?? []),
      host,
      port,
    ),
  )
  const failures: unknown[] = []
  for (const { agent_id, url } of allowing.filter(({ is_connected }) => is_connected)) {
    try {
      return await askForLine(key, url, { tenant_id: who.tenant_id, agent_id, host, port })
    } catch (error) {
      failures.push(error)
    }
  }
  throw whyNot({ known, allowing, failures, host, port })
}

/** Of several reasons the one that says most: what the host answered, else that an agent is away, else that none allows it. */
function whyNot({
  known,
  allowing,
  failures,
  host,
  port,
}: Wanted & { known: Known[]; allowing: Known[]; failures: unknown[] }) {
  const told = failures.filter((one): one is StreamRefused => one instanceof StreamRefused)
  const cause = told.find(({ code }) => code !== 'AWAY' && code !== 'NOT_ALLOWED')
  if (cause) {
    const say = inserted(texts.failed({ host, port, reason: '' }), 'reason', networkReason(cause))
    return new Unavailable('AGENT_UNREACHED', say, { cause })
  }
  const away = failures.find((one) => !(one instanceof StreamRefused && one.code === 'NOT_ALLOWED'))
  const isAway =
    away !== undefined || allowing.some((one) => !one.is_connected) || !known.some((one) => one.is_connected)
  if (isAway) return new Unavailable('AGENT_AWAY', texts.away(), { cause: away })
  return new Forbidden('AGENT_REFUSED', texts.notAllowed({ host, port }))
}

/** Those a connection may use, with what they have allowed when they were heard of last; in any order, so that several share the work. */
const knownAgents = (db: Database, { tenant_id, agent_id }: Who): Promise<Known[]> =>
  inScope(db, systemScope, async (trx) => {
    const { rows } = await sql<Known>`
      select s.agent_id, s.url, s.allows,
        s.disconnected_at is null and s.seen_at > now() - ${silentAfter} as is_connected
      from agent_sessions s join agents a on a.id = s.agent_id
      where s.tenant_id = ${tenant_id} and a.tenant_id = s.tenant_id and a.revoked_at is null
        and (${agent_id}::uuid is null or s.agent_id = ${agent_id}::uuid)
      order by random()`.execute(trx)
    return rows
  })
