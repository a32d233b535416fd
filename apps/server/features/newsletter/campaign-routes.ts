import { newsletterCampaignContract } from '@weft/contracts/newsletter-campaigns.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { randomUUID } from 'node:crypto'
import { newsletter } from '@weft/catalogue/mails/newsletter.ts'
import type { campaignDraft } from '@weft/catalogue/resources/newsletter-campaign/newsletter-campaign.ts'
import { valuesOf } from '@weft/engine/mail/render-mail.ts'
import { wordsOf } from '@weft/engine/mail/newsletter.server.ts'
import { renderMailTask } from '@weft/engine/mail/text-tasks.ts'
import { complaintsAbout, valuesToTry } from '@weft/engine/mail/validate-template.ts'
import { mailSettings, wordingOf } from '@weft/engine/mail/wording.server.ts'
import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, invalidFields, notFound } from '@weft/kit/errors/common.ts'
import { Conflict, type FieldErrors } from '@weft/kit/errors/errors.ts'
import { filtersOf, metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { escapeLike } from '@weft/kit/http/resource-routes.server.ts'
import { defineMessages, languages, type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { addressees } from './addressees.ts'

const texts = defineMessages({
  begun: {
    en: 'This newsletter has begun to go out and cannot be changed any more.',
    de: 'Dieser Newsletter geht bereits hinaus und lässt sich nicht mehr ändern.',
  },
  noServer: { en: 'No mail server is set up yet.', de: 'Es ist noch kein Mailserver eingerichtet.' },
  noAddress: {
    en: 'Please set the address of this installation in the email settings first: the link to unsubscribe needs it.',
    de: 'Bitte tragen Sie zuerst in den E-Mail-Einstellungen die Adresse dieser Installation ein: Der Link zum Abbestellen braucht sie.',
  },
  nobody: { en: 'There is nobody to send this to.', de: 'Es gibt niemanden, an den dies gehen könnte.' },
  words: {
    en: 'Subject and text are missing in this language, which {count, plural, one {one recipient reads} other {# recipients read}}.',
    de: 'Betreff und Text fehlen in dieser Sprache, die {count, plural, one {eine Person liest} other {# Personen lesen}}.',
  },
  over: { en: 'This newsletter is not going out.', de: 'Dieser Newsletter ist nicht unterwegs.' },
})

type Draft = z.output<typeof campaignDraft>

/** Newsletters: written, tried, sent to their audience, watched and stopped. */
export const campaignRoutes =
  ({ db, mailer, mailWorks, isolation }: AppContext<'db' | 'isolation' | 'mailWorks' | 'mailer'>): FastifyPluginAsync =>
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
        const counts = await countsOf(
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
        const row = await one(trx, params.id)
        const audience = row.status === 'draft' ? await addressees(trx, row.audience as Draft['audience']) : undefined
        return {
          data: {
            ...row,
            counts: (await countsOf(trx, [row.id])).get(row.id) ?? {},
            ...(audience && { addressees: audience.length }),
          },
        }
      }),
    )

    on('PUT /newsletter_campaigns/:id', ({ scope, params, body }) =>
      inScope(db, scope, async (trx) => {
        const row = await one(trx, params.id)
        if (row.status !== 'draft') throw new Conflict('NEWSLETTER_BEGUN', texts.begun())
        if (Object.keys(body).length === 0) return { data: row }
        checkWords({ ...(row as unknown as Draft), ...(body as Partial<Draft>) })
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
        if ((await one(trx, params.id)).status === 'sending') throw new Conflict('NEWSLETTER_BEGUN', texts.begun())
        await trx.deleteFrom('newsletter_campaigns').where('id', '=', params.id).execute()
      })
      return reply.code(204).send(null)
    })

    on('POST /newsletter_campaigns/preview', async (request, reply) => {
      const { user, body } = request
      checkWords({
        [`subject_${body.language}`]: body.subject,
        [`body_${body.language}`]: body.body,
      } as Partial<Draft>)
      const { usual, settings } = await inScope(db, systemScope, async (trx) => ({
        usual: await wordingOf(trx, newsletter, body.language),
        settings: await mailSettings(trx),
      }))
      const values = valuesOf(
        newsletter,
        { ...valuesToTry(newsletter, undefined, body.language), subject: body.subject },
        { name: '', email: user.email, language: body.language },
        settings.layout,
        settings.email.url ?? '',
      )
      const order = {
        mail: { layout: newsletter.layout },
        wording: wordsOf(usual, body),
        values,
        layout: settings.layout,
        language: body.language,
      }
      const { value } = await isolation.run(renderMailTask, order, isolated(request, reply))
      return { data: { ...value, record: null } }
    })

    on('POST /newsletter_campaigns/test', async ({ user, body }) => {
      checkWords({
        [`subject_${body.language}`]: body.subject,
        [`body_${body.language}`]: body.body,
      } as Partial<Draft>)
      const mail = await mailer.send(
        {},
        {
          mail: newsletter,
          variables: { ...valuesToTry(newsletter, undefined, body.language), subject: body.subject },
          within: (usual) => wordsOf(usual, body),
          to: [user.email],
          language: body.language,
          key: `trial:${randomUUID()}`,
        },
      )
      return { data: { mail, to: user.email } }
    })

    on('POST /newsletter_campaigns/:id/send', async ({ scope, params }) => {
      if (!(await mailWorks())) throw new Conflict('MAIL_NO_SERVER', texts.noServer())
      const data = await inScope(db, scope, async (trx) => {
        const row = await trx
          .selectFrom('newsletter_campaigns')
          .selectAll()
          .where('id', '=', params.id)
          .forUpdate()
          .executeTakeFirst()
        if (!row) throw notFound()
        if (row.status !== 'draft') throw new Conflict('NEWSLETTER_BEGUN', texts.begun())
        if (!(await mailSettings(trx)).email.url) throw new Conflict('NEWSLETTER_NO_ADDRESS', texts.noAddress())
        const to = await addressees(trx, row.audience as Draft['audience'])
        if (to.length === 0) throw invalidField('audience', texts.nobody())
        refuseMissing(row as unknown as Draft, to)
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
      })
      return { data }
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

async function one(trx: Scoped, id: string) {
  const found = await trx.selectFrom('newsletter_campaigns').selectAll().where('id', '=', id).executeTakeFirst()
  if (!found) throw notFound()
  return found
}

/** How many mails of each newsletter are in which state. */
async function countsOf(trx: Scoped, ids: string[]): Promise<Map<string, Record<string, number>>> {
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('newsletter_deliveries')
          .select(['campaign_id', 'status'])
          .select((eb) => eb.fn.countAll<number>().as('count'))
          .where('campaign_id', 'in', ids)
          .groupBy(['campaign_id', 'status'])
          .execute()
  const counts = new Map<string, Record<string, number>>()
  for (const { campaign_id, status, count } of rows)
    counts.set(campaign_id, { ...counts.get(campaign_id), [status]: Number(count) })
  return counts
}

/** A newsletter speaks of what every mail and the kind around it is given. */
function checkWords(draft: Partial<Draft>) {
  const wrong: Record<string, FieldErrors[string]> = {}
  for (const language of languages) {
    const found = complaintsAbout(newsletter, {
      subject: draft[`subject_${language}`] ?? '',
      body: draft[`body_${language}`] ?? '',
    })
    for (const [field, messages] of Object.entries(found)) wrong[`${field}_${language}`] = messages
  }
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
}

/** Nobody gets an empty mail: what somebody reads must be written. */
function refuseMissing(row: Draft, to: { language: Language }[]) {
  for (const language of languages) {
    const count = to.filter((person) => person.language === language).length
    for (const field of [`subject_${language}`, `body_${language}`] as const)
      if (count > 0 && row[field].trim() === '') throw invalidField(field, texts.words({ count }))
  }
}
