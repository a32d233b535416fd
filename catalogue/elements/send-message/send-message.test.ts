import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { MessageSession } from '@weft/kit/define/message-session.ts'
import type { StepContext } from '@weft/kit/define/step-context.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { aStep } from '@weft/kit/testing/step.ts'
import { sendMessage } from './send-message.ts'

const texts = defineMessages({ wrong: { en: 'This does not fit.', de: 'Das passt nicht.' } })

/** A session that keeps what it is given; `schemas` writes JSON behind the subject, and refuses what has no number. */
function aSession() {
  const sent: string[] = []
  const session: MessageSession = {
    topics: async () => [],
    send: async (topic, messages) => {
      for (const { body } of messages) sent.push(`${topic} ${Buffer.from(body).toString()}`)
      return messages.map(() => undefined)
    },
    schemas: {
      decode: async () => ({ value: null }),
      encode: async (subject, value) =>
        (value as { n?: number }).n === undefined
          ? { reason: texts.wrong() }
          : { body: Buffer.from(`${subject} ${JSON.stringify(value)}`) },
    },
    close: async () => undefined,
  }
  return { sent, session }
}

async function write(session: MessageSession, settings: object, records: object[]) {
  const context: Partial<StepContext> = {
    connections: { messages: async () => session } as unknown as StepContext['connections'],
  }
  const whole = sendMessage.settings.parse({ connection: 'broker', topic: '{{ to }}', ...settings })
  const sink = await sendMessage.body!.open(aStep(whole, context) as never)
  return sink.write(records as never, 0)
}

test('records are written by the schema of the topic or of another subject, and refused one by one', async () => {
  const { sent, session } = aSession()
  const records = [{ to: 'a', n: 1 }, { to: 'b' }, { to: 'a', n: 2 }]
  const { exits, rejected } = await write(session, { content: 'schema' }, records)
  assert.deepEqual(sent, ['a a-value {"to":"a","n":1}', 'a a-value {"to":"a","n":2}'])
  assert.deepEqual(exits, { sent: [records[0], records[2]] })
  assert.deepEqual(
    rejected!.map(({ record, reason }) => [record, say(reason, 'de')]),
    [[{ to: 'b' }, 'Das passt nicht.']],
  )
  const own = { content: 'schema', subject: 'of-{{ to }}', body: '{"n":{{ n | default: "oops" }}}' }
  assert.equal((await write(session, own, [{ to: 'c', n: 9007199254740993n }, { to: 'c' }])).rejected!.length, 1)
  assert.equal(sent[2], 'c of-c {"n":"9007199254740993"}')
})

test('without a registry nothing can be written by it', async () => {
  const { session } = aSession()
  delete session.schemas
  await assert.rejects(write(session, { content: 'schema' }, []), { code: 'NO_SCHEMA_REGISTRY' })
})
