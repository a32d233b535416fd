import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { listen, type Ask } from '@weft/kit/database/listen.server.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { texts } from './texts.ts'

const call = 'weft_daemon'
const answer = 'weft_daemon_answer'
const named = 'weft daemon '

/**
 * Kept by every process that claims jobs: when a tenant is announced, `renew` makes it known there, and the announcer hears of it.
 * The name, such as machine and process id, must be unique; the session that listens has it, which is how the announcer knows whom to wait for.
 */
export async function answerAnnouncements(
  url: string,
  name: string,
  renew: (tenant_id: string) => Promise<void>,
): Promise<{ close(): Promise<void> }> {
  const application = `${named}${name}`.slice(0, 63)
  let session: Ask | undefined
  let stands = () => {}
  const first = new Promise<void>((resolve) => (stands = resolve))
  const listener = listen(
    url,
    { [call]: (payload) => void heed(JSON.parse(payload) as { id: string; tenant_id: string }) },
    {
      application,
      opened(ask) {
        session = ask
        stands()
      },
    },
  )

  async function heed({ id, tenant_id }: { id: string; tenant_id: string }) {
    try {
      await renew(tenant_id)
      await session?.('select pg_notify($1, $2)', [answer, JSON.stringify({ id, name: application })])
    } catch (error) {
      // No answer is the answer: the announcer's step fails and is tried again.
      ignore('a tenant was announced and could not be taken up')(error)
    }
  }

  await first
  return { close: () => listener.stop() }
}

/** Tells every process that claims jobs about a tenant and waits until each has taken it up. With none running, the next start does. */
export async function announceTenant(
  url: string,
  tenant_id: string,
  { timeout_ms = 10_000 } = {},
): Promise<{ daemons: string[] }> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'weft announcer',
    connectionTimeoutMillis: 15_000,
  })
  client.on('error', ignore('a connection is gone, which the query under way is told'))
  await client.connect()
  try {
    const id = randomUUID()
    const { rows } = await client.query<{ name: string }>(
      'select distinct application_name as name from pg_stat_activity where datname = current_database() and starts_with(application_name, $1) order by 1',
      [named],
    )
    const silent = new Set(rows.map((row) => row.name))
    await client.query(`listen ${answer}`)
    const all = answered(client, id, silent, timeout_ms)
    await client.query('select pg_notify($1, $2)', [call, JSON.stringify({ id, tenant_id })])
    await all
    if (silent.size > 0)
      throw new Unavailable(
        'DAEMON_SILENT',
        texts.daemonSilent({ silent: silent.size, all: rows.length, seconds: timeout_ms / 1000 }),
      )
    return { daemons: rows.map((row) => row.name.slice(named.length)) }
  } finally {
    await client.end()
  }
}

/** Until all have answered or the time is over; who answered is taken out of `silent`. */
function answered(client: pg.Client, id: string, silent: Set<string>, timeout_ms: number): Promise<void> | undefined {
  if (silent.size === 0) return undefined
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, timeout_ms)
    client.on('notification', ({ payload }) => {
      const heard = JSON.parse(payload!) as { id: string; name: string }
      if (heard.id === id) silent.delete(heard.name)
      if (silent.size > 0) return
      clearTimeout(timer)
      resolve()
    })
  })
}
