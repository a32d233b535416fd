import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import type { Reach } from '@weft/kit/define/connector.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import type { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { rest } from '@weft/kit/process/rest.server.ts'
import { sql } from 'kysely'
import { retryAfter } from '../connections/http.server.ts'

const texts = defineMessages({
  busy: {
    en: 'The system behind the connection {name} may not be asked for another {seconds, plural, one {# second} other {# seconds}}; the run goes on then.',
    de: 'Das System hinter der Verbindung {name} darf noch {seconds, plural, one {# Sekunde} other {# Sekunden}} nicht gefragt werden; der Lauf geht dann weiter.',
  },
})

type Connection = { id: string; tenant_id: string; name: string; per_minute: number | null }

/** Longer than this nobody waits in a worker: the job is let go and comes back. */
const longest_wait_ms = 20_000
const look_ms = 1_000

/**
 * The turns of a connection, shared by all machines; those who wait in this process take them one by one. What a system asks for with
 * Retry-After is kept for whoever comes next; with so many requests a minute each gets the next place in an even row (the generic cell
 * rate algorithm: ITU-T I.371, annex A).
 */
export function turnsOf(db: Database, connection: Connection, oneByOne: ReturnType<typeof createSemaphore>) {
  let looked = -Infinity
  // Without a limit it is only asked now and then whether the system has asked for a pause.
  const isFree = () => connection.per_minute === null && performance.now() - looked < look_ms

  async function turn(...signals: (AbortSignal | undefined)[]): Promise<void> {
    if (isFree()) return
    const signal = AbortSignal.any(signals.filter((one) => one !== undefined))
    // Who takes a place waits for it before the next one takes one: else those of a step's requests at once would lie too far away.
    await oneByOne(async () => {
      if (isFree()) return
      signal.throwIfAborted()
      const wait = await nextTurn(db, connection)
      if (wait === 0) looked = performance.now()
      if (wait > longest_wait_ms) {
        const seconds = Math.ceil(wait / 1_000)
        throw new Unavailable('CONNECTION_BUSY', texts.busy({ name: connection.name, seconds }), {
          retry_after: seconds,
        })
      }
      if (wait > 0) await rest(wait, signal)
    })
  }

  /** Heard of every answer: who is asked to wait tells the others. */
  async function heed({ status, headers }: { status: number; headers: Record<string, string> }) {
    if (status !== 429 && status !== 503) return
    const wait = retryAfter(headers['retry-after'])
    if (wait === undefined || wait <= 0) return
    looked = -Infinity
    await pause(db, connection, wait)
  }

  return {
    http:
      (http: StepContext['http'], signal?: AbortSignal): StepContext['http'] =>
      async (request) => {
        await turn(signal, request.signal)
        const answer = await http(request)
        await heed(answer)
        return answer
      },
    transfer:
      (transfer: Reach['transfer'], signal?: AbortSignal): Reach['transfer'] =>
      async (request) => {
        await turn(signal)
        const answer = await transfer(request)
        await heed(answer)
        return answer
      },
  }
}

/** Takes the next place and answers in how many milliseconds it is. A place too far away is not taken. */
const nextTurn = (db: Database, { id, tenant_id, per_minute }: Connection): Promise<number> =>
  inScope(db, systemScope, async (trx) => {
    await sql`insert into connection_turns (connection_id, tenant_id) values (${id}, ${tenant_id}) on conflict do nothing`.execute(
      trx,
    )
    const step = per_minute === null ? 0 : 60 / per_minute
    const { rows } = await sql<{ at: string; wait: number }>`
      select at, extract(epoch from at - clock_timestamp())::float * 1000 as wait from (
        select greatest(next_at + make_interval(secs => ${step}), paused_until, clock_timestamp()) as at
        from connection_turns where connection_id = ${id} for update) place`.execute(trx)
    const { at, wait } = rows[0]!
    if (wait <= longest_wait_ms)
      await sql`update connection_turns set next_at = ${at} where connection_id = ${id}`.execute(trx)
    return Math.max(0, wait)
  })

const pause = (db: Database, { id, tenant_id }: Connection, wait_ms: number) =>
  inScope(db, systemScope, (trx) =>
    sql`
      insert into connection_turns as t (connection_id, tenant_id, paused_until)
      values (${id}, ${tenant_id}, clock_timestamp() + make_interval(secs => ${wait_ms / 1_000}))
      on conflict (connection_id) do update set paused_until = greatest(t.paused_until, excluded.paused_until)`.execute(
      trx,
    ),
  )
