import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { sessionLimits } from './session.server.ts'
import { guarded } from '../process/guarded.server.ts'
import { ignore } from '../log/ignore.server.ts'

const away = ignore('a session that listens is lost or not let in, and opened again')

export type Listener = { stop(): Promise<void> }

/**
 * A session that only listens, opened again whenever it is lost, one attempt after the other. `opened` is called each time it
 * stands, because what was said in between was not heard. `application` is how others see the session.
 */
export function listen(
  url: string,
  channels: Record<string, (payload: string) => void>,
  {
    opened = () => {},
    application = 'weft listen',
    pause_ms = 300,
  }: { opened?: (client: pg.Client) => void; application?: string; pause_ms?: number } = {},
): Listener {
  let stopped = false
  let current: pg.Client | undefined
  const life = (async () => {
    while (!stopped) {
      const client = new pg.Client({
        connectionString: url,
        keepAlive: true,
        application_name: application,
        connectionTimeoutMillis: 15_000,
        options: sessionLimits,
      })
      current = client
      const lost = new Promise<void>((resolve) =>
        client.on('error', (error) => resolve(away(error))).on('end', () => resolve()),
      )
      try {
        await client.connect()
        client.on(
          'notification',
          guarded('notification', ({ channel, payload }) => channels[channel]?.(payload ?? '')),
        )
        for (const channel of Object.keys(channels)) await client.query(`listen "${channel}"`)
        opened(client)
        await lost
      } catch (error) {
        away(error)
      }
      await client.end().catch(ignore('a connection that is given up could not be closed'))
      if (!stopped) await sleep(pause_ms)
    }
  })()
  return {
    async stop() {
      stopped = true
      await current?.end().catch(ignore('a connection that is given up could not be closed'))
      await life
    },
  }
}
