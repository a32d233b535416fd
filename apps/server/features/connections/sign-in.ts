import { connectorOf } from '@weft/catalogue/connectors/connector-of.ts'
import { connectionSignInContract } from '@weft/contracts/connection-sign-in.ts'
import { openHttp } from '@weft/engine/connections/http.server.ts'
import { beginSignIn, finishSignIn, takeSignIn } from '@weft/engine/connectors/sign-in.server.ts'
import { settingsOf } from '@weft/engine/connectors/stored.server.ts'
import { inScope, systemScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'

/** A person signs in at a provider for a connection: the way there, and what they come back with. */
export const connectionSignInRoutes =
  ({ db, key, ways }: AppContext<'db' | 'key' | 'ways'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, connectionSignInContract)
    /** The provider is reached as the connection itself is. */
    const reachedAs = (connection: Parameters<typeof ways.of>[0]) => ({
      db,
      key,
      http: openHttp({ egress: ways.of(connection) }),
    })

    on('POST /connections/:id/sign_in', async ({ scope, user, params, body }) => {
      const connection = await opened(scope, params.id)
      return {
        data: {
          url: await beginSignIn(reachedAs(connection.stored), connection, {
            user_id: user.id,
            callback: body.callback,
          }),
        },
      }
    })

    on('POST /oauth/callback', async ({ user, body }) => {
      const begun = await takeSignIn({ db }, user.id, body.state)
      const connection = await opened(systemScope, begun.connection_id)
      await finishSignIn(reachedAs(connection.stored), begun, connection, body)
      const { id, label } = connection.stored
      await lookAgain(id)
      return { data: { id, label } }
    })

    async function opened(scope: Scope, id: string) {
      const row = await inScope(db, scope, (trx) =>
        trx.selectFrom('connections').selectAll().where('id', '=', id).executeTakeFirst(),
      )
      const connector = row && connectorOf(row.connector)
      if (!row || !connector) throw notFound()
      return { stored: row, connector, settings: settingsOf(key, connector, row) }
    }

    const lookAgain = (id: string) =>
      inScope(db, systemScope, (trx) =>
        trx
          .updateTable('connection_health')
          .set({ next_check_at: sql`now()` })
          .where('connection_id', '=', id)
          .execute(),
      )
  }
