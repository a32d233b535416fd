import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { ReceiveQuery } from '@weft/kit/define/message-session.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { linesFail } from '@weft/kit/testing/lines-fail.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { redisBody } from './redis.server.ts'
import { redisServer, settingsOf } from './testing/counterpart.ts'
import { openLine } from './line.server.ts'

const server = await redisServer()
if (typeof server === 'string') test('redis', { skip: server }, () => undefined)
else {
  const settings = settingsOf(server.port)
  const session = await redisBody.messages!(settings, localReach)
  const owner = await openLine(settings, localReach)
  owner.on('error', () => undefined)
  after(async () => {
    await session.close()
    owner.disconnect()
  })
  const wanted: ReceiveQuery = { topic: 'orders', limit: 1_000, wait_ms: 20, group: 'weft', from: 'oldest' }
  const received = async (query: Partial<ReceiveQuery> = {}, cursor?: unknown) =>
    Array.fromAsync(session.receive!({ ...wanted, ...query }, cursor))
  const body = (bytes: Uint8Array) => Buffer.from(bytes).toString('latin1')

  test('messages arrive as they were sent, oldest first, and a reading goes on behind any of them', async () => {
    const bytes = new Uint8Array([0, 255, 10, 13])
    const sent = Array.from({ length: 250 }, (_, i) => ({
      key: `k${i}`,
      headers: { 'content-type': 'x', ü: 'ö' },
      body: bytes,
    }))
    assert.deepEqual(
      await session.send!('orders', sent),
      sent.map(() => undefined),
    )
    const batches = await received()
    const messages = batches.flatMap((batch) => batch.messages)
    assert.deepEqual(
      messages.map(({ key, headers, body: own, details }) => ({ key, headers, body: new Uint8Array(own), details })),
      sent.map((one) => ({ ...one, details: {} })),
    )
    assert.equal(messages[0]!.at!.slice(0, 4), String(new Date().getUTCFullYear()))
    const [first] = batches
    const rest = await received({ limit: 7 }, JSON.parse(JSON.stringify(first!.cursor)))
    assert.deepEqual(
      rest.flatMap((batch) => batch.messages.map(({ key }) => key)),
      sent.slice(first!.messages.length, first!.messages.length + 7).map(({ key }) => key),
    )
    assert.deepEqual(await received({}, batches.at(-1)!.cursor), [])
  })

  test('entries of others are their fields as JSON, and what comes later than the beginning is not missed', async () => {
    const [begun] = await received({ topic: 'foreign', from: 'newest' })
    assert.deepEqual(begun, { messages: [], cursor: { after: '0-0' } })
    await owner.xadd('foreign', '5-1', 'sku', 'A', 'count', '2')
    const [batch] = await received({ topic: 'foreign' }, begun!.cursor)
    assert.deepEqual(
      batch!.messages.map(({ id, at, key, body: own }) => [id, at, key, body(own)]),
      [['5-1', null, null, '{"sku":"A","count":"2"}']],
    )
  })

  test('streams are listed, and what the server refuses is told for each message', async () => {
    await owner.set('no stream', 'text')
    assert.deepEqual(await session.topics(), [
      { name: 'foreign', kind: 'stream', messages: 1 },
      { name: 'orders', kind: 'stream', messages: 250 },
    ])
    const [refused] = await session.send!('no stream', [{ body: new Uint8Array([1]) }])
    assert.match(say(refused!, 'de'), /^WRONGTYPE/)
    await assert.rejects(received({ topic: 'no stream' }), { code: 'STATEMENT_REFUSED' })
  })

  test('a check tells each step, and who is not let in is told so', async () => {
    const steps: [string, unknown][] = []
    await redisBody.check(settings, localReach, (step, detail) => steps.push([step, detail]))
    assert.deepEqual(
      steps.map(([step]) => step),
      ['host', 'connection', 'sign_in', 'version'],
    )
    assert.match(String(steps[3]![1]), /^7\./)
    for (const wrong of ['wrong', ''])
      await assert.rejects(redisBody.messages!({ ...settings, password: wrong }, localReach), {
        code: 'CONNECTION_DENIED',
      })
  })

  test('a server that goes away while messages are waited for is told', async () => {
    const line = await redisBody.messages!(settings, localReach)
    const waiting = Array.fromAsync(line.receive!({ ...wanted, topic: 'quiet', wait_ms: 20_000 }))
    const told = assert.rejects(waiting, { code: 'CONNECTION_FAILED' })
    await owner.ping()
    await server.stop('SIGKILL')
    await told
    await assert.rejects(line.send!('orders', [{ body: new Uint8Array() }]), { code: 'CONNECTION_FAILED' })
    await line.close()
  })
}

linesFail('redis', { body: redisBody, settings: settingsOf, verified })

function verified(port: number) {
  return { ...settingsOf(port), encryption: 'verified' as const }
}
