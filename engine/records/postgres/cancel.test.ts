import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openPool } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { cancellable } from './cancel.server.ts'

const { app_url } = await testDatabase()
const pool = openPool(app_url, { max: 1, application: 'asking' })
const watching = openPool(app_url, { max: 1, application: 'watching' })
after(() => Promise.all([pool.end(), watching.end()]))
const running = async () =>
  (
    await watching.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'asking' and state = 'active'`,
    )
  ).rows
const pid = async () => (await cancellable<{ pid: number }>(pool, 'select pg_backend_pid() as pid', []))[0]!.pid

test('a query nobody waits for ends in the database, and its connection serves the next one', async () => {
  const before = await pid()
  const leaving = new AbortController()
  const asked = cancellable(pool, 'select pg_sleep(300)', [], { signal: leaving.signal })
  while ((await running()).length === 0) await sleep(20)
  const next = pid() // waits for the only connection
  leaving.abort()
  await assert.rejects(asked, { code: 'GIVEN_UP' })
  assert.equal(await next, before)
  assert.deepEqual(await running(), [])
})

test('who left while waiting for a connection is not asked for at all', async () => {
  const leaving = new AbortController()
  const first = cancellable(pool, 'select pg_sleep(0.3)', [])
  const second = cancellable(pool, 'select 1 / 0', [], { signal: leaving.signal })
  leaving.abort()
  await assert.rejects(second, { code: 'GIVEN_UP' })
  await first
})

test('a query that takes longer than anybody waits is given up with a word on what to do', async () => {
  await assert.rejects(cancellable(pool, 'select pg_sleep(300)', [], { patience_ms: 100 }), {
    code: 'SEARCH_TOO_LONG',
    status: 503,
  })
  assert.deepEqual(await cancellable(pool, 'select 1 as one', []), [{ one: 1 }])
})

test("what goes wrong in the query is the query's own error", async () => {
  await assert.rejects(cancellable(pool, 'select 1 / 0', [], { signal: new AbortController().signal }), {
    code: '22012',
  })
})

test('an answer of more bytes than are shown is cut with a sentence, and the next query is answered', async () => {
  await assert.rejects(cancellable(pool, "select repeat('x', 2000000) from generate_series(1, 500)", []), {
    code: 'ROWS_TOO_LARGE',
    status: 422,
  })
  await assert.rejects(cancellable(pool, "select repeat('x', 600000000)", []), { code: 'ROWS_TOO_LARGE', status: 422 })
  assert.deepEqual(await cancellable(pool, 'select 1 as one', []), [{ one: 1 }])
})
