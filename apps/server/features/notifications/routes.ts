import { notificationContract } from '@weft/contracts/notifications.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { filtersOf, metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { publish } from '@weft/kit/realtime/publish.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { ownScope } from '../../auth/guard.ts'
import type { AppContext } from '../../context.ts'

/**
 * The caller's own notifications: the list behind the bell, and what they have read. Their other browsers hear of a
 * mark.
 */
export const notificationRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, notificationContract)

    on('GET /notifications', ({ user, query }) =>
      inScope(db, ownScope(user), async (trx) => {
        const { limit, offset } = toLimitOffset(query)
        const all = trx.selectFrom('notifications').where('user_id', '=', user.id)
        const { level, state } = filtersOf(query)
        let own = all
        if (level) own = own.where('level', '=', level)
        if (state) own = own.where('read_at', state === 'unread' ? 'is' : 'is not', null)
        if (query.searchTerm)
          own = own.where((eb) =>
            eb.or([
              eb('title', 'ilike', `%${escapeLike(query.searchTerm!)}%`),
              eb('message', 'ilike', `%${escapeLike(query.searchTerm!)}%`),
            ]),
          )
        const data = await own.selectAll().orderBy('created_at', 'desc').limit(limit).offset(offset).execute()
        const { total } = await own.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        const { unread } = await all
          .where('read_at', 'is', null)
          .select((eb) => eb.fn.countAll<number>().as('unread'))
          .executeTakeFirstOrThrow()
        return { data, meta: { ...metaOf(query, Number(total)), unread: Number(unread) } }
      }),
    )

    const told = (user: { id: string }, trx: Parameters<typeof publish>[0]) =>
      publish(trx, { users: [user.id] }, { type: 'notification', data: { read: true } })

    on('POST /notifications/read', async ({ user, body }, reply) => {
      await inScope(db, ownScope(user), async (trx) => {
        const unread = trx
          .updateTable('notifications')
          .set({ read_at: new Date().toISOString() })
          .where('user_id', '=', user.id)
          .where('read_at', 'is', null)
        await (body.ids ? unread.where('id', 'in', body.ids) : unread).execute()
        await told(user, trx)
      })
      return reply.code(204).send(null)
    })

    on('POST /notifications/unread', async ({ user, body }, reply) => {
      await inScope(db, ownScope(user), async (trx) => {
        await trx
          .updateTable('notifications')
          .set({ read_at: null })
          .where('user_id', '=', user.id)
          .where('id', 'in', body.ids)
          .execute()
        await told(user, trx)
      })
      return reply.code(204).send(null)
    })
  }
