import assert from 'node:assert/strict'
import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'
import { Duplex } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { decodeFrame, encodeFrame, largestData, type Frame } from './frames.server.ts'
import { join, mostStreams, openStreams, StreamRefused, type Streams } from './streams.server.ts'

type Accept = (host: string, port: number) => Promise<Duplex>

/** Two ends of one line; what is under way is handed over a message at a time, as a socket does. */
function aLine(accept: Accept) {
  const violations: string[] = []
  let here: Streams
  let there: Streams
  const sent = { here: 0, there: 0 }
  const end = (to: () => Streams, of: 'here' | 'there', accept?: Accept) =>
    openStreams({
      send(message) {
        sent[of] += message.length
        setImmediate(() => to().receive(Buffer.from(message)))
        return true
      },
      violated: (what) => void violations.push(what),
      ...(accept && { accept }),
    })
  here = end(() => there, 'here')
  there = end(() => here, 'there', accept)
  return { here, there, violations, sent }
}

/** Answers what it hears when it has heard all of it. */
const echo = createServer({ allowHalfOpen: true }, (socket) => {
  const pieces: Buffer[] = []
  socket
    .on('data', (piece) => pieces.push(piece))
    .on('end', () => socket.end(Buffer.concat(pieces)))
    .on('error', () => {}) // lines are cut here
})
await once(echo.listen(0, '127.0.0.1'), 'listening')
after(() => echo.close())
const { port } = echo.address() as AddressInfo
const toEcho: Accept = async () => connect({ port, host: '127.0.0.1', allowHalfOpen: true })
const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test('many streams at once carry their own bytes, and each direction ends by itself', async () => {
  const { here, violations } = aLine(toEcho)
  await Promise.all(
    Array.from({ length: 60 }, async (_, i) => {
      const stream = await here.open('host', i + 1)
      const bytes = randomBytes(1_000 + i * 20_011)
      stream.end(bytes)
      assert.equal(digest(await buffer(stream)), digest(bytes))
    }),
  )
  assert.deepEqual(violations, [])
  while (here.size() > 0) await new Promise((resolve) => setImmediate(resolve))
})

test('who does not read lets no more than a window come, and others go on', async () => {
  let produced = 0
  const endless: Accept = async () =>
    new Duplex({
      read() {
        produced += 16_384
        this.push(Buffer.alloc(16_384))
      },
      write: (_chunk, _encoding, done) => done(),
    })
  const { here, sent, violations } = aLine(endless)
  const lazy = await here.open('host', 1)
  await new Promise((resolve) => setTimeout(resolve, 200))
  assert.ok(sent.there < 300_000, `${sent.there} bytes were sent to somebody who reads none`)
  assert.ok(produced < 600_000)
  const eager = await here.open('host', 2)
  let read = 0
  for await (const piece of eager) if ((read += (piece as Buffer).length) > 3_000_000) break
  lazy.destroy()
  assert.deepEqual(violations, [])
})

test('a line that is cut cuts its streams as broken, not as ended', async () => {
  const { here, there } = aLine(toEcho)
  const stream = await here.open('host', 1)
  const local = new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  const broken = once(local, 'error')
  join(local, stream)
  there.close()
  here.close()
  assert.equal((await broken)[0].code, 'ECONNRESET')
  await assert.rejects(here.open('host', 2), { code: 'ECONNRESET' })
})

test('a host that is refused, and more streams than there may be, are told', async () => {
  const { here } = aLine(async (_, port) => {
    if (port === 1) throw new StreamRefused('NOT_ALLOWED', 'host:1 is not allowed')
    return new Duplex({ read() {}, write: (_chunk, _encoding, done) => done() })
  })
  await assert.rejects(here.open('host', 1), { code: 'NOT_ALLOWED', message: 'host:1 is not allowed' })
  await Promise.all(Array.from({ length: mostStreams }, () => here.open('host', 2)))
  await assert.rejects(here.open('host', 2), { code: 'BUSY' })
})

