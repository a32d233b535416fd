import type { FastifyInstance } from 'fastify'

const open = { config: { scope: 'public' }, schema: { hide: true } } as const

/** `/livez`: the process answers. `/readyz`: what it needs is there, or 503 with what is not. */
export function serveHealth(app: FastifyInstance, readiness: () => Promise<{ status: 'ready' | 'not_ready' }>) {
  app.get('/livez', open, () => ({ status: 'ok' }))
  app.get('/readyz', open, async (_, reply) => {
    const found = await readiness()
    return reply.code(found.status === 'ready' ? 200 : 503).send(found)
  })
}
