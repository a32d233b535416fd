import { randomUUID } from 'node:crypto'
import { newsletterCampaignContract } from '@weft/contracts/newsletter-campaigns.ts'
import { newsletter } from '@weft/catalogue/mails/newsletter.ts'
import { wordsOf } from '@weft/engine/mail/newsletter.server.ts'
import { valuesOf } from '@weft/engine/mail/render-mail.ts'
import { renderMailTask } from '@weft/engine/mail/text-tasks.ts'
import { valuesToTry } from '@weft/engine/mail/validate-template.ts'
import { mailSettings, wordingOf } from '@weft/engine/mail/wording.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { checkWords, type CampaignDraft } from './campaign-words.ts'

/** A newsletter before it goes out: looked at, and sent to whoever writes it. */
export const campaignTrialRoutes =
  ({ db, mailer, isolation }: AppContext<'db' | 'isolation' | 'mailer'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, newsletterCampaignContract)

    on('POST /newsletter_campaigns/preview', async (request, reply) => {
      const { user, body } = request
      checkWords({
        [`subject_${body.language}`]: body.subject,
        [`body_${body.language}`]: body.body,
      } as Partial<CampaignDraft>)
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
      } as Partial<CampaignDraft>)
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
  }
