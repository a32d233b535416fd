import type { Duplex } from 'node:stream'
import { codeOf } from '@weft/kit/errors/caught.ts'
import type pg from 'pg'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { PostgresClient } from '@weft/kit/network/postgres-client.server.ts'
import { largeRows } from '../query-refusals.ts'
import { mostBytes, roundTrip } from '../round-trip.server.ts'
import { givenUp, patience, tooLong } from '../waiting.ts'

/** A query that ends in the database, too, when nobody waits for it any more, it takes longer than somebody would, or answers more than is shown. */
export async function cancellable<T>(
  pool: pg.Pool,
  text: string,
  values: unknown[],
  {
    signal,
    patience_ms = patience,
    bytes = mostBytes.answer,
  }: { signal?: AbortSignal | undefined; patience_ms?: number; bytes?: number } = {},
): Promise<T[]> {
  if (signal?.aborted) throw givenUp()
  const client = (await pool.connect()) as pg.PoolClient & { connection: { stream: Duplex } }
  let broken: Error | undefined
  let cancelling: Promise<void> | undefined
  const onError = (error: Error) => (broken = error)
  const cancel = () => (cancelling ??= cancelQuery(pool.options, client))
  const timer = setTimeout(cancel, patience_ms)
  client.on('error', onError)
  signal?.addEventListener('abort', cancel)
  try {
    if (signal?.aborted) throw givenUp()
    const limits = { bytes, seconds: patience_ms / 1_000 + 10, large: largeRows }
    return (await roundTrip(client.connection.stream, limits, () => client.query(text, values))).rows as T[]
  } catch (error) {
    if (error instanceof WeftError) broken = error // the answer was cut, and the connection with it
    if (codeOf(error) !== '57014' || !cancelling) throw error
    throw signal?.aborted ? givenUp() : tooLong(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    // A cancellation that comes late must not meet the next query of this connection.
    await cancelling
    client.off('error', onError)
    client.release(broken)
  }
}

/** Through a connection of its own with the same login, because those of the pool may all be busy with what is to be cancelled. */
export async function cancelQuery(options: pg.ClientConfig, client: pg.ClientBase & { processID?: number }) {
  const other = new PostgresClient(options)
  other.on('error', ignore('the connection that cancels a query is gone'))
  try {
    await other.connect()
    await other.query('select pg_cancel_backend($1)', [client.processID])
  } catch (error) {
    ignore('a query that was to be cancelled goes on to its end')(error)
  } finally {
    await other.end().catch(ignore('a connection that is given up could not be closed'))
  }
}
