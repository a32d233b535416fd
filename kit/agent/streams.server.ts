import { Duplex } from 'node:stream'
import { heardElsewhere } from '../errors/heard-elsewhere.ts'
import { decodeFrame, encodeFrame, largestData, type Frame } from './frames.server.ts'

/** So many bytes of one stream may be under way or unread: more would let whoever reads slowly fill the memory of both sides. */
const window = 256 * 1024
/** So many streams at once over one socket; with the window they bound what a socket may take. */
export const mostStreams = 256
const unread = 64 * 1024
/** The agent gives up a host after ten seconds. */
const opening_ms = 15_000

/** Why the other side opened no stream: it does not allow the host, or could not connect. */
export class StreamRefused extends Error {
  override name = 'StreamRefused'
  readonly code: string
  constructor(code: string, reason: string) {
    super(reason)
    this.code = code
  }
}

type Carrier = {
  /** Sends a message; false where so many wait that it is better to pause until `resume` is called. */
  send(message: Buffer): boolean
  /** The other side has broken the rules, and nothing it says counts any more. */
  violated(what: string): void
  /** The other side asks for a stream. Who never asks it to leave this out: then asking is against the rules. */
  accept?(host: string, port: number): Promise<Duplex>
}

type Stream = {
  duplex: Duplex
  /** Of bytes this side may still send. */
  credit: number
  /** Of bytes the other side may still send. */
  granted: number
  /** Bytes that were read and not yet granted again. */
  read: number
  waiting: { chunk: Buffer; done: (error?: Error | null) => void } | undefined
  /** This side has said its end, and the other one has. */
  isFinal: boolean
  isEnded: boolean
}

export type Streams = {
  open(host: string, port: number): Promise<Duplex>
  receive(message: Buffer): void
  /** What was sent has left: those that wait go on. */
  resume(): void
  close(): void
  size(): number
}

