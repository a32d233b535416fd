import assert from 'node:assert/strict'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { JobCancelled } from '@weft/engine/runtime/failure.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { anEngine } from './testing/engine.ts'

const asked: number[] = []
let answer: (response: ServerResponse) => void = (response) => response.end('{}')
const shop = createServer((_, response) => {
  asked.push(performance.now())
  answer(response)
})
await new Promise<void>((done) => shop.listen(0, '127.0.0.1', done))
after(() => shop.close())
const { port } = shop.address() as AddressInfo
const engine = await anEngine({ allowed: [{ host: '127.0.0.1', port }] })
const aShop = (name: string) => engine.aConnection(name, 'rest', { base_url: `http://127.0.0.1:${port}`, auth: 'none' })
const connection = await aShop('shop')
const limit = (per_minute: number | null, id = connection) =>
  inScope(engine.control.db, systemScope, (trx) =>
    trx.updateTable('connections').set({ per_minute }).where('id', '=', id).execute(),
  )
const asking = (name: string) =>
  engine.aWorkflow(
    `Ask ${name}`,
    {
      go: ['manual'],
      split: ['split_list', { list: 'ids' }],
      ask: ['http_request', { connection: name, url: '{{ items }}', tries: 1, on_failure: 'fail' }],
    },
    'go.out>split.in split.out>ask.in',
  )
const ask = await asking('shop')
const run = (count: number) => engine.run(ask, { ids: Array.from({ length: count }, (_, i) => i + 1) })

test('requests of several runs share the turns of their connection, spread evenly', async () => {
  await limit(1_200)
  const runs = await Promise.all([run(6), run(6)])
  assert.deepEqual(
    runs.map(({ status }) => status),
    ['stopped', 'stopped'],
  )
  assert.equal(asked.length, 12)
  // 20 a second are 50 ms apart; the last one may have been a little faster on its way than the first.
  assert.ok(asked.at(-1)! - asked[0]! >= 11 * 40, `12 requests in ${asked.at(-1)! - asked[0]!} ms`)
})

test('of several requests at once one waits for its turn, the others take no place, and a cancel ends all of them', async () => {
  const slow = await aShop('slow')
  await limit(6, slow)
  asked.length = 0
  const controller = new AbortController()
  const running = engine.attempt(
    await engine.start(await asking('slow'), { ids: [1, 2, 3, 4, 5, 6, 7, 8] }),
    controller.signal,
  )
  const placesTaken = async () => {
    const { rows } = await engine.pool.query<{ places: number }>(
      `select ceil(extract(epoch from next_at - clock_timestamp()) / 10)::int as places from connection_turns where connection_id = $1`,
      [slow],
    )
    return rows[0]?.places
  }
  // The next place is one turn of ten seconds away, and nobody stands behind it.
  while (asked.length < 1 || (await placesTaken()) !== 1) await sleep(10)
  await sleep(200)
  assert.equal(await placesTaken(), 1)
  controller.abort(new JobCancelled())
  assert.equal((await running).status, 'aborted')
  assert.equal(asked.length, 1)
})

test('a system that asks to be left alone is, by everybody, and the run goes on then without losing a try', async () => {
  await limit(null)
  asked.length = 0
  answer = (response) => response.writeHead(429, { 'retry-after': '600' }).end()
  const first = await run(1)
  assert.equal(asked.length, 1)
  const second = await engine.start(ask, { ids: [1] })
  answer = (response) => response.end('{}')
  for (let attempt = 0; attempt < 5; attempt++) {
    const { status } = await engine.attempt(second)
    assert.equal(status, 'pending')
  }
  assert.equal(asked.length, 1, 'nobody asked meanwhile')
  await inScope(engine.control.db, systemScope, (trx) =>
    trx
      .updateTable('connection_turns')
      .set({ paused_until: new Date(0).toISOString() })
      .execute(),
  )
  assert.equal((await engine.attempt(second)).status, 'stopped')
  assert.equal(first.status, 'pending')
})
