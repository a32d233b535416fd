import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { settingPlace } from '@weft/kit/database/settings.server.ts'
import type { MailClass } from '@weft/kit/define/mail.ts'
import { mailLayout, type MailLayout } from '@weft/kit/define/mail-layout.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { placeIn, sealedColumns } from '@weft/kit/secrets/sealed-columns.ts'
import type { MailTransport } from './transport.server.ts'
import type { Wording } from './render-mail.ts'

/** What the settings of the installation say of mails; without a logo of their own they show the company's. */
export async function mailSettings(trx: Scoped): Promise<{
  layout: MailLayout
  email: Partial<MailTransport> & { url?: string }
  /** The company's. */ logo: string
}> {
  const rows = await trx
    .selectFrom('settings')
    .select(['key', 'value'])
    .where('key', 'in', ['email', 'mail_layout', 'company'])
    .execute()
  const of = (key: string) => (rows.find((row) => row.key === key)?.value ?? {}) as object
  const layout = mailLayout.parse(of('mail_layout'))
  const { logo = '' } = of('company') as { logo?: string }
  return {
    layout: { ...layout, logo: layout.logo || logo },
    email: { ...of('email'), sealed_at: settingPlace({ path: 'email' }, 'password') },
    logo,
  }
}

/** A project's own way out, where it has one. Needs the engine's scope. */
export async function ownTransport(
  trx: Scoped,
  project_id: string | undefined,
): Promise<Partial<MailTransport> | undefined> {
  if (!project_id) return undefined
  const found = await trx
    .selectFrom('mail_transports')
    .select(['tenant_id', 'host', 'port', 'security', 'user', 'password', 'from'])
    .where('project_id', '=', project_id)
    .where('host', '<>', '')
    .executeTakeFirst()
  if (!found) return undefined
  const { tenant_id, ...transport } = found
  return {
    ...(transport as Partial<MailTransport>),
    sealed_at: placeIn(sealedColumns.mail_password, { tenant_id, project_id }),
  }
}

/** The words of a mail: the tenant's own, or else the provider's, or else those shipped. Needs the engine's scope. */
export async function wordingOf(
  trx: Scoped,
  mail: MailClass,
  language: Language,
  tenant_id?: string,
): Promise<Wording> {
  const found = await trx
    .selectFrom('mail_templates')
    .select(['tenant_id', 'subject', 'body'])
    .where('class_name', '=', mail.name)
    .where('language', '=', language)
    .where((eb) =>
      tenant_id && mail.scope === 'tenant'
        ? eb.or([eb('tenant_id', 'is', null), eb('tenant_id', '=', tenant_id)])
        : eb('tenant_id', 'is', null),
    )
    .execute()
  const own = found.find((row) => row.tenant_id !== null) ?? found[0]
  return own ? { subject: own.subject, body: own.body } : shippedWording(mail, language)
}

export const shippedWording = (mail: MailClass, language: Language): Wording => ({
  subject: mail.subject[language],
  body: mail.body[language],
})
