import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { messagesConform } from '@weft/kit/testing/message-conformance.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { mqttBody } from './mqtt.server.ts'
import { mqtt } from './mqtt.ts'
import { mqttCounterpart } from './testing/counterpart.ts'

const broker = await mqttCounterpart()
messagesConform(mqtt, typeof broker === 'string' ? broker : broker.counterpart)
const skip = typeof broker === 'string' ? broker : false
const here = broker as Exclude<typeof broker, string>
const bytes = (text: string) => new TextEncoder().encode(text)

test('a broker is recognised by its certificate, and by the name in it', { skip }, async () => {
  const { settings, tls_port: port } = here
  const told: string[] = []
  const check = (over: object) =>
    mqttBody.check({ ...settings, port, encryption: 'verified', ...over }, localReach, (step, detail) =>
      told.push(`${step}: ${typeof detail === 'string' ? detail : detail ? say(detail, 'en') : ''}`),
    )
  await check({ ca: localCertificate.cert })
  assert.deepEqual(told, [
    `host: 127.0.0.1:${port}`,
    'connection: TLS 1.3, certificate valid until 2126-11-01',
    'sign_in: weft',
  ])
  await assert.rejects(check({}), { code: 'CONNECTION_FAILED', message: /signed by nobody known here/ })
  await assert.rejects(check({ host: 'broker.example', ca: localCertificate.cert }), {
    message: /certificate is for another host/,
  })
  await check({ host: 'broker.example', encryption: 'required' })
  await assert.rejects(check({ port: settings.port, ca: localCertificate.cert }), { code: 'CONNECTION_FAILED' })
})

test('topics with wildcards bring what was sent to each, with its topic', { skip }, async () => {
  const session = await here.open()
  const query = { topic: 'plant/+/temperature/#', limit: 10, wait_ms: 1_000, group: 'wild', from: 'newest' as const }
  assert.deepEqual(await Array.fromAsync(session.receive!({ ...query, wait_ms: 100 })), [])
  for (const topic of ['plant/1/temperature', 'plant/2/temperature/oven', 'plant/3/pressure'])
    await session.send!(topic, [{ body: bytes(topic) }])
  const [batch] = await Array.fromAsync(session.receive!(query))
  assert.deepEqual(
    batch!.messages.map(({ details }) => details),
    [
      { topic: 'plant/1/temperature', qos: 1, retained: false },
      { topic: 'plant/2/temperature/oven', qos: 1, retained: false },
    ],
  )
  await session.close()
})

test('what the broker does not take is told with its reason', { skip }, async () => {
  const guest = await here.open({ user: 'guest', password: here.guest })
  // In this order: Mosquitto 2.0 hangs up on whoever begins with something it refuses.
  const taken = await guest.send!('open/door', [{ body: bytes('x') }])
  const refused = await guest.send!('closed/door', [{ body: bytes('x') }])
  assert.deepEqual([say(refused[0]!, 'de'), taken], ['dieser Benutzer darf das nicht', [undefined]])
  const [wild] = await guest.send!('open/#', [{ body: bytes('x') }])
  assert.equal(say(wild!, 'en'), 'Nothing can be sent to the topic "open/#": it needs a name, without + and #.')
  await assert.rejects(
    Array.fromAsync(guest.receive!({ topic: 'a/#/b', limit: 1, wait_ms: 100, group: 'x', from: 'newest' })),
    { code: 'TOPIC_REFUSED', message: 'The topic a/#/b cannot be read: the topic is written wrongly' },
  )
  await guest.close()
})

test('MQTT 3.1.1 is spoken, too, and says that it knows no headers', { skip }, async () => {
  const session = await here.open({ version: '3.1.1' })
  const query = { topic: 'old', limit: 10, wait_ms: 1_000, group: 'old', from: 'newest' as const }
  assert.deepEqual(await Array.fromAsync(session.receive!({ ...query, wait_ms: 100 })), [])
  const sent = await session.send!('old', [{ body: bytes('one') }, { body: bytes('two'), headers: { a: 'b' } }])
  assert.deepEqual([sent[0], say(sent[1]!, 'en')], [undefined, 'MQTT 3.1.1 knows no headers; version 5 does.'])
  const [batch] = await Array.fromAsync(session.receive!(query))
  await batch!.settle!()
  assert.deepEqual(
    batch!.messages.map(({ body }) => Buffer.from(body).toString()),
    ['one'],
  )
  await session.close()
  await assert.rejects(here.open({ version: '3.1.1', password: 'wrong' }), { code: 'CONNECTION_DENIED' })
})

test('a broker that says anything and hangs up is told as an error', async () => {
  const settings = mqtt.settings.parse({ host: 'localhost', port: 1, encryption: 'none' })
  await survivesHostileServers({
    greeting: Uint8Array.from([
      0x20, 0x06, 0x00, 0x00, 0x03, 0x21, 0x00, 0x14, 0x30, 0x06, 0x00, 0x01, 0x61, 0x00, 0x78, 0x79,
    ]),
    use: async (port) => {
      const session = await mqttBody.messages!({ ...settings, port }, localReach)
      await session.close()
    },
  })
})
