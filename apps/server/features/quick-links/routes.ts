import { quickLinkContract } from '@weft/contracts/quick-links.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { ownScope } from '../../auth/guard.ts'
import type { AppContext } from '../../context.ts'

/** The screens somebody keeps at hand on their dashboard, by route name; null while they have chosen none. */
export const quickLinkRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, quickLinkContract)

    on('GET /quick_links', ({ user }) =>
      inScope(db, ownScope(user), async (trx) => {
        const found = await trx
          .selectFrom('quick_links')
          .select('routes')
          .where('user_id', '=', user.id)
          .executeTakeFirst()
        return { data: { routes: (found?.routes as string[] | undefined) ?? null } }
      }),
    )

    on('PUT /quick_links', ({ user, body }) =>
      inScope(db, ownScope(user), async (trx) => {
        const routes = JSON.stringify([...new Set(body.routes)])
        await trx
          .insertInto('quick_links')
          .values({ user_id: user.id, routes })
          .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ routes }))
          .execute()
        return { data: { routes: JSON.parse(routes) as string[] } }
      }),
    )
  }
