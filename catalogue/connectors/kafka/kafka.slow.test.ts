import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { say } from '@weft/kit/messages/messages.ts'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { messagesConform } from '@weft/kit/testing/message-conformance.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { kafkaBody } from './kafka.server.ts'
import { kafka } from './kafka.ts'
import { kafkaCounterpart } from './testing/counterpart.ts'

const broker = await kafkaCounterpart()
const skip = typeof broker === 'string' ? broker : false
const here = broker as Exclude<typeof broker, string>
if (!skip) after(() => here.clients.close())
const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body)
const query = (topic: string) => ({ topic, limit: 1_000, wait_ms: 1_000, group: 'test', from: 'oldest' as const })

test('each broker is reached by the name the cluster calls it', { skip }, async () => {
  const asked: string[] = []
  const session = await kafkaBody.messages!(here.settings, {
    ...localReach,
    resolve: async (host, port) => (asked.push(`${host}:${port}`), { host: '127.0.0.1', port }),
  })
  await session.send!(await here.topic('named'), [{ body: bytes('x') }])
  await session.close()
  const port = here.settings.brokers.split(':')[1]
  assert.deepEqual(asked, [`localhost:${port}`, `kafka-1.inside.example:${port}`])
})

test('a broker is tried step by step, by every sign-in', { skip }, async () => {
  let told: string[] = []
  const check = (over: object) => {
    told = []
    return kafkaBody.check({ ...here.settings, ...over }, localReach, (step, detail) =>
      told.push(`${step}: ${typeof detail === 'string' ? detail : detail ? say(detail, 'en') : ''}`),
    )
  }
  const begun = [`host: 127.0.0.1:${here.settings.brokers.split(':')[1]}`, 'connection: Not encrypted']
  for (const auth of ['plain', 'scram_sha_256', 'scram_sha_512'] as const) {
    await check({ auth })
    assert.deepEqual(told.slice(0, 3), [...begun, 'sign_in: weft'])
    assert.match(told[3]!, /^rights: \d+ topics? to be seen$/)
    await assert.rejects(check({ auth, password: 'wrong' }), { code: 'CONNECTION_DENIED' })
    assert.deepEqual(told, begun)
  }
  await assert.rejects(check({ brokers: 'localhost:1' }), { code: 'CONNECTION_FAILED', message: /ECONNREFUSED/ })
})

test('a broker is recognised by its certificate', { skip }, async () => {
  const brokers = `localhost:${here.tls_port}`
  const session = await here.open({ brokers, encryption: 'verified', ca: localCertificate.cert })
  const topic = await here.topic('encrypted')
  await session.send!(topic, [{ body: bytes('x') }])
  assert.deepEqual((await Array.fromAsync(session.receive!(query(topic))))[0]!.messages.map(textOf), ['x'])
  await session.close()
  await assert.rejects(here.open({ brokers, encryption: 'verified' }), { message: /signed by nobody known here/ })
  const elsewhere = here.open({
    brokers: `broker.example:${here.tls_port}`,
    encryption: 'verified',
    ca: localCertificate.cert,
  })
  await assert.rejects(elsewhere, { message: /certificate is for another host/ })
})

test('partitions are read side by side, by key each in its order, and go on behind any batch', { skip }, async () => {
  const topic = await here.topic('parted', 3)
  const session = await here.open()
  const sent = Array.from({ length: 90 }, (_, i) => ({ key: `k${i % 9}`, body: bytes(String(i)) }))
  await session.send!(topic, sent)
  const batches = []
  for (let cursor: unknown; ;) {
    const [batch] = await Array.fromAsync(session.receive!({ ...query(topic), limit: 20 }, cursor))
    if (!batch) break
    batches.push(batch)
    cursor = JSON.parse(JSON.stringify(batch.cursor))
  }
  const messages = batches.flatMap((batch) => batch.messages)
  assert.equal(messages.length, 90)
  for (let k = 0; k < 9; k++) {
    const own = messages.filter(({ key }) => key === `k${k}`)
    assert.deepEqual(
      own.map(textOf),
      Array.from({ length: 10 }, (_, i) => String(i * 9 + k)),
    )
    assert.equal(new Set(own.map(({ details }) => details['partition'])).size, 1)
  }
  assert.deepEqual(Object.keys(batches[0]!.cursor as object), ['0', '1', '2'])
  await session.close()
})

