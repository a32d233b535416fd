import { mailTemplateContract, ownMailTemplateContract } from '@weft/contracts/mail-templates.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { randomUUID } from 'node:crypto'
import { mails } from '@weft/catalogue/mails/all.ts'
import { valuesOf, type Wording } from '@weft/engine/mail/render-mail.ts'
import { renderMailTask } from '@weft/engine/mail/text-tasks.ts'
import { complaintsAbout, variableSample, valuesToTry } from '@weft/engine/mail/validate-template.ts'
import { mailSettings, shippedWording, wordingOf } from '@weft/engine/mail/wording.server.ts'
import { inScope, systemScope, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { commonVariables, type MailClass, type MailVariable } from '@weft/kit/define/mail.ts'
import { mailLayout } from '@weft/kit/define/mail-layout.ts'
import { invalidFields, notFound } from '@weft/kit/errors/common.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { type Language } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { isolated } from '../../isolated.ts'

/** Whose words: the provider's for everybody, or a tenant's for its own mails. */
const levels = [
  { base: '/mail_templates', mails },
  { base: '/own_mail_templates', mails: mails.filter((mail) => mail.scope === 'tenant') },
] as const

/** How each kind of mail is worded: read, changed, tried and put back as shipped. */
export const mailTemplateRoutes =
  ({ db, mailer, isolation }: AppContext<'db' | 'isolation' | 'mailer'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, { ...mailTemplateContract, ...ownMailTemplateContract })

    for (const { base, mails } of levels) {
      const named = (name: string): MailClass => {
        const mail = mails.find((one) => one.name === name)
        if (!mail) throw notFound()
        return mail
      }
      const checked = (mail: MailClass, said: Wording) => {
        const wrong = complaintsAbout(mail, said)
        if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
      }

      on(`GET ${base}`, async ({ scope, language }) => {
        const changed = await inScope(db, scope, (trx) =>
          trx
            .selectFrom('mail_templates')
            .select(['class_name', 'language', 'updated_at'])
            .$call(ownRows(scope))
            .execute(),
        )
        const data = mails.map((mail) => ({
          ...listed(mail, language),
          changed: changed.filter((row) => row.class_name === mail.name).map((row) => row.language),
        }))
        return { data, meta: { page: 1, perPage: data.length, total: data.length, lastPage: 1 } }
      })

      on(`GET ${base}/:class_name`, async ({ scope, params, language }) => {
        const mail = named(params.class_name)
        const own = await inScope(db, scope, (trx) =>
          trx
            .selectFrom('mail_templates')
            .select(['language', 'subject', 'body', 'updated_at'])
            .$call(ownRows(scope))
            .where('class_name', '=', mail.name)
            .execute(),
        )
        const wordings = await inScope(db, systemScope, async (trx) => {
          const wording = async (one: Language) => {
            const usual = scope.tenant_id ? await wordingOf(trx, mail, one) : shippedWording(mail, one)
            const found = own.find((row) => row.language === one)
            return {
              subject: found?.subject ?? usual.subject,
              body: found?.body ?? usual.body,
              changed: found !== undefined,
              usual,
            }
          }
          return { en: await wording('en'), de: await wording('de') }
        })
        return { data: { ...listed(mail, language), variables: variablesOf(mail, language), wordings } }
      })

      on(`PUT ${base}/:class_name/:language`, async ({ scope, params, body }) => {
        const mail = named(params.class_name)
        checked(mail, body)
        const data = await inScope(db, scope, (trx) =>
          trx
            .insertInto('mail_templates')
            .values({ tenant_id: scope.tenant_id ?? null, class_name: mail.name, language: params.language, ...body })
            .onConflict((conflict) => conflict.columns(['tenant_id', 'class_name', 'language']).doUpdateSet(body))
            .returning(['subject', 'body', 'updated_at'])
            .executeTakeFirstOrThrow(),
        )
        return { data }
      })

      on(`DELETE ${base}/:class_name/:language`, async ({ scope, params }, reply) => {
        const mail = named(params.class_name)
        await inScope(db, scope, (trx) =>
          trx
            .deleteFrom('mail_templates')
            .$call(ownRows(scope))
            .where('class_name', '=', mail.name)
            .where('language', '=', params.language)
            .execute(),
        )
        return reply.code(204).send(null)
      })

      on(`POST ${base}/preview`, async (request, reply) => {
        const { scope, user, body } = request
        const mail = named(body.class_name)
        const { said, values, record, settings } = await ground(scope, mail, body)
        checked(mail, said)
        const tried = { ...settings.layout, ...body.layout }
        const layout = mailLayout.parse({ ...tried, logo: tried.logo || settings.logo })
        const reader = { ...(await readerOf(user)), language: body.language }
        const order = {
          mail: { layout: mail.layout },
          wording: said,
          values: valuesOf(mail, values, reader, layout, settings.email.url ?? ''),
          layout,
          language: body.language,
        }
        const { value } = await isolation.run(renderMailTask, order, isolated(request, reply))
        return { data: { ...value, record } }
      })

      on(`POST ${base}/test`, async ({ scope, user, body }) => {
        const mail = named(body.class_name)
        const { said, values } = await ground(scope, mail, body)
        checked(mail, said)
        const { name, email } = await readerOf(user)
        const sender = scope.tenant_id ? { tenant_id: scope.tenant_id } : {}
        const mailed = await mailer.send(sender, {
          mail,
          variables: values,
          wording: said,
          to: [email],
          name,
          language: body.language,
          key: `trial:${randomUUID()}`,
        })
        return { data: { mail: mailed, to: email } }
      })
    }

    /**
     * The words to try, and the values of the last mail of this kind that went to somebody: what is a tenant's, only
     * that tenant is shown.
     */
    async function ground(
      scope: Scope,
      mail: MailClass,
      { language, subject, body }: { language: Language; subject?: string | undefined; body?: string | undefined },
    ) {
      const { usual, settings } = await inScope(db, systemScope, async (trx) => ({
        usual: await wordingOf(trx, mail, language, scope.tenant_id),
        settings: await mailSettings(trx),
      }))
      const last = await inScope(db, scope, (trx) => lastOf(trx, scope, mail, language))
      const values = valuesToTry(mail, last?.parameters as Record<string, unknown> | undefined, language)
      return {
        said: { subject: subject ?? usual.subject, body: body ?? usual.body },
        values,
        record: last ? { title: last.title, created_at: last.created_at } : null,
        settings,
      }
    }

    async function readerOf(user: Caller) {
      const known = await inScope(db, systemScope, (trx) =>
        trx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', user.id).executeTakeFirst(),
      )
      return { name: `${known?.first_name ?? ''} ${known?.last_name ?? ''}`.trim(), email: user.email }
    }
  }

