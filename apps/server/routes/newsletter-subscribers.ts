import { newsletterSettings } from '@weft/catalogue/resources/setting/newsletter.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { settingsReader } from '@weft/kit/database/settings.server.ts'
import { addressesIn, isAddress, mailAddresses } from '@weft/kit/define/mail-addresses.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Forbidden } from '@weft/kit/errors/errors.ts'
import { filteredBy, filtersOf, metaOf, toLimitOffset, sortedBy } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages, languages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { sql } from 'kysely'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { confirm, subscribe, unsubscribe } from '../newsletter/subscribe.ts'

const texts = defineMessages({
  closed: { en: 'One cannot subscribe here.', de: 'Hier kann man sich nicht eintragen.' },
})

const params = z.object({ id: z.uuid() })
const sortable = ['email', 'name', 'status', 'created_at'] as const
const entered = z.strictObject({
  emails: mailAddresses,
  name: z.string().trim().max(191).default(''),
  language: z.enum(languages).default('de'),
})
const wish = z.strictObject({
  email: z.email().max(254),
  name: z.string().trim().max(191).default(''),
  language: z.enum(languages),
})
const link = z.strictObject({ token: z.string().max(600) })

/** Who gets the newsletter: entered by the provider or by themselves, confirmed and ended by links. */
export const subscriberRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = context
    const about = (summary: string) => ({ tags: ['newsletter'], summary })
    const settings = settingsReader(db, newsletterSettings)
    const open = { scope: 'public', rateLimit: { max: 20, timeWindow: '1 minute' } } as const

    app.get(
      '/newsletter_subscribers',
      {
        schema: {
          ...about('List who gets the newsletter'),
          querystring: filteredBy({ status: z.enum(['pending', 'subscribed', 'unsubscribed']) }).extend({
            sort: sortedBy(sortable),
          }),
        },
        config: { scope: 'provider', may: ['system', 'view'] },
      },
      ({ scope, query }) =>
        inScope(db, scope, async (trx) => {
          const { limit, offset } = toLimitOffset(query)
          const { status } = filtersOf(query)
          const all = trx
            .selectFrom('newsletter_subscribers')
            .$if(Boolean(status), (rows) => rows.where('status', '=', status!))
            .$if(Boolean(query.searchTerm), (rows) =>
              rows.where((eb) =>
                eb.or(
                  (['email', 'name'] as const).map((column) =>
                    eb(column, 'ilike', `%${escapeLike(query.searchTerm!)}%`),
                  ),
                ),
              ),
            )
          const wanted = sortable.find((column) => column === query.sort?.replace(/^-/, '')) ?? 'created_at'
          const data = await all
            .selectAll()
            .orderBy(wanted, query.sort && !query.sort.startsWith('-') ? 'asc' : 'desc')
            .orderBy('id')
            .limit(limit)
            .offset(offset)
            .execute()
          const { total } = await all.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow()
          return { data, meta: metaOf(query, Number(total)) }
        }),
    )

    app.post(
      '/newsletter_subscribers',
      {
        schema: { ...about('Enter addresses for the newsletter; each is asked by mail'), body: entered },
        config: { scope: 'provider', may: ['system', 'create'] },
      },
      async ({ body: { emails, name, language } }, reply) => {
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
      },
    )

    app.put(
      '/newsletter_subscribers/:id',
      {
        schema: {
          ...about('Change a subscriber, or end their newsletter'),
          params,
          body: z.strictObject({
            name: z.string().trim().max(191).optional(),
            language: z.enum(languages).optional(),
            status: z.literal('unsubscribed').optional(),
          }),
        },
        config: { scope: 'provider', may: ['system', 'update'] },
      },
      ({ scope, params, body }) =>
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

    app.delete(
      '/newsletter_subscribers/:id',
      { schema: { ...about('Delete a subscriber'), params }, config: { scope: 'provider', may: ['system', 'delete'] } },
      async ({ scope, params }, reply) => {
        await inScope(db, scope, (trx) =>
          trx.deleteFrom('newsletter_subscribers').where('id', '=', params.id).execute(),
        )
        return reply.code(204).send()
      },
    )

    app.get(
      '/newsletter',
      { schema: about('Whether anybody may subscribe'), config: { scope: 'public' } },
      async () => ({ data: { open: (await settings()).open } }),
    )

    app.post(
      '/newsletter/subscribe',
      { schema: { ...about('Ask for the newsletter'), body: wish }, config: open },
      async ({ body }, reply) => {
        if (!(await settings()).open) throw new Forbidden('NEWSLETTER_CLOSED', texts.closed())
        await subscribe(context, { ...body, source: 'page' })
        return reply.code(202).send({ data: { asked: true } }) // the same answer whoever asks, so that it tells nothing
      },
    )

    app.post(
      '/newsletter/confirm',
      { schema: { ...about('Confirm the newsletter by the link of a mail'), body: link }, config: open },
      async ({ body }) => ({ data: { email: await confirm(context, body.token) } }),
    )

    app.post(
      '/newsletter/unsubscribe',
      { schema: { ...about('End the newsletter by the link of a mail'), body: link }, config: open },
      async ({ body }) => ({ data: { email: await unsubscribe(context, body.token) } }),
    )

    // Mail programs with a button of their own send a form (RFC 8058); a person who follows the same address gets the page.
    await app.register(async (one) => {
      one.addContentTypeParser('application/x-www-form-urlencoded', (_request, _body, done) => done(null, undefined))
      const place = z.object({ token: z.string().max(600) })
      one.post<{ Params: { token: string } }>(
        '/newsletter/unsubscribe/:token',
        { schema: { ...about('End the newsletter with one click of a mail program'), params: place }, config: open },
        async ({ params }, reply) => {
          await unsubscribe(context, params.token)
          return reply.code(204).send()
        },
      )
      one.get<{ Params: { token: string } }>(
        '/newsletter/unsubscribe/:token',
        { schema: { ...about('Lead to the page that ends the newsletter'), params: place }, config: open },
        ({ params }, reply) => reply.redirect(`/newsletter#unsubscribe=${encodeURIComponent(params.token)}`),
      )
    })
  }
