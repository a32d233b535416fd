import { inScope } from '@weft/kit/database/connect.server.ts'
import { listQuery, metaOf, pageOf } from '@weft/kit/http/list-query.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { House } from '../house.ts'

/** What archiving and tidying have done, the latest first. */
export const retentionRunRoutes = ({ db }: House): FastifyPluginAsyncZod => async (app) => {
  app.get('/retention_runs', { schema: { tags: ['settings'], summary: 'List what the retention of logs has done', querystring: listQuery }, config: { scope: 'provider', may: ['system', 'view'] } }, ({ scope, query }) =>
    inScope(db, scope, async (trx) => {
      const { limit, offset } = pageOf(query)
      const data = await trx.selectFrom('retention_runs').selectAll().orderBy('started_at', 'desc').orderBy('id').limit(limit).offset(offset).execute()
      const { total } = await trx.selectFrom('retention_runs').select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
      return { data, meta: metaOf(query, Number(total)) }
    }))
}
