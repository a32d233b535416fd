import { randomBytes } from 'node:crypto'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'

const texts = defineMessages({
  otherName: { en: 'Please enter the name exactly: {name}', de: 'Bitte geben Sie den Namen genau so ein: {name}' },
})

const params = z.object({ id: z.uuid() })
const body = z.strictObject({ confirm: z.string().max(300) })

/** A new api token for a partner or tenant. The old one is worth nothing at once, so the name has to be typed to confirm it. */
export const apiTokenRoutes =
  ({ db }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    for (const { at, table, subject } of [
      { at: '/clients', table: 'tenants', subject: 'tenants' },
      { at: '/partners', table: 'partners', subject: 'partners' },
    ] as const)
      app.post(
        `${at}/:id/rotate_token`,
        {
          schema: { tags: [at.slice(1)], summary: `Replace the api token of a ${subject.slice(0, -1)}`, params, body },
          config: { scope: 'branch', may: [subject, 'update'] },
        },
        ({ scope, params, body }) =>
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
