import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { House } from '../house.ts'

/** The languages of the product. */
export const languageRoutes = ({ db }: House): FastifyPluginAsyncZod => async (app) => {
  app.get('/languages', { schema: { tags: ['languages'], summary: 'List languages' }, config: { scope: 'user' } }, () =>
    inScope(db, systemScope, async (trx) => {
      const data = await trx.selectFrom('languages').selectAll().orderBy('id').execute()
      return { data, meta: { page: 1, perPage: data.length, total: data.length, lastPage: 1 } }
    }))
}
