import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sessionLimits } from './session.server.ts'
import { heardElsewhere } from '../errors/heard-elsewhere.ts'
import { guarded } from '../process/guarded.server.ts'
import { ignore } from '../log/ignore.server.ts'

const away = ignore('a session that listens is lost or not let in, and opened again')
const notClosed = ignore('a connection that is given up could not be closed')
const pause_ms = 300
const sharedName = 'weft listen'

export type Listener = { stop(): Promise<void> }

/** Asks over the session that listens, one question after the other. */
export type Ask = (text: string, values?: unknown[]) => Promise<unknown>
type Hearer = { channels: Record<string, (payload: string) => void>; opened(ask: Ask): void }
type Session = { hear(hearer: Hearer): Promise<void>; leave(hearer: Hearer): Promise<void> }

/** All of a process that listens to one database does so over one session, but for those that others know by the name of theirs. */
const sessions = new Map<string, Session>()

/**
 * Hears what is said on channels, over a session that is opened again whenever it is lost, one attempt after the other. `opened` is called each
 * time it stands, because what was said in between was not heard. `application` is a session of its own under that name.
 */
export function listen(
  url: string,
  channels: Hearer['channels'],
  { opened = () => {}, application = sharedName }: { opened?: Hearer['opened']; application?: string } = {},
): Listener {
  const hearer = { channels, opened }
  const key = `${application} ${url}`
  const session = sessions.get(key) ?? openSession(url, application, () => sessions.delete(key))
  sessions.set(key, session)
  void session.hear(hearer)
  return { stop: () => session.leave(hearer) }
}

function openSession(url: string, application_name: string, forget: () => void): Session {
  const hearers = new Set<Hearer>()
  let current: pg.Client | undefined
  let ask: Ask | undefined
  function heard({ channel, payload = '' }: pg.Notification) {
    for (const { channels } of hearers) if (channels[channel]) guarded('notification', channels[channel])(payload)
  }

  async function introduce(hearer: Hearer, ask: Ask) {
    for (const channel of Object.keys(hearer.channels)) await ask(`listen "${channel}"`)
    if (hearers.has(hearer)) hearer.opened(ask)
  }

  async function once() {
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      application_name,
      connectionTimeoutMillis: 15_000,
      options: sessionLimits,
    })
    current = client
    const lost = new Promise<void>((resolve) =>
      client.on('error', (error) => resolve(away(error))).on('end', () => resolve()),
    )
    try {
      await client.connect()
      client.on('notification', heard)
      ask = oneAtATime(client)
      const stands = ask
      for (const hearer of [...hearers]) await introduce(hearer, stands)
      await lost
    } catch (error) {
      away(error)
    }
    ask = undefined
    await client.end().catch(notClosed)
  }

  const life = (async () => {
    await Promise.resolve()
    while (hearers.size > 0) {
      await once()
      if (hearers.size > 0) await sleep(pause_ms)
    }
  })()

  return {
    async hear(hearer) {
      hearers.add(hearer)
      // Before it stands it is introduced with the others.
      const client = current
      if (!ask || !client) return
      await introduce(hearer, ask).catch((error: unknown) => {
        away(error)
        return client.end().catch(notClosed)
      })
    },
    async leave(hearer) {
      hearers.delete(hearer)
      if (hearers.size > 0) return
      forget()
      await current?.end().catch(notClosed)
      await life
    },
  }
}

function oneAtATime(client: pg.Client): Ask {
  let last: Promise<unknown> = Promise.resolve()
  return (text, values) => {
    const asked = last.then(() => client.query(text, values))
    last = asked.catch(heardElsewhere)
    return asked
  }
}
