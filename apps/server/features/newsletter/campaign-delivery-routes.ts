import { newsletterCampaignContract } from '@weft/contracts/newsletter-campaigns.ts'
import { mailSettings } from '@weft/engine/mail/wording.server.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { filtersOf, metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { addressees } from './addressees.ts'
import { refuseBegun } from './campaigns.ts'
import { refuseMissing, type CampaignDraft } from './campaign-words.ts'

const texts = defineMessages({
  noServer: { en: 'No mail server is set up yet.', de: 'Es ist noch kein Mailserver eingerichtet.' },
  noAddress: {
    en: 'Please set the address of this installation in the email settings first: the link to unsubscribe needs it.',
    de: 'Bitte tragen Sie zuerst in den E-Mail-Einstellungen die Adresse dieser Installation ein: Der Link zum Abbestellen braucht sie.',
  },
  nobody: { en: 'There is nobody to send this to.', de: 'Es gibt niemanden, an den dies gehen könnte.' },
  over: { en: 'This newsletter is not going out.', de: 'Dieser Newsletter ist nicht unterwegs.' },
})

/** A newsletter on its way: begun, watched, stopped. */
export const campaignDeliveryRoutes =
  ({ db, mailWorks }: AppContext<'db' | 'mailWorks'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, newsletterCampaignContract)

    on('POST /newsletter_campaigns/:id/send', async ({ scope, params }) => {
      if (!(await mailWorks())) throw new Conflict('MAIL_NO_SERVER', texts.noServer())
      return { data: await inScope(db, scope, (trx) => beginSending(trx, params.id)) }
    })

    on('POST /newsletter_campaigns/:id/cancel', ({ scope, params }) =>
      inScope(db, scope, async (trx) => {
        const row = await trx
          .updateTable('newsletter_campaigns')
          .set({ status: 'cancelled', finished_at: sql<string>`now()` })
          .where('id', '=', params.id)
          .where('status', '=', 'sending')
          .returningAll()
          .executeTakeFirst()
        if (!row) throw new Conflict('NEWSLETTER_OVER', texts.over())
        await trx
          .updateTable('newsletter_deliveries')
          .set({ status: 'cancelled' })
          .where('campaign_id', '=', params.id)
          .where('status', '=', 'waiting')
          .execute()
        return { data: row }
      }),
    )

    on('GET /newsletter_campaigns/:id/deliveries', ({ scope, params, query }) =>
      inScope(db, scope, async (trx) => {
        const { limit, offset } = toLimitOffset(query)
        const { status } = filtersOf(query)
        const all = trx
          .selectFrom('newsletter_deliveries')
          .where('campaign_id', '=', params.id)
          .$if(Boolean(status), (rows) => rows.where('status', '=', status!))
          .$if(Boolean(query.searchTerm), (rows) => rows.where('email', 'ilike', `%${escapeLike(query.searchTerm!)}%`))
        const data = await all
          .select(['email', 'name', 'language', 'status', 'error', 'done_at'])
          .orderBy('email')
          .limit(limit)
          .offset(offset)
          .execute()
        const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
        return { data: data.map((row) => ({ id: row.email, ...row })), meta: metaOf(query, Number(total)) }
      }),
    )
  }

/** Writes down to whom it goes; the mails themselves follow in the background. */
async function beginSending(trx: Scoped, id: string) {
  const row = await trx
    .selectFrom('newsletter_campaigns')
    .selectAll()
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  if (row.status !== 'draft') refuseBegun()
  if (!(await mailSettings(trx)).email.url) throw new Conflict('NEWSLETTER_NO_ADDRESS', texts.noAddress())
  const to = await addressees(trx, row.audience as CampaignDraft['audience'])
  if (to.length === 0) throw invalidField('audience', texts.nobody())
  refuseMissing(row as unknown as CampaignDraft, to)
  for (let i = 0; i < to.length; i += 5_000)
    await trx
      .insertInto('newsletter_deliveries')
      .values(to.slice(i, i + 5_000).map((person) => ({ campaign_id: row.id, ...person })))
      .execute()
  return trx
    .updateTable('newsletter_campaigns')
    .set({ status: 'sending', started_at: sql<string>`now()` })
    .where('id', '=', row.id)
    .returningAll()
    .executeTakeFirstOrThrow()
}
