import type { Given } from '@weft/engine/isolation/perform.server.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Whose task a call gives, and that it is taken back when the caller goes away. */
export const isolated = (
  { scope, user }: Pick<FastifyRequest, 'scope' | 'user'>,
  reply: Pick<FastifyReply, 'raw'>,
): Given => ({ owner: scope.tenant_id ?? user.id, signal: callerGone(reply) })

/**
 * Aborts when the caller goes away before the answer is written. The signal of a request never does once its body has been read, which is
 * closed with it.
 */
export function callerGone({ raw }: Pick<FastifyReply, 'raw'>): AbortSignal {
  const gone = new AbortController()
  // Whoever has gone while the call was being prepared is not heard of any more.
  if (raw.destroyed || raw.closed) gone.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return gone.signal
}
