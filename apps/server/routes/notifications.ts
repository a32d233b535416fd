import { inScope } from '@weft/kit/database/connect.server.ts'
import { listQuery, metaOf, pageOf } from '@weft/kit/http/list-query.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ownScope } from '../auth/guard.ts'
import type { House } from '../house.ts'

/** The caller's own notifications: the list behind the bell, and what he has read. */
export const notificationRoutes = ({ db }: House): FastifyPluginAsyncZod => async (app) => {
  const about = (summary: string) => ({ tags: ['notifications'], summary })

  app.get('/notifications', { schema: { ...about('List notifications'), querystring: listQuery }, config: { scope: 'user' } }, ({ user, query }) =>
    inScope(db, ownScope(user), async (trx) => {
      const { limit, offset } = pageOf(query)
      const own = trx.selectFrom('notifications').where('user_id', '=', user.id)
      const data = await own.selectAll().orderBy('created_at', 'desc').limit(limit).offset(offset).execute()
      const { total, unread } = await own.select((eb) => [eb.fn.countAll<number>().as('total'), eb.fn.countAll<number>().filterWhere('read_at', 'is', null).as('unread')]).executeTakeFirstOrThrow()
      return { data, meta: { ...metaOf(query, Number(total)), unread: Number(unread) } }
    }))

  app.post('/notifications/read', { schema: { ...about('Mark notifications as read'), body: z.strictObject({ ids: z.array(z.uuid()).max(1000).optional() }) }, config: { scope: 'user' } }, async ({ user, body }, reply) => {
    await inScope(db, ownScope(user), (trx) => {
      const unread = trx.updateTable('notifications').set({ read_at: new Date().toISOString() }).where('user_id', '=', user.id).where('read_at', 'is', null)
      return (body.ids ? unread.where('id', 'in', body.ids) : unread).execute()
    })
    return reply.code(204).send()
  })
}
