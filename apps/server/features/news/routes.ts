import { newsContract } from '@weft/contracts/news.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import type { FastifyPluginAsync } from 'fastify'
import { ownScope } from '../../auth/guard.ts'
import type { AppContext } from '../../context.ts'

/** What dashboards show: the articles that are out and meant for the caller, the newest first. Writing them is the resource's. */
export const newsRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, newsContract)

    on('GET /news_feed', ({ user, query }) =>
      inScope(db, ownScope(user), async (trx) => {
        const { limit, offset } = toLimitOffset(query)
        // Row-level security knows partners and tenants; the provider's own staff may read everything, so what is not out yet is left out here.
        let out = trx.selectFrom('news').where('release_date', '<=', new Date().toISOString().slice(0, 10))
        if (user.kind === 'admin') out = out.where('audience', 'in', ['all', 'admin'])
        const data = await out
          .select(['id', 'title', 'content', 'release_date', 'author'])
          .orderBy('release_date', 'desc')
          .orderBy('created_at', 'desc')
          .limit(limit)
          .offset(offset)
          .execute()
        const { total } = await out.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        return { data, meta: metaOf(query, Number(total)) }
      }),
    )
  }
