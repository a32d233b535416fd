import { pinnedPageContract, type PinnedPage } from '@weft/contracts/pinned-pages.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { ownScope } from '../../auth/guard.ts'
import type { AppContext } from '../../context.ts'

/** The pages somebody has pinned to their menu; each stands there once. */
export const pinnedPageRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, pinnedPageContract)

    on('GET /pinned_pages', ({ user }) =>
      inScope(db, ownScope(user), async (trx) => {
        const found = await trx
          .selectFrom('pinned_pages')
          .select('pages')
          .where('user_id', '=', user.id)
          .executeTakeFirst()
        return { data: { pages: (found?.pages as PinnedPage[] | undefined) ?? [] } }
      }),
    )

    on('PUT /pinned_pages', ({ user, body }) =>
      inScope(db, ownScope(user), async (trx) => {
        const chosen = [...new Map(body.pages.map((page) => [page.path, page])).values()]
        const pages = JSON.stringify(chosen)
        await trx
          .insertInto('pinned_pages')
          .values({ user_id: user.id, pages })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ pages }))
          .execute()
        return { data: { pages: chosen } }
      }),
    )
  }