const lastOf = (trx: Scoped, scope: Scope, mail: MailClass, language: Language) =>
  trx
    .selectFrom('mail_logs')
    .select(['title', 'parameters', 'created_at'])
    .$call(ownRows(scope))
    .where('class_name', '=', mail.name)
    .where('language', '=', language)
    .where('key', 'not like', '%:trial:%')
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

type Owned = { where(column: 'tenant_id', operator: 'is' | '=', value: never): unknown }
/** The rows of whoever asks, and not of everybody they may see. */
const ownRows =
  (scope: Scope) =>
  <Q extends Owned>(query: Q): Q =>
    (scope.tenant_id
      ? query.where('tenant_id', '=', scope.tenant_id as never)
      : query.where('tenant_id', 'is', null as never)) as Q

const listed = (mail: MailClass, language: Language) => ({
  name: mail.labels.title[language],
  class_name: mail.name,
  area: mail.area,
  scope: mail.scope,
  help: mail.labels.help[language],
})

const variablesOf = (mail: MailClass, language: Language) =>
  Object.entries<MailVariable>({ ...mail.variables, ...commonVariables }).map(([key, variable]) => ({
    key,
    label: variable.label[language],
    sample: variableSample(variable, language),
    hidden: variable.hidden ?? false,
    common: key in commonVariables,
  }))
