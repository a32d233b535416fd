import assert from 'node:assert/strict'
import { test } from 'node:test'
import { say } from '@weft/kit/messages/messages.ts'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { messagesConform } from '@weft/kit/testing/message-conformance.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { openLine } from './line.server.ts'
import { nats } from './nats.ts'
import { natsBody } from './nats.server.ts'
import { natsCounterpart } from './testing/counterpart.ts'

const server = await natsCounterpart()
const skip = typeof server === 'string' ? server : false
const here = server as Exclude<typeof server, string>
const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body)
const query = (topic: string) => ({ topic, limit: 100, wait_ms: 500, group: 'test', from: 'oldest' as const })

test('a server is tried step by step, and recognised by its certificate', { skip }, async () => {
  const { settings, tls_port: port } = here
  let told: string[] = []
  const check = (over: object) => {
    told = []
    return natsBody.check({ ...settings, ...over }, localReach, (step, detail) =>
      told.push(`${step}: ${typeof detail === 'string' ? detail : detail ? say(detail, 'en') : ''}`),
    )
  }
  await check({})
  assert.deepEqual(told.slice(0, 3), [`host: 127.0.0.1:${settings.port}`, 'connection: Not encrypted', 'sign_in: weft'])
  assert.match(told[3]!, /^version: NATS 2\.\d+\.\d+$/)
  assert.match(told[4]!, /^rights: \d+ streams? to read$/)
  await assert.rejects(check({ encryption: 'required' }), {
    code: 'CONNECTION_FAILED',
    message: /does not support 'tls'/,
  })
  const encrypted = { port, auth: 'token', token: 'sesame', encryption: 'verified', ca: localCertificate.cert }
  await check(encrypted)
  assert.deepEqual(told.slice(1, 3), ['connection: Encrypted', 'sign_in: '])
  await assert.rejects(check({ ...encrypted, token: 'wrong' }), { code: 'CONNECTION_DENIED' })
  await assert.rejects(check({ ...encrypted, ca: '' }), { message: /signed by nobody known here/ })
  await assert.rejects(check({ ...encrypted, host: 'nats.example' }), { message: /certificate is for another host/ })
  await check({ ...encrypted, host: 'nats.example', encryption: 'required' })
  await assert.rejects(check({ port: 1 }), { code: 'CONNECTION_FAILED', message: /ECONNREFUSED/ })
})

test('subjects of a stream are kept, others reach who listens', { skip }, async () => {
  await here.stream({ name: 'ORDERS', subjects: ['orders.>'], max_msgs: 3, discard: 'new' })
  const session = await here.open()
  await session.send!('orders.de', [{ body: bytes('1') }])
  await session.send!('orders.fr.paris', [{ body: bytes('2') }])
  const [batch] = await Array.fromAsync(session.receive!(query('ORDERS')))
  assert.deepEqual(
    batch!.messages.map((message) => [message.details, textOf(message)]),
    [
      [{ subject: 'orders.de', sequence: 1 }, '1'],
      [{ subject: 'orders.fr.paris', sequence: 2 }, '2'],
    ],
  )
  const outcomes = await session.send!('orders.de', [{ body: bytes('3') }, { body: bytes('4') }])
  assert.deepEqual(
    outcomes.map((outcome) => outcome && say(outcome, 'en')),
    [undefined, 'maximum messages exceeded'],
  )
  const listener = await openLine(here.settings, localReach)
  const heard = listener.subscribe('plain.words', { max: 1 })
  await listener.flush()
  assert.deepEqual(await session.send!('plain.words', [{ body: bytes('hello') }]), [undefined])
  for await (const message of heard) assert.equal(message.string(), 'hello')
  await listener.close()
  const refused = await session.send!('plain.*', [{ body: bytes('x') }])
  assert.match(say(refused[0]!, 'de'), /^An das Subject „plain\.\*“ lässt sich nichts senden/)
  const [large] = await session.send!('plain.words', [{ body: new Uint8Array(2_000_000) }])
  assert.equal(say(large!, 'en'), 'The message has 2,000,000 bytes; the server takes 1,048,576 at most.')
  await assert.rejects(Array.fromAsync(session.receive!(query('nowhere'))), { code: 'TOPIC_MISSING', status: 404 })
  await session.close()
})

test('a stream with gaps is read in full, and one made anew from its beginning', { skip }, async () => {
  const session = await here.open()
  const line = await openLine(here.settings, localReach)
  const { jetstreamManager } = await import('@nats-io/jetstream')
  const manager = await jetstreamManager(line)
  await here.stream({ name: 'GAPS', subjects: ['gaps'] })
  await session.send!(
    'gaps',
    ['1', '2', '3', '4'].map((text) => ({ body: bytes(text) })),
  )
  await manager.streams.deleteMessage('GAPS', 1)
  await manager.streams.deleteMessage('GAPS', 3)
  const [batch] = await Array.fromAsync(session.receive!(query('GAPS')))
  assert.deepEqual([batch!.messages.map(textOf), batch!.cursor], [['2', '4'], { next: 5 }])
  await manager.streams.delete('GAPS')
  await here.stream({ name: 'GAPS', subjects: ['gaps'] })
  await session.send!('gaps', [{ body: bytes('new') }])
  const [told, again] = await Array.fromAsync(session.receive!(query('GAPS'), batch!.cursor))
  assert.match(say(told!.notice!, 'de'), /^Der Stream GAPS enthält nicht mehr alles seit dem letzten Lauf/)
  assert.deepEqual(again!.messages.map(textOf), ['new'])
  await Promise.all([session.close(), line.close()])
})

test('a server that says anything and hangs up is told as an error', async () => {
  const settings = nats.settings.parse({ host: 'localhost', port: 1, auth: 'none', encryption: 'none' })
  await survivesHostileServers({
    greeting: bytes(
      'INFO {"server_id":"X","version":"2.9.10","proto":1,"headers":true,"max_payload":1048576}\r\nPONG\r\n',
    ),
    use: async (port) => {
      const session = await natsBody.messages!({ ...settings, port }, localReach)
      await session.close()
    },
  })
})

messagesConform(nats, typeof server === 'string' ? server : server.counterpart)
