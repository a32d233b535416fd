import type { BodyOf } from '@weft/kit/contracts/route.ts'
import type { mailTemplateContract } from '@weft/contracts/mail-templates.ts'
import { complaintsAbout, variableSample } from '@weft/engine/mail/validate-template.ts'
import { shippedWording, wordingOf } from '@weft/engine/mail/wording.server.ts'
import type { Wording } from '@weft/engine/mail/render-mail.ts'
import { inScope, systemScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { commonVariables, type MailClass, type MailVariable } from '@weft/kit/define/mail.ts'
import { invalidFields } from '@weft/kit/errors/common.ts'
import type { Language } from '@weft/kit/messages/messages.ts'

/** The kinds of mails, and in which languages whoever asks has worded each. */
export async function listTemplates(db: Database, scope: Scope, mails: readonly MailClass[], language: Language) {
  const changed = await inScope(db, scope, (trx) =>
    trx.selectFrom('mail_templates').select(['class_name', 'language', 'updated_at']).$call(ownRows(scope)).execute(),
  )
  return mails.map((mail) => ({
    ...listed(mail, language),
    changed: changed.filter((row) => row.class_name === mail.name).map((row) => row.language),
  }))
}

/** What a kind of mail says in each language, and what it would say without words of one's own. */
export async function readTemplate(db: Database, scope: Scope, mail: MailClass, language: Language) {
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
  return { ...listed(mail, language), variables: variablesOf(mail, language), wordings }
}

export async function changeTemplate(
  db: Database,
  scope: Scope,
  mail: MailClass,
  language: Language,
  body: BodyOf<(typeof mailTemplateContract)['PUT /mail_templates/:class_name/:language']>,
) {
  refuseWording(mail, body)
  return inScope(db, scope, (trx) =>
    trx
      .insertInto('mail_templates')
      .values({ tenant_id: scope.tenant_id ?? null, class_name: mail.name, language, ...body })
      .onConflict((conflict) => conflict.columns(['tenant_id', 'class_name', 'language']).doUpdateSet(body))
      .returning(['subject', 'body', 'updated_at'])
      .executeTakeFirstOrThrow(),
  )
}

export const resetTemplate = (db: Database, scope: Scope, mail: MailClass, language: Language) =>
  inScope(db, scope, (trx) =>
    trx
      .deleteFrom('mail_templates')
      .$call(ownRows(scope))
      .where('class_name', '=', mail.name)
      .where('language', '=', language)
      .execute(),
  )

export function refuseWording(mail: MailClass, wording: Wording) {
  const wrong = complaintsAbout(mail, wording)
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong)
}

type Owned = { where(column: 'tenant_id', operator: 'is' | '=', value: never): unknown }
/** The rows of whoever asks, and not of everybody they may see. */
export const ownRows =
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
