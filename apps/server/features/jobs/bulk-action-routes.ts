import { bulkActionContract } from '@weft/contracts/bulk-actions.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { omitUndefined } from '@weft/kit/define/omit-undefined.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { required } from '@weft/kit/messages/required.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { beginBulk, listRefused, readBulk, stopBulk } from './bulk.ts'
import { listQueued } from './queued.ts'

const texts = defineMessages({
  chosen: {
    en: 'Please say which jobs are meant, by ids or by a filter.',
    de: 'Bitte geben Sie an, welche Jobs gemeint sind, durch Ids oder einen Filter.',
  },
})

/** Queued jobs, and what is done with many jobs in the background: for a tenant's own, and for the provider over all tenants. */
export const bulkActionRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, bulkActionContract)
    for (const at of ['', '/supervisor'] as const) {
      on(`GET ${at}/queued_jobs`, ({ scope, query }) =>
        inScope(db, at === '' ? scope : systemScope, (trx) => listQueued(trx, query)),
      )

      on(`POST ${at}/bulk_actions`, async ({ scope, body }, reply) => {
        const { action, ids, filter, searchTerm, list, ...options } = body
        if (action === 'move' && !options.queue_id && !options.queue_name)
          throw invalidField('queue_id', required({ en: 'Queue', de: 'Warteschlange' }))
        if (!ids && !filter && !searchTerm) throw invalidField('ids', texts.chosen())
        // The provider's own list goes over all tenants, which only the engine's scope does; who asked is kept.
        const asked = at === '' ? scope : { ...systemScope, user_id: scope.user_id }
        return reply.code(202).send({
          data: await inScope(db, asked, (trx) =>
            beginBulk(trx, asked, {
              action,
              options: omitUndefined(options),
              chosen: { ids, filter, searchTerm, list },
            }),
          ),
        })
      })

      on(`GET ${at}/bulk_actions/:id`, ({ scope, params }) =>
        inScope(db, scope, async (trx) => ({ data: await readBulk(trx, params.id) })),
      )

      on(`GET ${at}/bulk_actions/:id/refused`, ({ scope, params, query, language }) =>
        inScope(db, scope, (trx) => listRefused(trx, params.id, query, language)),
      )

      on(`POST ${at}/bulk_actions/:id/stop`, ({ scope, params }) =>
        inScope(db, scope, async (trx) => ({ data: await stopBulk(trx, params.id) })),
      )
    }
  }
