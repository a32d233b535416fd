import type { MailArea } from '@weft/kit/define/mail.ts'
import type { Language } from '@weft/kit/messages/messages.ts'

/** Whose words are edited: the provider's for everybody, or a tenant's for its own mails. */
export type Level = { path: string; home: string; right: string }
export const providerLevel: Level = { path: '/mail_templates', home: '/admin/settings/mail-templates', right: 'system' }
export const tenantLevel: Level = { path: '/own_mail_templates', home: '/project/settings/mails', right: 'projects' }

export type Listed = { name: string; class_name: string; area: MailArea; help: string; changed: Language[] }
type Variable = { key: string; label: string; sample: string | number; hidden: boolean; common: boolean }
export type Words = { subject: string; body: string }
export type Detailed = Listed & {
  variables: Variable[]
  wordings: Record<Language, Words & { changed: boolean; usual: Words }>
}
