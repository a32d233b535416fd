import type mysql from 'mysql2/promise'
import { isLostConnection } from '../failures.ts'
import { run } from './rows.server.ts'

/** Runs `work` in one transaction on a connection of the pool. */
export async function inTransaction<T>(
  pool: mysql.Pool,
  work: (connection: mysql.PoolConnection) => Promise<T>,
): Promise<T> {
  const connection = await pool.getConnection()
  let broken = false
  try {
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