const id = fc.integer({ min: 1, max: 0xffffffff })
const frame: fc.Arbitrary<Frame> = fc.oneof(
  fc.record({
    kind: fc.constant('open' as const),
    stream: id,
    host: fc.stringMatching(/^[a-z0-9.:-]{1,200}$/),
    port: fc.integer({ min: 0, max: 65_535 }),
  }),
  fc.record({
    kind: fc.constant('refused' as const),
    stream: id,
    code: fc.stringMatching(/^[A-Z_]{1,20}$/),
    reason: fc.string({ maxLength: 100 }),
  }),
  fc.record({
    kind: fc.constant('data' as const),
    stream: id,
    bytes: fc.uint8Array({ minLength: 1, maxLength: 500 }).map((bytes) => Buffer.from(bytes)),
  }),
  fc.record({ kind: fc.constant('credit' as const), stream: id, bytes: fc.integer({ min: 0, max: 0xffffffff }) }),
  fc.record({ kind: fc.constantFrom('opened' as const, 'end' as const, 'reset' as const), stream: id }),
)

test('a frame is read as it was written, and one of the largest size is one', () => {
  fc.assert(fc.property(frame, (given) => assert.deepEqual(decodeFrame(encodeFrame(given)), { ...given })))
  const largest = { kind: 'data', stream: 7, bytes: Buffer.alloc(largestData, 1) } as const
  assert.deepEqual(decodeFrame(encodeFrame(largest)), largest)
  assert.equal(decodeFrame(Buffer.concat([encodeFrame(largest), Buffer.alloc(1)])), undefined)
})

test('bytes of any kind end the line they came over and nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(
        fc.oneof(
          fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes)),
          frame.map(encodeFrame),
        ),
        {
          maxLength: 20,
        },
      ),
      async (messages) => {
        const violations: string[] = []
        const server = openStreams({ send: () => true, violated: (what) => void violations.push(what) })
        const opening = server.open('host', 1).then(
          (stream) => stream.destroy(),
          (error: Error) => assert.ok(error instanceof Error),
        )
        for (const message of messages) server.receive(message)
        server.close()
        await opening
        assert.ok(violations.length <= 1)
        assert.equal(server.size(), 0)
      },
    ),
    { numRuns: 500 },
  )
})

/** A server and what an agent says to it after a stream was opened. */
async function opened() {
  const violations: string[] = []
  const server = openStreams({ send: () => true, violated: (what) => void violations.push(what) })
  const opening = server.open('host', 1)
  const say = (given: Frame) => server.receive(encodeFrame(given))
  say({ kind: 'opened', stream: 1 })
  const stream = await opening
  return { say, stream, violations }
}

test('more bytes than were granted, more credit than there is, bytes after an end and foreign streams are against the rules', async () => {
  for (const [frames, what] of [
    [
      Array.from({ length: 5 }, () => ({ kind: 'data', stream: 1, bytes: Buffer.alloc(largestData) })),
      'more bytes than were granted',
    ],
    [[{ kind: 'credit', stream: 1, bytes: 1 }], 'more credit than there is'],
    [
      [
        { kind: 'end', stream: 1 },
        { kind: 'data', stream: 1, bytes: Buffer.alloc(1) },
      ],
      'bytes after their end',
    ],
    [[{ kind: 'data', stream: 2, bytes: Buffer.alloc(1) }], 'data of a stream there never was'],
    [[{ kind: 'opened', stream: 1 }], 'opened of a stream that is open'],
    [[{ kind: 'open', stream: 9, host: 'x', port: 1 }], 'a stream nobody asked for'],
  ] as [Frame[], string][]) {
    const { say, stream, violations } = await opened()
    const broken = new Promise((resolve) => stream.once('close', resolve))
    for (const one of frames) say(one)
    assert.deepEqual(violations, [what])
    await broken
  }
})

test('what an agent still says of a stream that was just closed harms nothing', async () => {
  const { say, stream, violations } = await opened()
  stream.destroy()
  await new Promise((resolve) => stream.once('close', resolve))
  for (const kind of ['end', 'reset'] as const) say({ kind, stream: 1 })
  say({ kind: 'data', stream: 1, bytes: Buffer.alloc(10) })
  say({ kind: 'credit', stream: 1, bytes: 10 })
  assert.deepEqual(violations, [])
})
