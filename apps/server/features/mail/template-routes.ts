import { mails } from '@weft/catalogue/mails/all.ts'
import { mailTemplateContract, ownMailTemplateContract } from '@weft/contracts/mail-templates.ts'
import type { MailClass } from '@weft/kit/define/mail.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'
import { changeTemplate, listTemplates, readTemplate, resetTemplate } from './templates.ts'
import { previewMail, sendTrial } from './try-template.ts'

/** Whose words: the provider's for everybody, or a tenant's for its own mails. */
const levels = [
  { base: '/mail_templates', mails },
  { base: '/own_mail_templates', mails: mails.filter((mail) => mail.scope === 'tenant') },
] as const

/** How each kind of mail is worded: read, changed, tried and put back as shipped. */
export const mailTemplateRoutes =
  (context: AppContext<'db' | 'isolation' | 'mailer'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, { ...mailTemplateContract, ...ownMailTemplateContract })
    const { db } = context

    for (const { base, mails } of levels) {
      const named = (name: string): MailClass => {
        const mail = mails.find((one) => one.name === name)
        if (!mail) throw notFound()
        return mail
      }

      on(`GET ${base}`, async ({ scope, language }) => {
        const data = await listTemplates(db, scope, mails, language)
        return { data, meta: { page: 1, perPage: data.length, total: data.length, lastPage: 1 } }
      })

      on(`GET ${base}/:class_name`, async ({ scope, params, language }) => ({
        data: await readTemplate(db, scope, named(params.class_name), language),
      }))

      on(`PUT ${base}/:class_name/:language`, async ({ scope, params, body }) => ({
        data: await changeTemplate(db, scope, named(params.class_name), params.language, body),
      }))

      on(`DELETE ${base}/:class_name/:language`, async ({ scope, params }, reply) => {
        await resetTemplate(db, scope, named(params.class_name), params.language)
        return reply.code(204).send(null)
      })

      on(`POST ${base}/preview`, async (request, reply) => {
        const mail = named(request.body.class_name)
        return { data: await previewMail(context, request, mail, request.body, isolated(request, reply)) }
      })

      on(`POST ${base}/test`, async (request) => ({
        data: await sendTrial(context, request, named(request.body.class_name), request.body),
      }))
    }
  }
