import { createConnection } from 'mysql2/promise'
import type mysql from 'mysql2/promise'
import { ignore } from '@weft/kit/log/ignore.server.ts'
import { givenUp, patience, tooLong } from '../waiting.ts'
import { rows } from './rows.server.ts'

/** A query that ends in the database, too, when nobody waits for it any more or it takes longer than somebody would. */
export async function cancellable<T>(pool: mysql.Pool, text: string, { signal }: { signal?: AbortSignal | undefined } = {}): Promise<T[]> {
  if (signal?.aborted) throw givenUp()
  const connection = await pool.getConnection()
  let cancelling: Promise<void> | undefined
  const cancel = () => (cancelling ??= cancelQuery(pool, connection.threadId))
  const timer = setTimeout(cancel, patience)
  signal?.addEventListener('abort', cancel)
  try {
    if (signal?.aborted) throw givenUp()
    return await rows<T>(connection, text)
  } catch (error) {
    if ((error as { errno?: number }).errno !== interrupted || !cancelling) throw error
    throw signal?.aborted ? givenUp() : tooLong(error)
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', cancel)
    // A cancellation that comes late must not meet the next query of this connection.
    await cancelling
    if (cancelling) connection.destroy()
    else connection.release()
  }
}

const interrupted = 1317

/** Through a connection of its own, because those of the pool may all be busy with what is to be cancelled. */
export async function cancelQuery({ pool }: mysql.Pool, thread: number) {
  const { connectionConfig } = pool.config as unknown as { connectionConfig: mysql.ConnectionOptions }
  try {
    const { host, port, user, password } = connectionConfig
    const other = await createConnection({ ...(host && { host }), ...(port && { port }), ...(user && { user }), ...(password && { password }) })
    await other.query(`kill query ${thread}`).finally(() => other.destroy())
  } catch (error) {
    ignore('a query that was to be cancelled goes on to its end')(error)
  }
}
