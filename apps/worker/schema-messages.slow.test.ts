import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { kafkaCounterpart } from '@weft/catalogue/connectors/kafka/testing/counterpart.ts'
import { schemaRegistry } from '@weft/catalogue/connectors/kafka/testing/registry.ts'
import { aField, aStructure } from '@weft/engine/testing/structure.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { httpReach } from '@weft/kit/testing/http-reach.ts'
import { kafkaBody } from '@weft/catalogue/connectors/kafka/kafka.server.ts'
import { anEngine } from './testing/engine.ts'

const registry = await schemaRegistry()
const kafka = typeof registry === 'string' ? registry : await kafkaCounterpart()
const skip = typeof kafka === 'string' ? kafka : false

test(
  'messages by Avro become records of a structure and go on by Protobuf, what is unreadable waits beside them',
  { skip },
  async () => {
    if (typeof kafka === 'string' || typeof registry === 'string') return
    after(() => kafka.clients.close())
    const ports = [kafka.tls_port, Number(new URL(registry.url).port)]
    const engine = await anEngine({ allowed: ports.map((port) => ({ host: 'localhost', port })) })
    const settings = {
      ...kafka.settings,
      brokers: `localhost:${kafka.tls_port}`,
      encryption: 'verified' as const,
      ca: localCertificate.cert,
      registry: 'open' as const,
      registry_url: registry.url,
    }
    await engine.aConnection('stream', 'kafka', settings)
    const fields = [
      { name: 'number', type: 'long' },
      { name: 'country', type: ['null', 'string'], default: null },
      { name: 'total', type: { type: 'bytes', logicalType: 'decimal', precision: 12, scale: 2 } },
      { name: 'day', type: { type: 'int', logicalType: 'date' } },
    ]
    const orders = await kafka.topic('orders')
    await registry.register(`${orders}-value`, {
      schema: JSON.stringify({ type: 'record', name: 'Order', namespace: 'shop', fields }),
    })
    await registry.register('shipments', {
      schemaType: 'PROTOBUF',
      schema: `syntax = "proto3"; package shop;
        message Shipment { int64 number = 1; optional string country = 2; string total = 3; string day = 4; }`,
    })
    const shipments = await kafka.topic('shipped')

    const session = await kafkaBody.messages!(settings, httpReach)
    after(() => session.close())
    const given = [
      { number: '9007199254740993', country: 'DE', total: '1234567890.10', day: '2026-11-25' },
      { number: 2, country: null, total: '-0.05', day: '1969-12-31' },
    ]
    for (const order of given) {
      const content = await session.schemas!.encode(`${orders}-value`, order)
      assert.ok('body' in content)
      await session.send!(orders, [content])
      await session.send!(orders, [{ body: content.body.subarray(0, content.body.length - 1) }])
    }

    const structure = await aStructure(engine.ground, engine.scope, 'StreamOrder', [
      aField('number', 'big_integer', { primary_key: true, nullable: false }),
      aField('country'),
      aField('total', 'decimal', { precision: 12, scale: 2 }),
      aField('day', 'date'),
    ])
    const names = ['number', 'country', 'total', 'day']
    const taking = (from: string) => ({
      keep_others: false,
      fields: names.map((field) => ({ field, value: `{{ ${from}${field} }}` })),
    })
    const receive = await engine.aWorkflow(
      'Receive',
      {
        received: ['message_received', { connection: 'stream', topic: orders, content: 'schema', wait_seconds: 1 }],
        take: ['set_fields', taking('body.')],
        write: ['write_records', { structure_id: structure.id }],
      },
      'received.out>take.in take.out>write.in',
    )
    const got = await engine.run(receive)
    assert.deepEqual(got.steps['received'], { out: 2, rejected: 2 })
    assert.deepEqual(got.steps['write'], { written: 2 })
    const shown = ({ number, country, total, day }: Record<string, unknown>) => ({
      number: String(number),
      country,
      total,
      day,
    })
    const kept = (await engine.records(structure.id)).map(shown)
    assert.deepEqual(
      kept.toSorted((a, b) => a.number.localeCompare(b.number)),
      [
        { number: '2', country: null, total: '-0.05', day: '1969-12-31' },
        { number: '9007199254740993', country: 'DE', total: '1234567890.10', day: '2026-11-25' },
      ],
    )

    const send = await engine.aWorkflow(
      'Send',
      {
        go: ['manual'],
        read: ['read_records', { structure_id: structure.id, only_dirty: false }],
        take: ['set_fields', taking('')],
        send: ['send_message', { connection: 'stream', topic: shipments, content: 'schema', subject: 'shipments' }],
      },
      'go.out>read.in read.out>take.in take.out>send.in',
    )
    const sent = await engine.run(send)
    assert.deepEqual([sent.error, sent.steps['send']], [undefined, { sent: 2 }])
    const query = { topic: shipments, limit: 10, wait_ms: 1_000, group: 'test', from: 'oldest' as const }
    const batches = await Array.fromAsync(session.receive!(query))
    const read = await Promise.all(
      batches.flatMap(({ messages }) => messages.map(({ body }) => session.schemas!.decode(body))),
    )
    const values = read.map((one) => ('value' in one ? (one.value as { number: unknown }) : { number: 'unread' }))
    assert.deepEqual(
      values.toSorted((a, b) => String(a.number).localeCompare(String(b.number))),
      [
        { number: 2, total: '-0.05', day: '1969-12-31' },
        { number: '9007199254740993', country: 'DE', total: '1234567890.10', day: '2026-11-25' },
      ],
    )
    // Nothing held the topic up: what comes after the unreadable ones is read, and those are not read again.
    assert.deepEqual((await engine.run(receive)).status, 'info')
  },
)
