import { ownFields, profileContract } from '@weft/contracts/profile.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { ownScope } from '../../auth/guard.ts'
import type { AppContext } from '../../context.ts'

/** What everybody may read and change of themselves: their own data. */
export const profileRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, profileContract)

    on('GET /auth/me/information', ({ user }) =>
      inScope(db, ownScope(user), async (trx) => ({
        data: await trx
          .selectFrom('users')
          .select([...ownFields, 'email'])
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow(),
      })),
    )

    on('PUT /auth/me/information', ({ user, body }) =>
      inScope(db, ownScope(user), async (trx) => {
        if (Object.keys(body).length > 0) await trx.updateTable('users').set(body).where('id', '=', user.id).execute()
        return {
          data: await trx.selectFrom('users').select(ownFields).where('id', '=', user.id).executeTakeFirstOrThrow(),
        }
      }),
    )
  }
