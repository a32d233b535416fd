import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MessageBatch, MessageSession } from '@weft/kit/define/message-session.ts'
import type { DataRecord } from '@weft/kit/define/record.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import { messageReceived } from './message-received.ts'

const texts = defineMessages({ told: { en: 'Messages are gone.', de: 'Nachrichten sind weg.' } })

test('what a system says of messages that are gone stands in the log as a warning', async () => {
  const message = { id: '7', key: null, headers: {}, body: Buffer.from('{"n":7}'), at: null, details: {} }
  const batches: MessageBatch[] = [
    { messages: [], cursor: { next: 7 }, notice: texts.told() },
    { messages: [message], cursor: { next: 8 } },
  ]
  const session: MessageSession = {
    topics: async () => [],
    async *receive() {
      yield* batches
    },
    close: async () => undefined,
  }
  const kept: unknown[] = []
  const context: Partial<StepContext> = {
    connections: { messages: async () => session } as unknown as StepContext['connections'],
    states: {
      get: async () => undefined,
      keepAtEnd: async (_: string, value: unknown) => void kept.push(value),
    } as unknown as StepContext['states'],
  }
  const step = aStep(messageReceived.settings.parse({ connection: 'broker', topic: 'orders' }), context)
  const given = await Array.fromAsync(messageReceived.body!.read!(step as never, {}))
  assert.deepEqual(step.lines, ['warning: Messages are gone.'])
  assert.deepEqual(
    given.map(({ records }) => records.map(({ body }) => body)),
    [[], [{ n: 7 }]],
  )
  assert.deepEqual(kept, [{ place: 'broker orders', at: { next: 8 } }])
})

const aSession = (more: Partial<MessageSession> = {}): MessageSession => ({
  topics: async () => [],
  async *receive() {
    const message = { id: '0-7', key: null, headers: {}, at: null, details: { offset: '7' } }
    yield {
      messages: [
        { ...message, body: Buffer.from('x') },
        { ...message, id: '0-8', body: Buffer.alloc(0) },
      ],
    }
  },
  close: async () => undefined,
  ...more,
})
const opened = (session: MessageSession) => {
  const context: Partial<StepContext> = {
    connections: { messages: async () => session } as unknown as StepContext['connections'],
    states: { get: async () => undefined } as unknown as StepContext['states'],
  }
  const settings = messageReceived.settings.parse({ connection: 'broker', topic: 'orders', content: 'schema' })
  return Array.fromAsync(messageReceived.body!.read!(aStep(settings, context) as never, {}))
}

test('what does not go with its schema is refused with its message, and kept as it came', async () => {
  const schemas = { decode: async () => ({ reason: texts.told() }), encode: async () => ({ reason: texts.told() }) }
  const [batch] = await opened(aSession({ schemas }))
  assert.deepEqual(
    batch!.records.map(({ id, body }) => [id, body]),
    [['0-8', null]],
  )
  const { record, field, reason } = batch!.rejected![0]!
  assert.deepEqual([record['body'], record['details'], field], ['eA==', { offset: '7' }, 'body'])
  assert.equal(say(reason, 'en'), 'The message 0-7 cannot be read by its schema. Messages are gone.')
  await assert.rejects(opened(aSession()), { code: 'NO_SCHEMA_REGISTRY' })
})

/** Reads a byte that is told twice; a byte that is not known yet is refused. */
const oneByte = (known: Set<number>): MessageSession['schemas'] => ({
  decode: async (bytes) => (known.has(bytes[0]!) ? { value: { said: bytes[0] } } : { reason: texts.told() }),
  encode: async () => ({ reason: texts.told() }),
})
const stepOf = (session: MessageSession, settings: object) => {
  const context: Partial<StepContext> = {
    connections: { messages: async () => session } as unknown as StepContext['connections'],
    states: { get: async () => undefined } as unknown as StepContext['states'],
  }
  const parsed = messageReceived.settings.parse({ connection: 'broker', topic: 'orders', ...settings })
  return aStep(parsed, context) as never
}
const about = { headers: {}, at: null, details: {} }
const retried = (record: DataRecord, corrected = false) => ({ record, reason: texts.told(), corrected })

test('a key is read by its schema, and where one of both cannot be read both are kept as they came', async () => {
  const known = new Set([7])
  const session = aSession({
    schemas: oneByte(known)!,
    async *receive() {
      const of = (id: string, key: number | null, body: number) => ({
        ...about,
        id,
        key: key === null ? null : String.fromCharCode(key),
        key_bytes: key === null ? undefined : Buffer.from([key]),
        body: Buffer.from([body]),
      })
      yield { messages: [of('a', 7, 7), of('b', null, 7), of('c', 200, 7), of('d', 7, 201)] }
    },
  })
  const step = stepOf(session, { content: 'schema', key: 'schema' })
  const [batch] = await Array.fromAsync(messageReceived.body!.read!(step, {}))
  assert.deepEqual(
    batch!.records.map(({ id, key, body }) => [id, key, body]),
    [
      ['a', { said: 7 }, { said: 7 }],
      ['b', null, { said: 7 }],
    ],
  )
  assert.deepEqual(
    batch!.rejected!.map(({ record, field, reason }) => [record['key'], record['body'], field, say(reason, 'en')]),
    [
      ['yA==', 'Bw==', 'key', 'The key of the message c cannot be read by its schema. Messages are gone.'],
      ['Bw==', 'yQ==', 'body', 'The message d cannot be read by its schema. Messages are gone.'],
    ],
  )
  assert.equal(Object.hasOwn(batch!.records[0]!, 'key_bytes'), false)

  const again = (record: DataRecord) => messageReceived.body!.retry!(step, retried(record))
  const [byKey, byBody] = batch!.rejected!
  assert.deepEqual((await again(byKey!.record)).rejected![0]!.field, 'key')
  known.add(200).add(201)
  assert.deepEqual((await again(byKey!.record)).records, [
    { topic: 'orders', id: 'c', key: { said: 200 }, ...about, body: { said: 7 } },
  ])
  assert.deepEqual((await again(byBody!.record)).records[0]!['body'], { said: 201 })
})

test('what somebody has put in place of a content they could not read is taken as it stands', async () => {
  const bySchema = stepOf(aSession({ schemas: oneByte(new Set())! }), { content: 'schema' })
  const record = { topic: 'orders', id: 'e', key: 'k', ...about }
  const written = { ...record, body: { n: 7 } }
  assert.deepEqual(await messageReceived.body!.retry!(bySchema, retried(written, true)), {
    records: [written],
    rejected: [],
  })
  const { rejected } = await messageReceived.body!.retry!(bySchema, retried({ ...record, body: 'no Base64!' }, true))
  assert.deepEqual([rejected![0]!.field, say(rejected![0]!.reason, 'de')], ['body', 'Der Text ist kein Base64.'])

  const byJson = stepOf(aSession(), { content: 'json' })
  const mended = await messageReceived.body!.retry!(
    byJson,
    retried({ ...record, body: '{"n":9007199254740993}' }, true),
  )
  assert.deepEqual(mended.records, [{ ...record, body: { n: '9007199254740993' } }])
  const broken = await messageReceived.body!.retry!(byJson, retried({ ...record, body: '{"n":' }))
  assert.equal(broken.rejected![0]!.record['body'], '{"n":')
})
