import type { Given } from '@weft/engine/isolation/perform.server.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Whose task a call gives, and that it is taken back when the caller goes away. */
export function isolated(
  { scope, user }: Pick<FastifyRequest, 'scope' | 'user'>,
  { raw }: Pick<FastifyReply, 'raw'>,
): Given {
  const gone = new AbortController()
  // Whoever has gone while the call was being prepared is not heard of any more.
  if (raw.destroyed || raw.closed) gone.abort()
  raw.once('close', () => {
    if (!raw.writableFinished) gone.abort()
  })
  return { owner: scope.tenant_id ?? user.id, signal: gone.signal }
}
