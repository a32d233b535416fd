import { newsletterCampaignContract } from '@weft/contracts/newsletter-campaigns.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { addressees } from './addressees.ts'
import { deliveryCounts, findCampaign, refuseBegun } from './campaigns.ts'
import { checkWords, type CampaignDraft } from './campaign-words.ts'

/** Newsletters as they are written. */
export const campaignRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, newsletterCampaignContract)

    on('GET /newsletter_campaigns', ({ scope, query }) =>
      inScope(db, scope, async (trx) => {
        const { limit, offset } = toLimitOffset(query)
        const all = trx
          .selectFrom('newsletter_campaigns')
          .$if(Boolean(query.searchTerm), (rows) => rows.where('label', 'ilike', `%${escapeLike(query.searchTerm!)}%`))
        const rows = await all
          .select(['id', 'label', 'audience', 'status', 'started_at', 'finished_at', 'created_at', 'updated_at'])
          .orderBy('created_at', 'desc')
          .orderBy('id')
          .limit(limit)
          .offset(offset)
          .execute()
        const counts = await deliveryCounts(
          trx,
          rows.map(({ id }) => id),
        )
        const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        return {
          data: rows.map((row) => ({ ...row, counts: counts.get(row.id) ?? {} })),
          meta: metaOf(query, Number(total)),
        }
      }),
    )

    on('POST /newsletter_campaigns', async ({ scope, body }, reply) => {
      checkWords(body)
      const data = await inScope(db, scope, (trx) =>
        trx.insertInto('newsletter_campaigns').values(body).returningAll().executeTakeFirstOrThrow(),
      )
      return reply.code(201).send({ data })
    })

    on('GET /newsletter_campaigns/:id', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        const row = await findCampaign(trx, params.id)
        const audience =
          row.status === 'draft' ? await addressees(trx, row.audience as CampaignDraft['audience']) : undefined
        return {
          data: {
            ...row,
            counts: (await deliveryCounts(trx, [row.id])).get(row.id) ?? {},
            ...(audience && { addressees: audience.length }),
          },
        }
      }),
    )

    on('PUT /newsletter_campaigns/:id', ({ scope, params, body }) =>
      inScope(db, scope, async (trx) => {
        const row = await findCampaign(trx, params.id)
        if (row.status !== 'draft') refuseBegun()
        if (Object.keys(body).length === 0) return { data: row }
        checkWords({ ...(row as unknown as CampaignDraft), ...(body as Partial<CampaignDraft>) })
        return {
          data: await trx
            .updateTable('newsletter_campaigns')
            .set(body)
            .where('id', '=', params.id)
            .returningAll()
            .executeTakeFirstOrThrow(),
        }
      }),
    )

    on('DELETE /newsletter_campaigns/:id', async ({ scope, params }, reply) => {
      await inScope(db, scope, async (trx) => {
        if ((await findCampaign(trx, params.id)).status === 'sending') refuseBegun()
        await trx.deleteFrom('newsletter_campaigns').where('id', '=', params.id).execute()
      })
      return reply.code(204).send(null)
    })
  }
