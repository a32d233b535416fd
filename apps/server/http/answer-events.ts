import type { Server, Socket } from 'socket.io'
import type { z } from 'zod'
import { log } from '@weft/kit/log/log.server.ts'
import { guarded } from '@weft/kit/process/guarded.server.ts'

/** So many events of one socket may wait; a browser sends a handful. */
const mostWaiting = 200

type Schemas = Record<string, z.ZodTuple>
type Answers<S extends Schemas> = { [K in keyof S]: (...args: z.output<S[K]>) => Promise<boolean> }

/**
 * The only way events of a browser get in: each is compared with its schema and answered with whether it was done, one after the other.
 * Nothing reaches the socket's own listeners, because a client chooses the names and the emitter's `error` ends a process.
 */
export function answerEvents<S extends Schemas>(socket: Socket, schemas: S, answers: Answers<S>) {
  let last = Promise.resolve()
  let waiting = 0
  socket.on(
    'error',
    guarded('socket', (error: unknown) => log.info({ err: error }, 'a socket failed')),
  )
  socket.use(([name, ...given]: unknown[]) => {
    if (++waiting > mostWaiting) return void socket.disconnect(true)
    last = last
      .then(() => (socket.connected ? answer(schemas, answers, name, given) : undefined))
      .finally(() => waiting--)
  })
}

async function answer<S extends Schemas>(
  schemas: S,
  answers: Answers<S>,
  name: unknown,
  given: unknown[],
): Promise<void> {
  const acknowledge = given.at(-1)
  const args = typeof acknowledge === 'function' ? given.slice(0, -1) : given
  let done = false
  try {
    const parsed = typeof name === 'string' && Object.hasOwn(schemas, name) ? schemas[name]!.safeParse(args) : undefined
    if (parsed?.success) done = await answers[name as keyof S](...(parsed.data as z.output<S[keyof S]>))
  } catch (error) {
    log.error({ err: error, event: name }, 'an event of a socket failed')
  }
  if (typeof acknowledge === 'function') acknowledge(done)
}

/** Lets in whom `decide` lets in; whatever fails in it keeps the socket out. */
export const admit =
  (decide: (socket: Socket) => Promise<boolean>): Parameters<Server['use']>[0] =>
  (socket, next) => {
    const refused = new Error('UNAUTHENTICATED')
    void decide(socket).then(
      (admitted) => next(admitted ? undefined : refused),
      (error: unknown) => {
        log.warn({ err: error }, 'a socket was kept out')
        next(refused)
      },
    )
  }
