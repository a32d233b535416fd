import type pg from 'pg'

/**
 * Does `work` again and again, soon after the start and then every so often, on one machine at a time: whoever holds the lock of that
 * name. What fails is written to the process' log and tried again in its time.
 */
export function everySoOften(pool: pg.Pool, name: string, every_ms: number, work: () => Promise<unknown>) {
  let working: Promise<unknown> = Promise.resolve()
  const once = () => (working = working.then(() => inTurn(pool, name, work)).catch((error: Error) => console.error(`${name}:`, error.message)))
  const timer = setInterval(() => void once(), every_ms)
  const first = setTimeout(() => void once(), Math.min(60_000, every_ms))
  return {
    async stop() {
      clearInterval(timer)
      clearTimeout(first)
      await working
    },
  }
}

async function inTurn(pool: pg.Pool, name: string, work: () => Promise<unknown>) {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ mine: boolean }>('select pg_try_advisory_xact_lock(hashtext($1)) as mine', [`weft ${name}`])
    if (rows[0]!.mine) await work()
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    client.release()
  }
}
