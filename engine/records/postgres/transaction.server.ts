import type pg from 'pg'
import { isLostConnection } from '../failures.ts'

/** Runs `work` in one transaction on a connection of the pool. `opening` goes along with `begin` in one round trip. */
export async function inTransaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>, opening = ''): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => (broken = error)
  client.on('error', onError)
  try {
    await client.query(`begin; ${opening}`)
    const answer = await work(client)
    await client.query('commit')
    return answer
  } catch (error) {
    if (isLostConnection(error)) broken = error as Error
    else await client.query('rollback').catch((cause: Error) => (broken = cause))
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** A transaction whose statements are all known beforehand, in one round trip. */
export async function atOnce(pool: pg.Pool, statements: string[]): Promise<void> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => (broken = error)
  client.on('error', onError)
  try {
    await client.query(['begin', ...statements, 'commit'].join('; '))
  } catch (error) {
    if (isLostConnection(error)) broken = error as Error
    else await client.query('rollback').catch((cause: Error) => (broken = cause))
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}
