import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { isLostConnection, isPassing } from './failures.ts'

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

/** Tries again what failed because the server went away or another transaction stood in the way, for about a minute. */
export async function persistently<T>(work: (again: boolean) => Promise<T>, { patience_ms = 60_000 } = {}): Promise<T> {
  const until = Date.now() + patience_ms
  for (let pause = 20, again = false; ; pause = Math.min(pause * 2, 2000), again = true) {
    try {
      return await work(again)
    } catch (error) {
      if (!(isLostConnection(error) || isPassing(error)) || Date.now() + pause > until) throw error
      await sleep(pause)
    }
  }
}