test('what was given up in a transaction is not read, what was committed is', { skip }, async () => {
  const topic = await here.topic('transactions')
  const { Producer } = await import('@platformatic/kafka')
  const { host, port } = { host: 'localhost', port: Number(here.settings.brokers.split(':')[1]) }
  const producer = new Producer({
    clientId: 'test',
    bootstrapBrokers: [{ host, port }],
    transactionalId: 'test',
    idempotent: true,
    retries: 5,
  })
  const clients = here.clients.producer as unknown as Record<symbol, unknown>
  for (const symbol of Object.getOwnPropertySymbols(clients))
    if (typeof clients[symbol] === 'function') Object.assign(producer, { [symbol]: clients[symbol] })
  for (const [word, isKept] of [
    ['one', true],
    ['two', false],
    ['three', true],
    ['four', false],
  ] as const) {
    const transaction = await producer.beginTransaction()
    await transaction.send({ messages: [{ topic, partition: 0, value: Buffer.from(word) }] })
    await (isKept ? transaction.commit() : transaction.abort())
  }
  await producer.close(true)
  const session = await here.open()
  const [batch] = await Array.fromAsync(session.receive!(query(topic)))
  assert.deepEqual(batch!.messages.map(textOf), ['one', 'three'])
  assert.deepEqual(await Array.fromAsync(session.receive!(query(topic), batch!.cursor)), [])
  await session.close()
})

test('a cursor behind which nothing is kept begins with what is there', { skip }, async () => {
  const topic = await here.topic('remade')
  const session = await here.open()
  await session.send!(topic, [{ body: bytes('a') }])
  const [told, batch] = await Array.fromAsync(session.receive!(query(topic), { 0: '4711' }))
  assert.match(
    say(told!.notice!, 'en'),
    /^The topic remade does not keep what the last run has read up to \(partition 0\)/,
  )
  assert.deepEqual(batch!.messages.map(textOf), ['a'])
  await session.close()
})

test('what the broker does not take is told, and the rest is sent', { skip }, async () => {
  const topic = await here.topic('strict')
  const session = await here.open()
  const outcomes = await session.send!(topic, [
    { body: bytes('before') },
    { body: new Uint8Array(1_200_000) },
    { body: bytes('behind') },
  ])
  assert.deepEqual(
    outcomes.map((outcome) => outcome && say(outcome, 'en')),
    [undefined, 'The request included a message larger than the max message size the server will accept.', undefined],
  )
  const [batch] = await Array.fromAsync(session.receive!(query(topic)))
  assert.deepEqual(batch!.messages.map(textOf), ['before', 'behind'])
  await assert.rejects(session.send!('nowhere', [{ body: bytes('x') }]), { code: 'TOPIC_MISSING', status: 404 })
  await assert.rejects(Array.fromAsync(session.receive!(query('nowhere'))), { code: 'TOPIC_MISSING' })
  await session.close()
  const guest = await here.open({ user: 'guest', password: here.guest })
  assert.deepEqual(await guest.topics(), [])
  await assert.rejects(guest.send!(topic, [{ body: bytes('x') }]), { code: 'TOPIC_REFUSED', status: 422 })
  await guest.close()
})

test('a broker that says anything and hangs up is told as an error', async () => {
  const settings = kafka.settings.parse({ brokers: 'localhost:1', encryption: 'none', auth: 'plain' })
  await survivesHostileServers({
    greeting: Uint8Array.from([0, 0, 0, 17, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 5, 80, 76, 65, 73, 78]),
    use: async (port) => {
      const session = await kafkaBody.messages!({ ...settings, brokers: `localhost:${port}` }, localReach)
      await session.close()
    },
  })
})

messagesConform(kafka, typeof broker === 'string' ? broker : broker.counterpart)
