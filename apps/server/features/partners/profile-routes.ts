import { partnerProfileContract } from '@weft/contracts/partners.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { partnerProfile } from '@weft/catalogue/resources/partner/partner-profile.ts'
import { inScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { etagOf, refuseMoved } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'

const keys = Object.keys(partnerProfile.shape) as (keyof typeof partnerProfile.shape)[]

/** What the partner that is worked for says about itself. */
export const partnerProfileRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, partnerProfileContract)

    on('GET /partner_profile', async ({ scope }, reply) => {
      const { updated_at, ...data } = await read(db, scope)
      return reply.header('etag', etagOf({ updated_at })).code(200).send({ data })
    })

    on('PUT /partner_profile', async ({ scope, body, headers }, reply) => {
      refuseMoved(headers['if-match'], await read(db, scope))
      if (Object.keys(body).length > 0)
        await inScope(db, scope, (trx) =>
          trx.updateTable('partners').set(body).where('id', '=', scope.partner_id).execute(),
        )
      const { updated_at, ...data } = await read(db, scope)
      return reply.header('etag', etagOf({ updated_at })).code(200).send({ data })
    })
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
