import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { testDatabase } from '@weft/kit/testing/database.ts'
import pg from 'pg'
import { runExclusiveInterval } from './exclusive-interval.server.ts'

const database = await testDatabase()

test('work that takes longer than a session may do nothing keeps its turn to the end', async (t) => {
  const pool = new pg.Pool({
    connectionString: database.app_url,
    max: 4,
    options: '-c idle_in_transaction_session_timeout=500',
  })
  let at_work = 0
  let most = 0
  let ended = 0
  const clocks = [1, 2].map(() =>
    runExclusiveInterval(
      pool,
      'slow work',
      100,
      async () => {
        most = Math.max(most, ++at_work)
        await sleep(1_500)
        at_work -= 1
        ended += 1
      },
      { awake_ms: 100 },
    ),
  )
  t.after(() => pool.end())
  for (const until = Date.now() + 30_000; ended < 3 && Date.now() < until;) await sleep(50)
  await Promise.all(clocks.map((clock) => clock.stop()))
  assert.deepEqual([most, ended >= 3], [1, true])
})
