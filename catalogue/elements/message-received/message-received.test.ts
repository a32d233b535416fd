import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MessageBatch, MessageSession } from '@weft/kit/define/message-session.ts'
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
