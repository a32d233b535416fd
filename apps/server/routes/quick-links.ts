import { inScope } from '@weft/kit/database/connect.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ownScope } from '../auth/guard.ts'
import type { AppContext } from '../context.ts'

const links = z.strictObject({ routes: z.array(z.string().regex(/^[a-z]\w{1,99}$/i)).max(24) })

/** The screens somebody keeps at hand on their dashboard, by route name; null while they have chosen none. */
export const quickLinkRoutes =
  ({ db }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string) => ({ tags: ['dashboard'], summary })

    app.get('/quick_links', { schema: about('Read the own quick links'), config: { scope: 'user' } }, ({ user }) =>
      inScope(db, ownScope(user), async (trx) => {
        const found = await trx
          .selectFrom('quick_links')
          .select('routes')
          .where('user_id', '=', user.id)
          .executeTakeFirst()
        return { data: { routes: (found?.routes as string[] | undefined) ?? null } }
      }),
    )

    app.put(
      '/quick_links',
      {
        schema: { ...about('Choose the own quick links'), body: links },
        config: { scope: 'user', unaudited: 'what one likes to have at hand' },
      },
      ({ user, body }) =>
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
