import net from 'node:net'
import { Fault } from '@weft/kit/files/remote/connection.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { messageOf } from '@weft/kit/errors/caught.ts'
import { Malformed } from './protocol/bytes.ts'
import { commands, framed, headOf, type Command } from './protocol/header.ts'
import type { Signing } from './protocol/signing.server.ts'
import { Refused, status } from './protocol/status.ts'

type Waiting = { command: Command; resolve(answer: Answer): void; reject(error: Error): void; bell: NodeJS.Timeout }
type Answer = { status: number; session: bigint; tree: number; message: Buffer }
/** Beside `ok`, statuses that are an answer and no refusal. */
type Asked = { command: Command; body: Buffer; fine?: readonly number[] }

export type Line = {
  ask(request: Asked): Promise<Answer>
  /** From now on messages belong to this session. */
  join(session: bigint): void
  /** From now on messages are sealed, and nothing is believed that is not. */
  seal(by: Signing): void
  within(tree: number): void
  isOpen(): boolean
  close(): void
}

/** No message is longer: a piece of a file, or a part of a list. */
const longest = 200_000
const broadcast = 0xffffffffffffffffn

/** A line over which many requests are under way at once, as many as the server has allowed; whatever ends it, each hears of it. */
function openLine(socket: net.Socket, patience: number): Line {
  const waiting = new Map<bigint, Waiting>()
  const queue: (() => void)[] = []
  let [credits, next] = [1, 0n]
  let [session, tree] = [0n, 0]
  let signing: Signing | undefined
  let gone: Error | undefined
  let held: Buffer[] = []
  let heldBytes = 0

  function end(error: Error) {
    gone ??= error
    socket.destroy()
    for (const { reject, bell } of waiting.values()) {
      clearTimeout(bell)
      reject(gone)
    }
    waiting.clear()
    for (const wake of queue.splice(0)) wake()
  }
  socket.setNoDelay(true)
  socket.on('error', (error) => end(new Fault('lost', messageOf(error), error)))
  socket.on('close', () => end(new Fault('lost', 'connection closed')))
  socket.on('data', (bytes: Buffer) => {
    try {
      take(bytes)
    } catch (error) {
      end(new Fault('lost', messageOf(error), error))
    }
  })

  /** Puts together what came in parts; a length that cannot be is not waited for. */
  function take(bytes: Buffer) {
    held.push(bytes)
    heldBytes += bytes.length
    while (heldBytes >= 4) {
      if (held[0]!.length < 4) held = [Buffer.concat(held)]
      const length = held[0]!.readUInt32BE(0)
      if (length > longest) throw new Malformed('a message longer than there are')
      if (heldBytes < 4 + length) return
      const whole = held.length === 1 ? held[0]! : Buffer.concat(held)
      const rest = whole.subarray(4 + length)
      held = rest.length > 0 ? [rest] : []
      heldBytes = rest.length
      hear(whole.subarray(4, 4 + length))
    }
  }

  function hear(message: Buffer) {
    const head = headOf(message)
    credits = Math.min(credits + head.credits, 512)
    const asking = waiting.get(head.message)
    if (asking && head.status !== status.pending) {
      if (head.command !== commands[asking.command]) throw new Malformed('an answer to something else')
      if (signing && !(head.isSigned && signing.isSigned(message)))
        throw new Malformed('an answer that is not signed by the server')
      waiting.delete(head.message)
      clearTimeout(asking.bell)
      asking.resolve({ status: head.status, session: head.session, tree: head.tree, message })
    } else if (!asking && head.message !== broadcast) throw new Malformed('an answer to nothing')
    for (; credits > 0 && queue.length > 0; credits--) queue.shift()!()
  }

  async function turn() {
    if (credits > 0 && queue.length === 0) credits--
    else await new Promise<void>((wake) => queue.push(wake))
  }

  async function send({ command, body }: Asked): Promise<Answer> {
    await turn()
    if (gone) throw gone
    const number = next++
    const { frame, message } = framed({ command, message: number, session, tree, signed: signing !== undefined, body })
    signing?.sign(message)
    return new Promise<Answer>((resolve, reject) => {
      const bell = setTimeout(() => end(new Fault('late', 'timeout')), patience * 1_000)
      waiting.set(number, { command, resolve, reject, bell })
      socket.write(frame)
    })
  }

  return {
    async ask(request) {
      const answer = await send(request)
      if (answer.status !== status.ok && !request.fine?.includes(answer.status)) throw new Refused(answer.status)
      return answer
    },
    join: (to) => void (session = to),
    seal: (by) => void (signing = by),
    within: (id) => void (tree = id),
    isOpen: () => gone === undefined,
    close: () => end(new Fault('lost', 'connection closed')),
  }
}

/** Connects to where it may; the line belongs to nobody yet. */
export async function connected({ host, port }: { host: string; port: number }, patience: number): Promise<Line> {
  const socket = net.connect({ host, port })
  const late = setTimeout(
    () => socket.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
    patience * 1_000,
  )
  try {
    await new Promise<void>((done, fail) => socket.once('connect', done).once('error', fail))
    return openLine(socket, patience)
  } catch (error) {
    socket.on('error', heardElsewhere).destroy()
    throw error
  } finally {
    clearTimeout(late)
  }
}
