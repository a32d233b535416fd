import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import type { RouteScope } from '@weft/kit/contracts/route.ts'
import { listQuery } from '@weft/kit/http/list-query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { beginBulk, listRefused, readBulk, stopBulk } from '../jobs/bulk.ts'
import { queuedQuery } from '../jobs/list.ts'
import { listQueued } from '../jobs/queued.ts'

const texts = defineMessages({
  queue: { en: 'Please choose the queue.', de: 'Bitte wählen Sie die Warteschlange.' },
  chosen: {
    en: 'Please say which jobs are meant, by ids or by a filter.',
    de: 'Bitte geben Sie an, welche Jobs gemeint sind, durch Ids oder einen Filter.',
  },
})

const params = z.object({ id: z.uuid() })
const order = z.strictObject({
  action: z.enum(['cancel', 'requeue', 'move']),
  list: z.enum(['jobs', 'queued_jobs']).default('jobs'),
  ids: z.array(z.uuid()).max(10_000).optional(),
  filter: z.record(z.string(), z.string()).optional(),
  searchTerm: z.string().optional(),
  children: z.boolean().optional(),
  mode: z.enum(['from_start', 'from_failed', 'failed_records']).optional(),
  version: z.enum(['original', 'current']).optional(),
  queue_id: z.uuid().optional(),
  queue_name: z.string().max(64).optional(),
})

/** Queued jobs, and what is done with many jobs in the background: for a tenant's own, and for the provider over all tenants. */
export const bulkActionRoutes =
  ({ db }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    for (const level of [
      { at: '', scope: 'tenant', view: ['jobs', 'view'], run: ['jobs', 'run'], whose: 'of the tenant' },
      {
        at: '/supervisor',
        scope: 'provider',
        view: ['system', 'view'],
        run: ['system', 'run'],
        whose: 'of all tenants',
      },
    ] as const) {
      const about = (summary: string) => ({
        tags: [level.at === '' ? 'jobs' : 'supervisor'],
        summary: `${summary} ${level.whose}`,
      })
      const view = { scope: level.scope as RouteScope, may: level.view }
      const run = { scope: level.scope as RouteScope, may: level.run }

      app.get(
        `${level.at}/queued_jobs`,
        {
          schema: {
            ...about(
              'List jobs that wait for a worker or have one; available_before=MINUTES for those available longer;',
            ),
            querystring: queuedQuery,
          },
          config: view,
        },
        ({ scope, query }) => inScope(db, level.at === '' ? scope : systemScope, (trx) => listQueued(trx, query)),
      )

      app.post(
        `${level.at}/bulk_actions`,
        {
          schema: {
            ...about('Cancel, run again or move many jobs in the background, by ids or by the filter of a list,'),
            body: order,
          },
          config: run,
        },
        async ({ scope, body }, reply) => {
          const { action, ids, filter, searchTerm, list, ...options } = body
          if (action === 'move' && !options.queue_id && !options.queue_name)
            throw invalidField('queue_id', texts.queue())
          if (!ids && !filter && !searchTerm) throw invalidField('ids', texts.chosen())
          // The provider's own list goes over all tenants, which only the engine's scope does; who asked is kept.
          const asked = level.at === '' ? scope : { ...systemScope, user_id: scope.user_id }
          return reply.code(202).send({
            data: await inScope(db, asked, (trx) =>
              beginBulk(trx, asked, { action, options: present(options), chosen: { ids, filter, searchTerm, list } }),
            ),
          })
        },
      )

      app.get(
        `${level.at}/bulk_actions/:id`,
        { schema: { ...about('How far an action with many jobs has come'), params }, config: view },
        ({ scope, params }) => inScope(db, scope, async (trx) => ({ data: await readBulk(trx, params.id) })),
      )

      app.get(
        `${level.at}/bulk_actions/:id/refused`,
        {
          schema: { ...about('List the jobs an action refused, with their status,'), params, querystring: listQuery },
          config: view,
        },
        ({ scope, params, query, language }) =>
          inScope(db, scope, (trx) => listRefused(trx, params.id, query, language)),
      )

      app.post(
        `${level.at}/bulk_actions/:id/stop`,
        { schema: { ...about('Stop an action with many jobs'), params }, config: run },
        ({ scope, params }) => inScope(db, scope, async (trx) => ({ data: await stopBulk(trx, params.id) })),
      )
    }
  }

const present = <T extends object>(options: T) =>
  Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]: Exclude<T[K], undefined>
  }
