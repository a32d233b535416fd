import { randomBytes } from 'node:crypto'
import { apiTokenContract } from '@weft/contracts/api-tokens.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  otherName: { en: 'Please enter the name exactly: {name}', de: 'Bitte geben Sie den Namen genau so ein: {name}' },
})

/** A new api token for a partner or tenant. The old one is worth nothing at once, so the name has to be typed to confirm it. */
export const apiTokenRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, apiTokenContract)

    for (const { at, table } of [
      { at: '/clients', table: 'tenants' },
      { at: '/partners', table: 'partners' },
    ] as const)
      on(`POST ${at}/:id/rotate_token`, ({ scope, params, body }) =>
        inScope(db, scope, async (trx) => {
          const found = await trx
            .selectFrom(table)
            .select(['id', 'name'])
            .where('id', '=', params.id)
            .forUpdate()
            .executeTakeFirst()
          if (!found) throw notFound()
          if (body.confirm !== found.name) throw invalidField('confirm', texts.otherName({ name: found.name }))
          const api_token = randomBytes(32).toString('base64url')
          await trx.updateTable(table).set({ api_token }).where('id', '=', params.id).execute()
          return { data: { api_token } }
        }),
      )
  }
