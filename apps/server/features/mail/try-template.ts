import { randomUUID } from 'node:crypto'
import type { mailTemplateContract } from '@weft/contracts/mail-templates.ts'
import type { Given } from '@weft/engine/isolation/perform.server.ts'
import { valuesOf } from '@weft/engine/mail/render-mail.ts'
import { renderMailTask } from '@weft/engine/mail/text-tasks.ts'
import { valuesToTry } from '@weft/engine/mail/validate-template.ts'
import { mailSettings, wordingOf } from '@weft/engine/mail/wording.server.ts'
import type { BodyOf } from '@weft/kit/contracts/route.ts'
import { inScope, systemScope, type Database, type Scope, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { MailClass } from '@weft/kit/define/mail.ts'
import { mailLayout } from '@weft/kit/define/mail-layout.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { AppContext } from '../../context.ts'
import { ownRows, refuseWording } from './templates.ts'

type Asker = { scope: Scope; user: Caller }

/** The mail as it would be with these words, and from which mail its values are. */
export async function previewMail(
  { db, isolation }: AppContext<'db' | 'isolation'>,
  { scope, user }: Asker,
  mail: MailClass,
  body: BodyOf<(typeof mailTemplateContract)['POST /mail_templates/preview']>,
  given: Given,
) {
  const { said, values, record, settings } = await trialOf(db, scope, mail, body)
  refuseWording(mail, said)
  const tried = { ...settings.layout, ...body.layout }
  const layout = mailLayout.parse({ ...tried, logo: tried.logo || settings.logo })
  const reader = { ...(await readerOf(db, user)), language: body.language }
  const order = {
    mail: { layout: mail.layout },
    wording: said,
    values: valuesOf(mail, values, reader, layout, settings.email.url ?? ''),
    layout,
    language: body.language,
  }
  const { value } = await isolation.run(renderMailTask, order, given)
  return { ...value, record }
}

/** Sends the mail to whoever asks. */
export async function sendTrial(
  { db, mailer }: AppContext<'db' | 'mailer'>,
  { scope, user }: Asker,
  mail: MailClass,
  body: BodyOf<(typeof mailTemplateContract)['POST /mail_templates/test']>,
) {
  const { said, values } = await trialOf(db, scope, mail, body)
  refuseWording(mail, said)
  const { name, email } = await readerOf(db, user)
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
  return { mail: mailed, to: email }
}

/**
 * The words to try, and the values of the last mail of this kind that went to somebody: what is a tenant's, only
 * that tenant is shown.
 */
async function trialOf(
  db: Database,
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

async function readerOf(db: Database, user: Caller) {
  const known = await inScope(db, systemScope, (trx) =>
    trx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', user.id).executeTakeFirst(),
  )
  return { name: `${known?.first_name ?? ''} ${known?.last_name ?? ''}`.trim(), email: user.email }
}
