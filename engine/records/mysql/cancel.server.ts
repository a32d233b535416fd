import type { Duplex } from 'node:stream'
import { createConnection } from 'mysql2/promise'
import type mysql from 'mysql2/promise'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { mysqlSocket } from '@weft/kit/network/mysql-socket.server.ts'
import { largeRows } from '../query-refusals.ts'
import { mostBytes, roundTrip } from '../round-trip.server.ts'
import { poolLogin, type MysqlLogin } from '../../connections/mysql-pool.server.ts'
import { givenUp, patience, tooLong } from '../waiting.ts'
import { rows } from './rows.server.ts'

/** A query that ends in the database, too, when nobody waits for it any more, it takes longer than somebody would, or answers more than is shown. */
export async function cancellable<T>(
  pool: mysql.Pool,
  text: string,
  {
    signal,
    patience_ms = patience,
    bytes = mostBytes.answer,
  }: { signal?: AbortSignal | undefined; patience_ms?: number; bytes?: number } = {},
): Promise<T[]> {
  if (signal?.aborted) throw givenUp()
  const connection = await pool.getConnection()
  const { stream } = (connection as unknown as { connection: { stream: Duplex } }).connection
  let isCut = false
  let cancelling: Promise<void> | undefined
  const cancel = () => (cancelling ??= cancelQuery(poolLogin(pool), connection.threadId))
  const timer = setTimeout(cancel, patience_ms)
  signal?.addEventListener('abort', cancel)
  try {
    if (signal?.aborted) throw givenUp()
    return await roundTrip(stream, { bytes, seconds: patience_ms / 1_000 + 10, large: largeRows }, () =>
      rows<T>(connection, text),
    )
  } catch (error) {
    isCut = error instanceof WeftError
    if ((error as { errno?: number }).errno !== interrupted || !cancelling) throw error
    throw signal?.aborted ? givenUp() : tooLong(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    // A cancellation that comes late must not meet the next query of this connection.
    await cancelling
    if (cancelling || isCut) connection.destroy()
    else connection.release()
  }
}

const interrupted = 1317

/** Through a connection of its own with the same login, because those of the pool may all be busy with what is to be cancelled. */
export async function cancelQuery({ host, port, username: user, password }: MysqlLogin, thread: number) {
  try {
    const other = await createConnection({ host, port, stream: mysqlSocket, user, password })
    other.on('error', ignore('the connection that cancels a query is gone'))
    await other.query(`kill query ${thread}`).finally(() => other.destroy())
  } catch (error) {
    ignore('a query that was to be cancelled goes on to its end')(error)
  }
}
