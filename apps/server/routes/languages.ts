import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { House } from '../house.ts'
import { translationLanguages } from '../languages/translation.ts'

/** The languages of the product, and those of translation services. */
export const languageRoutes = ({ db }: House): FastifyPluginAsyncZod => async (app) => {
  app.get('/languages', { schema: { tags: ['languages'], summary: 'List languages' }, config: { scope: 'user' } }, () =>
    inScope(db, systemScope, async (trx) => {
      const data = await trx.selectFrom('languages').selectAll().orderBy('id').execute()
      return { data, meta: { page: 1, perPage: data.length, total: data.length, lastPage: 1 } }
    }))

  app.get('/languages/translation', { schema: { tags: ['languages'], summary: 'List the languages translation services translate from and into' }, config: { scope: 'user' } }, ({ language }) => ({ data: translationLanguages(language) }))
}
