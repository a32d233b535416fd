import type { Connector } from '../define/connector.ts'
import { provenWith } from './as-declared.ts'
import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import type { MessageBatch, MessageSession, ReceiveQuery } from '../define/message-session.ts'
import type { MessageCounterpart } from './message-counterpart.ts'

const queryOf = (topic: string, more: Partial<ReceiveQuery> = {}): ReceiveQuery => ({
  topic,
  limit: 10_000,
  wait_ms: 1_500,
  group: 'conformance',
  from: 'oldest',
  ...more,
})
const bytes = (text: string) => new TextEncoder().encode(text)
const textOf = ({ body }: { body: Uint8Array }) => new TextDecoder().decode(body)
const asStored = (cursor: unknown): unknown => JSON.parse(JSON.stringify(cursor))

/** Every connector for messages does the same with the same messages, on its real server. */
export function messagesConform(connector: Connector, counterpart: MessageCounterpart | string) {
  const { key } = connector
  if (typeof counterpart === 'string') {
    test(`${key}: messages`, { skip: counterpart }, () => undefined)
    return
  }
  const { knows, keeps } = counterpart
  const named = (name: string) => `${key} (${counterpart.product}): ${name}`
  const open: MessageSession[] = []
  after(() => Promise.all(open.map((session) => session.close())))
  const opened = async () => {
    const session = await counterpart.open()
    open.push(session)
    return session
  }
  const closed = async (session: MessageSession) => {
    open.splice(open.indexOf(session), 1)
    await session.close()
  }
  /** All batches, each settled as soon as it is there. */
  const received = async (session: MessageSession, query: ReceiveQuery, cursor?: unknown) => {
    const batches: MessageBatch[] = []
    for await (const batch of session.receive!(query, cursor)) {
      await batch.settle?.()
      batches.push(batch)
    }
    return batches
  }
  const messagesOf = (batches: MessageBatch[]) => batches.flatMap(({ messages }) => messages)
  const texts = async (...args: Parameters<typeof received>) => messagesOf(await received(...args)).map(textOf)
  /** A topic that is listened to and has nothing in it. */
  const fresh = async (name: string) => {
    const session = await opened()
    const topic = await counterpart.topic(name)
    assert.deepEqual(await texts(session, queryOf(topic, { wait_ms: 300 })), [])
    return { session, topic }
  }
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, i) => String(from + i))
  const send = async (session: MessageSession, topic: string, contents: string[]) =>
    assert.deepEqual(
      (
        await session.send!(
          topic,
          contents.map((content) => ({ body: bytes(content) })),
        )
      ).filter(Boolean),
      [],
    )

  test(named('it receives and sends, on the server that it says'), async () => {
    const session = await opened()
    assert.deepEqual([typeof session.receive, typeof session.send], ['function', 'function'])
    assert.deepEqual(
      connector.provides.filter((one) => one !== 'schemas'),
      ['messages'],
    )
    provenWith(connector, counterpart.product)
  })

  test(named('contents arrive byte by byte'), async () => {
    const { session, topic } = await fresh('bodies')
    const bodies = [
      bytes('Grüße aus Köln, 你好 😀'),
      new Uint8Array(0),
      Uint8Array.from({ length: 256 }, (_, i) => i),
      Uint8Array.from({ length: 500_000 }, (_, i) => (i * 7) % 251),
    ]
    const sent = await session.send!(
      topic,
      bodies.map((body) => ({ body })),
    )
    assert.deepEqual(sent, [undefined, undefined, undefined, undefined])
    const messages = messagesOf(await received(session, queryOf(topic)))
    assert.deepEqual(
      messages.map(({ body }) => Buffer.from(body).toString('base64')),
      bodies.map((body) => Buffer.from(body).toString('base64')),
    )
    for (const { at } of messages) if (at !== null) assert.match(at, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/)
  })

  test(named('keys and headers stay with their message'), async () => {
    const { session, topic } = await fresh('headers')
    const wanted = { 'content-type': 'application/json', source: 'Köln; "x"=1' }
    assert.deepEqual(
      await session.send!(topic, [
        {
          body: bytes('{}'),
          ...(knows.keys && { key: 'order-1/ä' }),
          ...(knows.headers && { headers: wanted }),
        },
        { body: bytes('plain') },
      ]),
      [undefined, undefined],
    )
    const [first, second] = messagesOf(await received(session, queryOf(topic)))
    assert.deepEqual(first!.headers, knows.headers ? wanted : {})
    assert.deepEqual([first!.key, second!.key], [knows.keys ? 'order-1/ä' : null, null])
    assert.deepEqual(second!.headers, {})
  })

  test(named('messages come in order, as many as wanted, and the rest after that'), async () => {
    const { session, topic } = await fresh('order')
    await send(session, topic, numbers(1, 2_500))
    const first = await received(session, queryOf(topic, { limit: 1_200 }))
    assert.deepEqual(messagesOf(first).map(textOf), numbers(1, 1_200))
    assert.ok(first.length > 1, 'more than one batch')
    const cursor = asStored(first.at(-1)!.cursor ?? null) ?? undefined
    assert.deepEqual(await texts(session, queryOf(topic), cursor), numbers(1_201, 2_500))
  })

  test(named('somebody who waits is given what comes meanwhile'), async () => {
    const { session, topic } = await fresh('wait')
    const sender = await opened()
    const waiting = texts(session, queryOf(topic, { limit: 2, wait_ms: 20_000 }))
    await send(sender, topic, ['one', 'two'])
    assert.deepEqual(await waiting, ['one', 'two'])
  })

  test(named('who wants only what is new is given what comes from then on, even between two readings'), async () => {
    const { session, topic } = await fresh('newest')
    await send(session, topic, ['old'])
    const query = queryOf(topic, { from: 'newest', group: 'newcomers', wait_ms: 500 })
    if (!keeps) {
      // What lies in a queue is for whoever comes; a subscription begins with itself.
      await received(session, query)
      await send(session, topic, ['new'])
      assert.deepEqual(await texts(session, query), ['new'])
      return
    }
    const [first, ...others] = await received(session, query)
    assert.deepEqual([first!.messages, others], [[], []])
    await send(session, topic, ['new'])
    assert.deepEqual(await texts(session, query, asStored(first!.cursor)), ['new'])
  })

  test(named('a topic is listed'), { skip: !knows.topics && 'it names none' }, async () => {
    const { session, topic } = await fresh('listed')
    assert.ok((await session.topics()).some(({ name }) => name === topic))
  })

  test(named('behind the cursor of any batch comes exactly the rest'), { skip: !keeps && 'it forgets' }, async () => {
    const { session, topic } = await fresh('cursors')
    await send(session, topic, numbers(1, 1_500))
    const batches: MessageBatch[] = []
    for (let cursor: unknown; ;) {
      const [batch] = await received(session, queryOf(topic, { limit: 400 }), cursor)
      if (!batch) break
      batches.push(batch)
      cursor = asStored(batch.cursor)
    }
    assert.deepEqual(messagesOf(batches).map(textOf), numbers(1, 1_500))
    const other = await opened()
    let before = 0
    for (const { messages, cursor } of batches) {
      before += messages.length
      const rest = await texts(other, queryOf(topic), asStored(cursor))
      assert.deepEqual(rest, numbers(before + 1, 1_500))
    }
  })

  test(
    named('what was settled does not come again, what was not does'),
    { skip: keeps && 'it keeps all' },
    async () => {
      const { session, topic } = await fresh('settled')
      await send(session, topic, numbers(1, 30))
      const batches: MessageBatch[] = []
      for (let count = 0; count < 20;) {
        for await (const batch of session.receive!(queryOf(topic, { limit: 10 }))) {
          batches.push(batch)
          count += batch.messages.length
        }
        assert.ok(count > 0)
      }
      const settled = batches.shift()!
      // The reading is over; its messages become safe only now.
      await settled.settle!()
      await closed(session)
      const rest = await texts(await opened(), queryOf(topic))
      assert.deepEqual(rest.toSorted(byNumber), numbers(settled.messages.length + 1, 30))
    },
  )

  test(named('a wrong password is told as such'), async () => {
    await assert.rejects(
      counterpart.denied().then((session) => open.push(session)),
      { code: 'CONNECTION_DENIED', status: 422 },
    )
  })

  test(named('a server that goes away is told to whoever waits or sends, and is there again later'), async () => {
    const { session, topic } = await fresh('outage')
    await send(session, topic, ['before'])
    assert.deepEqual(await texts(session, queryOf(topic)), ['before'])
    const waiting = assert.rejects(received(session, queryOf(topic, { wait_ms: 30_000 })), { status: 503 })
    await counterpart.stop()
    await waiting
    await assert.rejects(session.send!(topic, [{ body: bytes('lost') }]), { status: 503 })
    await closed(session)
    await assert.rejects(
      counterpart.open().then((late) => open.push(late)),
      { code: 'CONNECTION_FAILED', status: 503 },
    )
    await counterpart.start()
    const later = await opened()
    await send(later, topic, ['after'])
  })
}

const byNumber = (one: string, other: string) => Number(one) - Number(other)
