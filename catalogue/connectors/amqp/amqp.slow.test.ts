import assert from 'node:assert/strict'
import { test } from 'node:test'
import { say } from '@weft/kit/messages/messages.ts'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { messagesConform } from '@weft/kit/testing/message-conformance.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { tcpProxy } from '@weft/kit/testing/tcp-proxy.ts'
import { amqp } from './amqp.ts'
import { amqpBody } from './amqp.server.ts'
import { amqpCounterpart } from './testing/counterpart.ts'

const broker = await amqpCounterpart()
const skip = typeof broker === 'string' ? broker : false
const here = broker as Exclude<typeof broker, string>
const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body)
const query = (topic: string) => ({ topic, limit: 100, wait_ms: 500, group: 'test', from: 'oldest' as const })

test('a broker is tried step by step, and recognised by its certificate', { skip }, async () => {
  const { settings, tls_port: port } = here
  let told: string[] = []
  const check = (over: object) => {
    told = []
    return amqpBody.check({ ...settings, ...over }, localReach, (step, detail) =>
      told.push(`${step}: ${typeof detail === 'string' ? detail : detail ? say(detail, 'en') : ''}`),
    )
  }
  const encrypted = { port, encryption: 'verified', ca: localCertificate.cert }
  await check(encrypted)
  assert.deepEqual(told.slice(0, 3), [
    `host: 127.0.0.1:${port}`,
    'connection: TLS 1.3, certificate valid until 2126-11-01',
    'sign_in: weft',
  ])
  assert.match(told[3]!, /^version: RabbitMQ 3\.\d+\.\d+$/)
  await assert.rejects(check({ ...encrypted, ca: '' }), { message: /signed by nobody known here/ })
  await assert.rejects(check({ ...encrypted, host: 'rabbit.example' }), { message: /certificate is for another host/ })
  await assert.rejects(check({ password: 'wrong' }), { code: 'CONNECTION_DENIED' })
  assert.deepEqual(told, [`host: 127.0.0.1:${settings.port}`, 'connection: Not encrypted'])
  await assert.rejects(check({ virtual_host: 'none/of that' }), { code: 'CONNECTION_DENIED' })
  await assert.rejects(check({ port: 1 }), { code: 'CONNECTION_FAILED', message: /ECONNREFUSED/ })
})

test('an exchange is sent to by its routing key, and what nobody wants is told', { skip }, async () => {
  await here.setUp(async (channel) => {
    await channel.assertExchange('orders', 'topic')
    await channel.assertQueue('german')
    await channel.bindQueue('german', 'orders', 'de.#')
    await channel.assertQueue('small', { maxLength: 1, overflow: 'reject-publish' })
  })
  const session = await here.open()
  const [german] = await session.send!('orders/de.hamburg', [{ body: bytes('1') }])
  const outcomes = await session.send!('orders/', [
    { key: 'fr.paris', body: bytes('2') },
    { key: 'de.köln', body: bytes('3') },
  ])
  assert.deepEqual(
    [german, ...outcomes].map((outcome) => outcome && say(outcome, 'en')),
    [undefined, 'The broker knows no queue for it: NO_ROUTE', undefined],
  )
  const [batch] = await Array.fromAsync(session.receive!(query('german')))
  assert.deepEqual(
    batch!.messages.map((message) => [message.details['routing_key'], textOf(message)]),
    [
      ['de.hamburg', '1'],
      ['de.köln', '3'],
    ],
  )
  assert.match(batch!.messages[0]!.id!, /^[0-9a-f-]{36}$/)
  await session.send!('small', [{ body: bytes('1') }])
  const [full] = await session.send!('small', [{ body: bytes('2') }])
  assert.equal(say(full!, 'de'), 'Die Queue nimmt sie nicht an, da sie voll ist.')
  const [lost] = await session.send!('nowhere', [{ body: bytes('x') }])
  assert.equal(say(lost!, 'en'), 'The broker knows no queue for it: NO_ROUTE')
  await assert.rejects(session.send!('nowhere/x', [{ body: bytes('x') }]), { code: 'TOPIC_MISSING', status: 404 })
  await assert.rejects(Array.fromAsync(session.receive!(query('nowhere'))), { code: 'TOPIC_MISSING' })
  assert.deepEqual(await session.send!('german', [{ body: bytes('4') }]), [undefined])
  await session.close()
})

test('what came beyond the limit is there for others at once', { skip }, async () => {
  const topic = await here.counterpart.topic('shared')
  const [session, other] = [await here.open(), await here.open()]
  await session.send!(
    topic,
    ['1', '2', '3'].map((text) => ({ body: bytes(text) })),
  )
  const [first] = await Array.fromAsync(session.receive!({ ...query(topic), limit: 1 }))
  const [rest] = await Array.fromAsync(other.receive!(query(topic)))
  assert.deepEqual(
    [first, rest].map((batch) => batch!.messages.map(textOf)),
    [['1'], ['2', '3']],
  )
  await Promise.all([session.close(), other.close()])
})

test('a broker that says anything and hangs up is told as an error', async () => {
  const settings = amqp.settings.parse({ host: 'localhost', port: 1, user: 'x', encryption: 'none' })
  const start = 'AQAAAAAAHQAKAAoACQAAAAAAAAAFUExBSU4AAAAFZW5fVVPO'
  await survivesHostileServers({
    greeting: Buffer.from(start, 'base64'),
    use: async (port) => {
      const session = await amqpBody.messages!({ ...settings, port }, localReach)
      await session.close()
    },
  })
})

messagesConform(amqp, typeof broker === 'string' ? broker : broker.counterpart)

test('a line that goes while a channel is left is no wait for ever', { skip }, async () => {
  const topic = await here.counterpart.topic('left')
  const closeOk = Buffer.from('00140029', 'hex') // class 20, method 41
  const { port } = await tcpProxy({ host: '127.0.0.1', port: here.settings.port }, ({ client, server, end }) => ({
    asked: (asked: Buffer) => server.write(asked),
    answered: (answered: Buffer) => (answered.includes(closeOk) ? end() : client.write(answered)),
  }))
  const session = await here.open({ port })
  assert.deepEqual(await session.send!(topic, [{ body: bytes('1') }]), [undefined])
  await session.close()
})
