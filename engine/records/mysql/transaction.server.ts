import type mysql from 'mysql2/promise'
import { isLostConnection } from '../failures.ts'
import { run } from './rows.server.ts'

/** Each statement sees what is committed by then, so what is counted behind a lock that was waited for is true. */
export const seeingAll = 'set transaction isolation level read committed'

/** Runs `work` in one transaction on a connection of the pool, as the `opening` says. */
export async function inTransaction<T>(
  pool: mysql.Pool,
  work: (connection: mysql.PoolConnection) => Promise<T>,
  opening?: string,
): Promise<T> {
  const connection = await pool.getConnection()
  let broken = false
  try {
    if (opening) await run(connection, opening)
    await run(connection, 'start transaction')
    const answer = await work(connection)
    await run(connection, 'commit')
    return answer
  } catch (error) {
    if (isLostConnection(error)) broken = true
    else await run(connection, 'rollback').catch(() => (broken = true))
    throw error
  } finally {
    if (broken) connection.destroy()
    else connection.release()
  }
}
