import { partnerProfile } from '@weft/catalogue/resources/partner/partner-profile.ts'
import { inScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { etagOf, refuseMoved } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { AppContext } from '../context.ts'

const keys = Object.keys(partnerProfile.shape) as (keyof typeof partnerProfile.shape)[]

/** What the partner that is worked for says about itself. */
export const partnerProfileRoutes =
  ({ db }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string) => ({ tags: ['partner_profile'], summary })

    app.get(
      '/partner_profile',
      {
        schema: about('Read what a partner says about itself'),
        config: { scope: 'partner', may: ['company', 'view'] },
      },
      async ({ scope }, reply) => {
        const { updated_at, ...data } = await read(db, scope)
        return reply.header('etag', etagOf({ updated_at })).send({ data })
      },
    )

    app.put(
      '/partner_profile',
      {
        schema: { ...about('Change what a partner says about itself'), body: changesOf(partnerProfile.shape) },
        config: { scope: 'partner', may: ['company', 'update'] },
      },
      async ({ scope, body, headers }, reply) => {
        refuseMoved(headers['if-match'], await read(db, scope))
        if (Object.keys(body).length > 0)
          await inScope(db, scope, (trx) =>
            trx.updateTable('partners').set(body).where('id', '=', scope.partner_id!).execute(),
          )
        const { updated_at, ...data } = await read(db, scope)
        return reply.header('etag', etagOf({ updated_at })).send({ data })
      },
    )
  }

async function read(db: Database, scope: Scope) {
  const row = await inScope(db, scope, (trx) =>
    trx
      .selectFrom('partners')
      .select([...keys, 'updated_at'])
      .where('id', '=', scope.partner_id!)
      .executeTakeFirst(),
  )
  if (!row) throw notFound()
  return row
}
