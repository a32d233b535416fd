import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { codeOf } from '../errors/caught.ts'

/** Runs `work` in one transaction on a connection of the pool. `opening` goes along with `begin` in one round trip. */
export const inTransaction = <T>(
  pool: pg.Pool,
  work: (client: pg.PoolClient) => Promise<T>,
  opening = '',
): Promise<T> =>
  onConnection(pool, async (client) => {
    await client.query(`begin; ${opening}`)
    const answer = await work(client)
    await client.query('commit')
    return answer
  })

/** A transaction whose statements are all known beforehand, in one round trip. */
export const atOnce = (pool: pg.Pool, statements: string[]): Promise<void> =>
  onConnection(pool, async (client) => void (await client.query(['begin', ...statements, 'commit'].join('; '))))

/** Takes back what was begun when `work` fails; a connection that cannot even do that goes to nobody else. */
async function onConnection<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => (broken = error)
  client.on('error', onError)
  try {
    return await work(client)
  } catch (error) {
    await client.query('rollback').catch(onError)
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

/** Makes a statement again that was given up because another transaction stood in its way. */
export async function despiteDeadlocks<T>(statement: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await statement()
    } catch (error) {
      if (tries >= 5 || !['40P01', '40001'].includes(codeOf(error))) throw error
      await sleep(tries * 10 * Math.random())
    }
  }
}
