import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import type { ConnectorBody } from '@weft/kit/define/connector.ts'
import type { TunnelSession } from '@weft/kit/define/tunnel-session.ts'
import { Conflict, Invalid, WeftError } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import type { Duplex } from 'node:stream'
import { openHttp } from '../connections/http.server.ts'
import { reachBy } from '../connections/reach.server.ts'
import type { WayOut } from '../connections/egress.server.ts'
import { settingsOf, type ConnectorOf } from '../connectors/stored.server.ts'
import type { Leaving } from './leaving.ts'

const texts = defineMessages({
  none: {
    en: 'The connection this one is reached through leads nowhere any more.',
    de: 'Die Verbindung, über die diese erreicht wird, führt nirgendwo mehr hin.',
  },
  inactive: {
    en: 'The connection {name}, through which this one is reached, is not active.',
    de: 'Die Verbindung {name}, über die diese erreicht wird, ist nicht aktiv.',
  },
})

/** The kinds of connections that lead into a network. */
export type KnownTunnels = { of: ConnectorOf; bodies: Readonly<Record<string, ConnectorBody<never>>> }
type Place = { tenant_id: string; id: string }
type Wanted = { host: string; port: number }
type Opened = { session: Promise<TunnelSession>; changed_at: string; lines: number; closing?: NodeJS.Timeout }
type Opening = { db: Database; key: Keyring; connectors: KnownTunnels; wayOf(leaving: Leaving): WayOut }

/** A line that nobody uses any more costs the server behind it a place. */
const idle_ms = 60_000

/** Connections that lead into a network: each is signed in to once for all that is reached through it from this process. */
export function openTunnels({ db, key, connectors, wayOf }: Opening) {
  const opened = new Map<string, Opened>()
  const gone = ignore('a tunnel could not be closed')

  function forget(id: string, tunnel: Opened) {
    if (opened.get(id) === tunnel) opened.delete(id)
    clearTimeout(tunnel.closing)
    tunnel.session.then((session) => session.close()).catch(gone)
  }

  function release(id: string, tunnel: Opened) {
    tunnel.lines -= 1
    if (tunnel.lines === 0) tunnel.closing = setTimeout(() => forget(id, tunnel), idle_ms).unref()
  }

  async function tunnelOf(place: Place): Promise<{ tunnel: Opened; isFresh: boolean }> {
    const row = await read(db, place)
    if (!row) throw new Invalid('NO_TUNNEL', texts.none())
    if (!row.active) throw new Conflict('CONNECTION_INACTIVE', texts.inactive({ name: row.name }))
    const found = opened.get(row.id)
    if (found?.changed_at === row.updated_at) return { tunnel: found, isFresh: false }
    if (found) forget(row.id, found)
    const connector = connectors.of(row.connector)
    const body = connector && (connectors.bodies[connector.key] as ConnectorBody<unknown> | undefined)
    if (!connector || !body?.tunnel) throw new Invalid('NO_TUNNEL', texts.none())
    const out = wayOf(row)
    const session = body.tunnel(settingsOf(key, connector, row), reachBy(out, openHttp({ egress: out })))
    const tunnel: Opened = { session, changed_at: row.updated_at, lines: 0 }
    opened.set(row.id, tunnel)
    session.catch(() => forget(row.id, tunnel))
    return { tunnel, isFresh: true }
  }

  async function line(place: Place, { host, port }: Wanted): Promise<Duplex> {
    const { tunnel, isFresh } = await tunnelOf(place)
    clearTimeout(tunnel.closing)
    tunnel.lines += 1
    try {
      const far = await (await tunnel.session).connect(host, port)
      far.once('close', () => release(place.id, tunnel))
      return far
    } catch (error) {
      release(place.id, tunnel)
      // It may have been lost since somebody used it; whether the host or the tunnel is away says one that is signed in anew.
      if (isFresh || !(error instanceof WeftError)) throw error
      forget(place.id, tunnel)
      return line(place, { host, port })
    }
  }

  return {
    line,
    async close() {
      for (const [id, tunnel] of opened) forget(id, tunnel)
    },
  }
}

/** As the engine knows it: which project names it was looked at when it was chosen. */
const read = (db: Database, { tenant_id, id }: Place) =>
  inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('connections')
      .selectAll()
      .where('tenant_id', '=', tenant_id)
      .where('id', '=', id)
      .executeTakeFirst(),
  )
