import { newsletterSubscriberContract, unsubscribeLinkContract } from '@weft/contracts/newsletter-subscribers.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { newsletterSettings } from '@weft/catalogue/resources/setting/newsletter.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { settingsReader } from '@weft/kit/database/settings.server.ts'
import { addressesIn, isAddress } from '@weft/kit/define/mail-addresses.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Forbidden } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'
import { confirm, subscribe, unsubscribe } from './subscribe.ts'
import { listSubscribers } from './subscribers.ts'

const texts = defineMessages({
  closed: { en: 'One cannot subscribe here.', de: 'Hier kann man sich nicht eintragen.' },
})

/** Who gets the newsletter: entered by the provider or by themselves, confirmed and ended by links. */
export const subscriberRoutes =
  (context: AppContext<'db' | 'key' | 'mailer'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, newsletterSubscriberContract)

    const { db } = context
    const settings = settingsReader(db, newsletterSettings)
    const limited = { rateLimit: { max: 20, timeWindow: '1 minute' } }

    on('GET /newsletter_subscribers', ({ scope, query }) => inScope(db, scope, (trx) => listSubscribers(trx, query)))

    on('POST /newsletter_subscribers', async ({ body: { emails, name, language } }, reply) => {
      const addresses = [
        ...new Set(
          addressesIn(emails)
            .filter(isAddress)
            .map((email) => email.toLowerCase()),
        ),
      ]
      const data = []
      for (const email of addresses)
        data.push({
          email,
          ...(await subscribe(context, {
            email,
            name: addresses.length === 1 ? name : '',
            language,
            source: 'admin',
          })),
        })
      return reply.code(201).send({ data })
    })

    on('PUT /newsletter_subscribers/:id', ({ scope, params, body }) =>
      inScope(db, scope, async (trx) => {
        const data = await trx
          .updateTable('newsletter_subscribers')
          .set({
            ...body,
            ...(body.status && { unsubscribed_at: sql<string>`now()` }),
            updated_at: sql<string>`now()`,
          })
          .where('id', '=', params.id)
          .returningAll()
          .executeTakeFirst()
        if (!data) throw notFound()
        return { data }
      }),
    )

    on('DELETE /newsletter_subscribers/:id', async ({ scope, params }, reply) => {
      await inScope(db, scope, (trx) => trx.deleteFrom('newsletter_subscribers').where('id', '=', params.id).execute())
      return reply.code(204).send(null)
    })

    on('GET /newsletter', async () => ({ data: { open: (await settings()).open } }))

    on('POST /newsletter/subscribe', async ({ body }, reply) => {
      if (!(await settings()).open) throw new Forbidden('NEWSLETTER_CLOSED', texts.closed())
      await subscribe(context, { ...body, source: 'page' })
      return reply.code(202).send({ data: { asked: true } }) // the same answer whoever asks, so that it tells nothing
    })

    on('POST /newsletter/confirm', async ({ body }) => ({ data: { email: await confirm(context, body.token) } }))

    on('POST /newsletter/unsubscribe', async ({ body }) => ({
      data: { email: await unsubscribe(context, body.token) },
    }))

    // Mail programs with a button of their own send a form (RFC 8058); a person who follows the same address gets the page.
    await app.register(async (one) => {
      one.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null, undefined))
      const onLink = implementRoutes(one, unsubscribeLinkContract)
      onLink(
        'POST /newsletter/unsubscribe/:token',
        async ({ params }, reply) => {
          await unsubscribe(context, params.token)
          return reply.code(204).send(null)
        },
        limited,
      )
      onLink(
        'GET /newsletter/unsubscribe/:token',
        ({ params }, reply) => reply.redirect(`/newsletter#unsubscribe=${encodeURIComponent(params.token)}`),
        limited,
      )
    })
  }
