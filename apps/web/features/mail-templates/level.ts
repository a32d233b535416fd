import type { Answer, ListRow, Sent } from '@weft/kit/contracts/client.ts'

/** Whose words are edited: the provider's for everybody, or a tenant's for its own mails. */
export type TemplatesPath = '/mail_templates' | '/own_mail_templates'
export type Level = { path: TemplatesPath; home: string; right: string }
export const providerLevel: Level = { path: '/mail_templates', home: '/admin/settings/mail-templates', right: 'system' }
export const tenantLevel: Level = { path: '/own_mail_templates', home: '/project/settings/mails', right: 'projects' }

export type Listed = ListRow<TemplatesPath>
export type Detailed = Answer<'GET', `${TemplatesPath}/${string}`>['data']
export type Words = Sent<'PUT', `${TemplatesPath}/${string}/${string}`>

/** Where mails are tried out: kinds of mails, and newsletters. */
export type TrialPath = TemplatesPath | '/newsletter_campaigns'