/** Many streams over one socket: each with a window of its own, ended in each direction by itself, and cut when the socket is gone. */
export function openStreams({ send, violated, accept }: Carrier): Streams {
  const streams = new Map<number, Stream>()
  const opening = new Map<number, { resolve(stream: Duplex): void; reject(error: Error): void }>()
  const accepting = new Set<number>()
  let last = 0
  let isOpen = true
  let isFull = false

  const say = (frame: Frame) => {
    if (isOpen && !send(encodeFrame(frame))) isFull = true
  }
  const violation = (what: string) => {
    if (!isOpen) return
    close()
    violated(what)
  }

  function begin(id: number): Duplex {
    const stream: Stream = {
      credit: window,
      granted: window,
      read: 0,
      waiting: undefined,
      isFinal: false,
      isEnded: false,
      duplex: new Duplex({
        readableHighWaterMark: unread,
        read: () => grant(id, stream),
        write(chunk: Buffer, _encoding, done) {
          stream.waiting = { chunk, done }
          flush(id, stream)
        },
        final(done) {
          stream.isFinal = true
          say({ kind: 'end', stream: id })
          done()
        },
        destroy(error, done) {
          const isWhole = stream.isFinal && stream.duplex.readableEnded
          if (streams.delete(id) && !isWhole) say({ kind: 'reset', stream: id })
          stream.waiting?.done(error ?? new Error('The stream was closed.'))
          stream.waiting = undefined
          done(error)
        },
      }),
    }
    // Whoever uses it hears of its end by its closing; it may be cut before they listen.
    stream.duplex.on('error', heardElsewhere)
    streams.set(id, stream)
    return stream.duplex
  }

  function flush(id: number, stream: Stream) {
    while (stream.waiting && stream.credit > 0 && !isFull && isOpen) {
      const { chunk, done } = stream.waiting
      const piece = chunk.subarray(0, Math.min(chunk.length, stream.credit, largestData))
      stream.credit -= piece.length
      say({ kind: 'data', stream: id, bytes: piece })
      stream.waiting = piece.length < chunk.length ? { chunk: chunk.subarray(piece.length), done } : undefined
      if (!stream.waiting) done()
    }
  }

  function grant(id: number, stream: Stream) {
    if (stream.read < window / 4) return
    say({ kind: 'credit', stream: id, bytes: stream.read })
    stream.granted += stream.read
    stream.read = 0
  }

  function receiveOf(stream: Stream, frame: Frame) {
    const { duplex } = stream
    if (stream.isEnded && (frame.kind === 'data' || frame.kind === 'end')) return violation('bytes after their end')
    if (frame.kind === 'data') {
      stream.granted -= frame.bytes.length
      if (stream.granted < 0) return violation('more bytes than were granted')
      stream.read += frame.bytes.length
      if (duplex.push(frame.bytes)) grant(frame.stream, stream)
    } else if (frame.kind === 'credit') {
      stream.credit += frame.bytes
      if (stream.credit > window) return violation('more credit than there is')
      flush(frame.stream, stream)
    } else if (frame.kind === 'end') {
      stream.isEnded = true
      duplex.push(null)
    } else if (frame.kind === 'reset') {
      streams.delete(frame.stream)
      duplex.destroy(closed())
    } else violation(`${frame.kind} of a stream that is open`)
  }

  async function answer({ stream: id, host, port }: Extract<Frame, { kind: 'open' }>) {
    accepting.add(id)
    try {
      const far = await accept!(host, port)
      if (!isOpen || !accepting.has(id)) return void far.destroy()
      say({ kind: 'opened', stream: id })
      join(begin(id), far)
    } catch (error) {
      const [code, reason] = error instanceof StreamRefused ? [error.code, error.message] : ['FAILED', String(error)]
      say({ kind: 'refused', stream: id, code, reason })
    } finally {
      accepting.delete(id)
    }
  }

  function receive(message: Buffer) {
    if (!isOpen) return
    const frame = decodeFrame(message)
    if (!frame) return violation('a message that is none')
    const { kind, stream: id } = frame
    const waiting = opening.get(id)
    if (kind === 'open') {
      if (!accept || id <= last) return violation('a stream nobody asked for')
      last = id
      if (streams.size + accepting.size >= mostStreams)
        return say({ kind: 'refused', stream: id, code: 'BUSY', reason: 'too many streams' })
      return void answer(frame)
    }
    if (id > last) return violation(`${kind} of a stream there never was`)
    if (waiting) {
      opening.delete(id)
      if (kind === 'opened') return waiting.resolve(begin(id))
      if (kind === 'refused') return waiting.reject(new StreamRefused(frame.code, frame.reason))
      return violation(`${kind} of a stream that is not open`)
    }
    // Of what this side has closed the other may not have heard yet.
    const stream = streams.get(id)
    if (stream) receiveOf(stream, frame)
    else if (kind === 'reset') accepting.delete(id)
  }

  function close() {
    if (!isOpen) return
    isOpen = false
    for (const { reject } of opening.values()) reject(closed())
    opening.clear()
    for (const { duplex } of streams.values()) duplex.destroy(closed())
    streams.clear()
  }

  return {
    receive,
    close,
    size: () => streams.size + opening.size,
    open(host, port) {
      if (!isOpen) return Promise.reject(closed())
      if (streams.size + opening.size >= mostStreams)
        return Promise.reject(new StreamRefused('BUSY', 'too many streams'))
      const id = ++last
      let timer: NodeJS.Timeout | undefined
      return new Promise<Duplex>((resolve, reject) => {
        timer = setTimeout(() => {
          opening.delete(id)
          say({ kind: 'reset', stream: id })
          reject(new StreamRefused('ETIMEDOUT', 'no answer in time'))
        }, opening_ms)
        opening.set(id, { resolve, reject })
        say({ kind: 'open', stream: id, host, port })
      }).finally(() => clearTimeout(timer))
    },
    resume() {
      if (!isFull) return
      isFull = false
      for (const [id, stream] of [...streams].filter(([, { waiting }]) => waiting)) {
        // Whoever has had a turn is the last next time.
        streams.delete(id)
        streams.set(id, stream)
        flush(id, stream)
      }
    },
  }
}

const closed = () => Object.assign(new Error('The line was cut.'), { code: 'ECONNRESET' })

/** What one says the other hears, in both directions, each ended by itself. What ends otherwise is cut, so that nobody takes a part for the whole. */
export function join(one: Duplex, other: Duplex): void {
  one.pipe(other)
  other.pipe(one)
  for (const [from, to] of [
    [one, other],
    [other, one],
  ] as const) {
    from
      .on('error', () => cut(to))
      .on('close', () => {
        if (!from.readableEnded || !from.writableFinished) cut(to)
      })
    if (from.destroyed) cut(to)
  }
}

type Cuttable = Duplex & { resetAndDestroy?(): void; encrypted?: boolean }

/** Over TCP the other side hears a reset and no orderly end. */
export function cut(stream: Cuttable): void {
  if (stream.destroyed) return
  if (stream.resetAndDestroy && !stream.encrypted) stream.resetAndDestroy()
  else stream.destroy(closed())
}
