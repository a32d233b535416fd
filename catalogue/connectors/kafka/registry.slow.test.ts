import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { say } from '@weft/kit/messages/messages.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { kafkaBody } from './kafka.server.ts'
import { kafkaCounterpart } from './testing/counterpart.ts'
import { schemaRegistry } from './testing/registry.ts'

const registry = await schemaRegistry()
const broker = typeof registry === 'string' ? registry : await kafkaCounterpart()
const skip = typeof broker === 'string' ? broker : false
const here = broker as Exclude<typeof broker, string>
const { url, register, guarded } = registry as Exclude<typeof registry, string>
if (!skip) after(() => here.clients.close())

const open = async (over: object = {}) => {
  const session = await kafkaBody.messages!(
    { ...here.settings, registry: 'open', registry_url: url, ...over },
    httpReach,
  )
  after(() => session.close())
  return session
}
type Session = Awaited<ReturnType<typeof open>>

async function sendAs({ schemas, send }: Session, topic: string, value: unknown) {
  const content = await schemas!.encode(`${topic}-value`, value)
  assert.ok('body' in content, 'reason' in content ? say(content.reason, 'en') : '')
  assert.deepEqual(await send!(topic, [content]), [undefined])
}
async function readAll({ schemas, receive }: Session, topic: string) {
  const query = { topic, limit: 100, wait_ms: 1_000, group: 'test', from: 'oldest' as const }
  const batches = await Array.fromAsync(receive!(query))
  return Promise.all(batches.flatMap(({ messages }) => messages.map(({ body }) => schemas!.decode(body))))
}

test('contents by Avro, Protobuf and JSON go through Kafka by the schemas of a registry', { skip }, async () => {
  const session = await open()
  const value = { id: '9007199254740993', lines: [{ sku: 'ä', price: '12.50' }] }
  const price = { type: 'bytes', logicalType: 'decimal', precision: 12, scale: 2 }
  const line = {
    type: 'record',
    name: 'Line',
    namespace: 'shop',
    fields: [
      { name: 'sku', type: 'string' },
      { name: 'price', type: price },
    ],
  }
  await register('shop.Line', { schema: JSON.stringify(line) })
  const order = {
    type: 'record',
    name: 'Order',
    namespace: 'shop',
    fields: [
      { name: 'id', type: 'long' },
      { name: 'lines', type: { type: 'array', items: 'shop.Line' } },
    ],
  }
  const avro = await here.topic('by-avro')
  const references = [{ name: 'shop.Line', subject: 'shop.Line', version: 1 }]
  await register(`${avro}-value`, { schema: JSON.stringify(order), references })
  await sendAs(session, avro, value)
  assert.deepEqual(await readAll(session, avro), [{ value }])

  await register('shop/line.proto', {
    schemaType: 'PROTOBUF',
    schema: `syntax = "proto3"; package shop; import "google/protobuf/timestamp.proto";
      message Line { string sku = 1; google.protobuf.Timestamp at = 2; }`,
  })
  const proto = await here.topic('by-protobuf')
  await register(`${proto}-value`, {
    schemaType: 'PROTOBUF',
    schema: `syntax = "proto3"; package shop; import "shop/line.proto";
      message Order { int64 id = 1; repeated Line lines = 2; }`,
    references: [{ name: 'shop/line.proto', subject: 'shop/line.proto', version: 1 }],
  })
  const told = { id: '9007199254740993', lines: [{ sku: 'ä', at: '2026-11-25T10:00:00Z' }] }
  await sendAs(session, proto, told)
  assert.deepEqual(await readAll(session, proto), [{ value: told }])

  const json = await here.topic('by-json')
  await register(`${json}-value`, {
    schemaType: 'JSON',
    schema: JSON.stringify({
      $schema: 'http://json-schema.org/draft-07/schema#',
      type: 'object',
      properties: { id: { type: 'integer' } },
      required: ['id'],
    }),
  })
  await sendAs(session, json, { id: '9007199254740993' })
  assert.deepEqual(await readAll(session, json), [{ value: { id: '9007199254740993' } }])
  const refused = await session.schemas!.encode(`${json}-value`, {})
  assert.equal('reason' in refused && say(refused.reason, 'de'), 'Das Feld "id" fehlt.')
})

test('each message is read by the schema its sender used', { skip }, async () => {
  const topic = await here.topic('evolved')
  const record = (fields: object[]) => ({ schema: JSON.stringify({ type: 'record', name: 'R', fields }) })
  await register(`${topic}-value`, record([{ name: 'a', type: 'int' }]))
  await sendAs(await open(), topic, { a: 1 })
  await register(
    `${topic}-value`,
    record([
      { name: 'b', type: 'string', default: '' },
      { name: 'a', type: 'int' },
    ]),
  )
  const later = await open()
  await sendAs(later, topic, { a: 2, b: 'two' })
  assert.deepEqual(await readAll(later, topic), [{ value: { a: 1 } }, { value: { a: 2, b: 'two' } }])
})

test('a registry behind TLS and a sign-in is asked by both, and what is wrong with it is told', { skip }, async () => {
  await register('signed-value', { schema: '"long"' })
  const registry_url = await guarded(`Basic ${Buffer.from('weft:geheim').toString('base64')}`)
  const signedIn = {
    registry: 'basic' as const,
    registry_url,
    registry_user: 'weft',
    registry_secret: 'geheim',
    registry_ca: localCertificate.cert,
  }
  const check = (over: object) =>
    kafkaBody.check({ ...here.settings, ...signedIn, ...(over as typeof signedIn) }, httpReach, () => undefined)
  await check({})
  const encoded = await (await open(signedIn)).schemas!.encode('signed-value', 1)
  assert.ok('body' in encoded)
  await assert.rejects(check({ registry_secret: 'falsch' }), { code: 'CONNECTION_DENIED', status: 422 })
  await assert.rejects(check({ registry_ca: '' }), { status: 503 })
  await assert.rejects(check({ registry: 'open', registry_url: 'http://localhost:1' }), { status: 503 })
  const token = await guarded('Bearer token-1')
  await check({ registry: 'bearer', registry_url: token, registry_secret: 'token-1' })
})
