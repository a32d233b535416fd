import { pluginContract } from '@weft/contracts/plugins.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { metaOf, toLimitOffset, type ListQuery } from '@weft/kit/http/list-query.ts'
import { say, type Language, type Message } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

/** Events on their way to the subscribers of a plugin: the installation's log of them, and a project's. */
export const pluginDeliveryRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, pluginContract)

    on('GET /plugins/:id/deliveries', ({ scope, params, query, language }) => log(scope, params.id, query, language))
    on('POST /plugins/deliveries/:id/again', ({ scope, params }) => again(scope, params.id))
    on('GET /project_plugins/:id/deliveries', async ({ scope, params, query, language }) => {
      const used = await inScope(db, scope, (trx) =>
        trx.selectFrom('project_plugins').select('plugin_id').where('plugin_id', '=', params.id).executeTakeFirst(),
      )
      if (!used) throw notFound()
      return log(scope, params.id, query, language)
    })
    on('POST /project_plugins/deliveries/:id/again', ({ scope, params }) => again(scope, params.id))

    const log = (scope: Scope, plugin_id: string, query: ListQuery, language: Language) =>
      inScope(db, scope, async (trx) => {
        const found = trx.selectFrom('plugin_deliveries').where('plugin_id', '=', plugin_id)
        const { limit, offset } = toLimitOffset(query)
        const rows = await found
          .select([
            'id',
            'subscriber',
            'event',
            'status',
            'tries',
            'error',
            'log',
            'created_at',
            'delivered_at',
            'next_at',
          ])
          .orderBy('created_at', 'desc')
          .limit(limit)
          .offset(offset)
          .execute()
        const { total } = await found.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        return {
          data: rows.map((row) => ({
            ...row,
            error: row.error ? say(row.error as Message, language) : null,
            log: row.log as { level: string; message: string }[],
          })),
          meta: metaOf(query, Number(total)),
        }
      })

    const again = (scope: Scope, id: string) =>
      inScope(db, scope, async (trx) => {
        const { numUpdatedRows } = await trx
          .updateTable('plugin_deliveries')
          .set({ status: 'pending', tries: 0, next_at: sql`now()` })
          .where('id', '=', id)
          .where('status', '=', 'failed')
          .executeTakeFirst()
        if (numUpdatedRows === 0n) throw notFound()
        return { data: { id, status: 'pending' } }
      })
  }
