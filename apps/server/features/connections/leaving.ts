import type { WholeConnection } from '@weft/contracts/connections.ts'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Connector } from '@weft/kit/define/connector.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import { connectorFor } from './connector-of.ts'

const texts = defineMessages({
  agent: {
    en: 'There is no such agent any more; please choose another.',
    de: 'Diesen Agenten gibt es nicht mehr; bitte wählen Sie einen anderen.',
  },
  choose: {
    en: 'Please choose the connection it is reached through.',
    de: 'Bitte wählen Sie die Verbindung, über die es erreicht wird.',
  },
  tunnel: {
    en: 'There is no such tunnel any more; please choose another connection.',
    de: 'Diesen Tunnel gibt es nicht mehr; bitte wählen Sie eine andere Verbindung.',
  },
  nested: {
    en: 'A tunnel is reached directly or through an agent, not through another tunnel.',
    de: 'Ein Tunnel wird direkt oder über einen Agenten erreicht, nicht über einen weiteren Tunnel.',
  },
  astray: {
    en: '{count, plural, one {A connection is} other {# connections are}} reached through this tunnel, and what is stored there was entered for this way. Please add another tunnel and choose it there.',
    de: '{count, plural, one {Eine Verbindung wird} other {# Verbindungen werden}} über diesen Tunnel erreicht, und was dort gespeichert ist, wurde für diesen Weg eingegeben. Bitte legen Sie einen weiteren Tunnel an und wählen Sie ihn dort.',
  },
})

/** How a connection says that it is reached. */
export type Leaving = Pick<WholeConnection, 'reach' | 'agent_id' | 'tunnel_connection_id'>
export const leavingOf = (entry: Partial<Record<keyof Leaving, unknown>>): Leaving => {
  const { reach, agent_id, tunnel_connection_id } = entry
  return { reach, agent_id, tunnel_connection_id } as Leaving
}

export const isOtherWay = (one: Partial<Record<keyof Leaving, unknown>>, other: Leaving): boolean =>
  one.reach !== other.reach ||
  one.agent_id !== other.agent_id ||
  one.tunnel_connection_id !== other.tunnel_connection_id

/** The way a connection is reached, if it is one: over an agent of the tenant that was not revoked, or over a tunnel seen from here. */
export async function leavingBy(
  trx: Scoped,
  { connector, leaving: { reach, agent_id, tunnel_connection_id } }: { connector: Connector; leaving: Leaving },
): Promise<Leaving> {
  if (reach === 'direct') return { reach, agent_id: null, tunnel_connection_id: null }
  if (reach === 'agent') {
    if (agent_id !== null) await findAgent(trx, agent_id)
    return { reach, agent_id, tunnel_connection_id: null }
  }
  if (connector.provides.includes('tunnel')) throw invalidField('reach', texts.nested())
  if (tunnel_connection_id === null) throw invalidField('tunnel_connection_id', texts.choose())
  await findTunnel(trx, tunnel_connection_id)
  return { reach, agent_id: null, tunnel_connection_id }
}

async function findAgent(trx: Scoped, id: string) {
  const found = await trx
    .selectFrom('agents')
    .select('id')
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw invalidField('agent_id', texts.agent())
}

async function findTunnel(trx: Scoped, id: string) {
  const found = await trx.selectFrom('connections').select('connector').where('id', '=', id).executeTakeFirst()
  const connector = found && (await connectorFor(trx, found.connector))
  if (!connector?.provides.includes('tunnel')) throw invalidField('tunnel_connection_id', texts.tunnel())
}

/** How many connections are reached through this one, also of projects that are not seen from here. */
export const leadingThrough = (db: Database, { tenant_id, id }: { tenant_id: string; id: string }): Promise<number> =>
  inScope(db, systemScope, async (trx) => {
    const { count } = await trx
      .selectFrom('connections')
      .select(sql<number>`count(*)::int`.as('count'))
      .where('tenant_id', '=', tenant_id)
      .where('tunnel_connection_id', '=', id)
      .executeTakeFirstOrThrow()
    return count
  })

/** Behind another tunnel the same name is another host: what was entered for the one is not sent to the other. */
export const ledAstray = (count: number) => new Conflict('CONNECTION_IN_USE', texts.astray({ count }))
