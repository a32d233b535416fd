import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import { inScope, systemScope, type Database } from '../database/connect.server.ts'
import { openStatuses } from '../define/job-status.ts'
import { environment } from '../env/environment.server.ts'
import { notFound } from '../errors/common.ts'
import { registry as counted } from '../log/metrics.server.ts'
import { isAtThisMachine } from './caller-address.server.ts'

/** `/metrics` for Prometheus at this machine or with the operator's token: the process, answers by route and status, and jobs that are not finished. No tenant is named. */
export function serveMetrics(app: FastifyInstance, db: Database) {
  const registry = new Registry()
  let isWatched = false
  const answers = new Histogram({
    name: 'weft_http_seconds',
    help: 'Seconds from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2],
    registers: [registry],
  })
  new Gauge({
    name: 'weft_jobs_open',
    help: 'Jobs that are not finished, by status',
    labelNames: ['status'],
    registers: [registry],
    async collect() {
      const rows = await inScope(db, systemScope, (trx) =>
        trx
          .selectFrom('jobs')
          .select((eb) => ['status', eb.fn.countAll<number>().as('jobs')])
          .where('status', 'in', openStatuses)
          .groupBy('status')
          .execute(),
      )
      this.reset()
      for (const { status, jobs } of rows) this.set({ status }, Number(jobs))
    },
  })
  app.addHook('onResponse', async (request, reply) => {
    answers.observe(
      { method: request.method, route: request.routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', { config: { scope: 'public' }, schema: { hide: true } }, async ({ raw, headers }, reply) => {
    if (!isAtThisMachine(raw) && !isToken(headers.authorization)) throw notFound()
    // From when somebody asks for the first time: to watch the event loop wakes the process a hundred times a second, 0.7 % of a core.
    if (!isWatched) collectDefaultMetrics({ register: registry })
    isWatched = true
    return reply.type(registry.contentType).send(await Registry.merge([registry, counted]).metrics())
  })
}

/** Whether this is the token of the operator's Prometheus. Compared as digests, which are as long as each other. */
function isToken(authorization = ''): boolean {
  const token = environment().WEFT_METRICS_TOKEN
  return token !== undefined && timingSafeEqual(digest(authorization), digest(`Bearer ${token}`))
}

const digest = (text: string) => createHash('sha256').update(text).digest()
