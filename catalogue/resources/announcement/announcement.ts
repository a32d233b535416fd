import { defineResource } from '@weft/kit/define/resource.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

/** A notification to many: sent once when it is made, kept for the record, never changed. */
export const announcement = defineResource({
  table: 'announcements',
  path: 'announcements',
  scope: 'provider',
  fields: {
    title: z.string().trim().min(1).max(191),
    message: z.string().trim().max(2_000).default('').meta({ input: 'longText' }),
    level: z.enum(['info', 'success', 'warning', 'error']).default('info'),
    link: z
      .union([
        z.literal(''),
        z.string().regex(
          inWords(/^\/[\w/-]*$/, {
            en: 'Please enter an address such as https://example.com, or a path of Weft such as /user/profile.',
            de: 'Bitte eine Adresse wie https://example.com oder einen Pfad in Weft wie /user/profile eingeben.',
          }),
        ),
        z.url({ protocol: /^https$/ }),
      ])
      .default(''),
    audience: z.enum(['all', 'admin', 'partner', 'client', 'one_partner', 'one_tenant', 'one_user']).default('all'),
    to_partner_id: z
      .uuid()
      .nullish()
      .meta({ input: 'reference', of: 'partners', by: 'name', when: { field: 'audience', is: ['one_partner'] } }),
    to_tenant_id: z
      .uuid()
      .nullish()
      .meta({ input: 'reference', of: 'clients', by: 'name', when: { field: 'audience', is: ['one_tenant'] } }),
    to_user_id: z
      .uuid()
      .nullish()
      .meta({ input: 'reference', of: 'users', by: 'email', when: { field: 'audience', is: ['one_user'] } }),
    recipients: z.int(),
  },
  list: { columns: ['title', 'audience', 'level', 'recipients'], search: ['title', 'message'], sort: 'created_at' },
  form: [['title'], ['message'], ['level', 'link'], ['audience'], ['to_partner_id'], ['to_tenant_id'], ['to_user_id']],
  may: 'system',
  labels: {
    one: { en: 'Notification', de: 'Benachrichtigung' },
    many: { en: 'Notifications', de: 'Benachrichtigungen' },
    fields: {
      title: { en: 'Title', de: 'Titel' },
      message: { en: 'Message', de: 'Nachricht' },
      level: {
        label: { en: 'Kind', de: 'Art' },
        options: {
          info: { en: 'Information', de: 'Hinweis' },
          success: { en: 'Good news', de: 'Gute Nachricht' },
          warning: { en: 'Warning', de: 'Warnung' },
          error: { en: 'Problem', de: 'Störung' },
        },
      },
      link: {
        label: { en: 'Link', de: 'Verweis' },
        help: {
          en: 'A path such as /dashboard, or an https address.',
          de: 'Ein Pfad wie /dashboard oder eine https-Adresse.',
        },
      },
      audience: {
        label: { en: 'For whom', de: 'Für wen' },
        options: {
          all: { en: 'Everybody', de: 'Alle' },
          admin: { en: 'Provider staff', de: 'Anbieter' },
          partner: { en: 'All partners', de: 'Alle Partner' },
          client: { en: 'All tenants', de: 'Alle Mandanten' },
          one_partner: { en: 'A partner and its tenants', de: 'Ein Partner und seine Mandanten' },
          one_tenant: { en: 'A tenant', de: 'Ein Mandant' },
          one_user: { en: 'A user', de: 'Ein Benutzer' },
        },
      },
      to_partner_id: { en: 'Partner', de: 'Partner' },
      to_tenant_id: { en: 'Tenant', de: 'Mandant' },
      to_user_id: { en: 'User', de: 'Benutzer' },
      recipients: { en: 'Recipients', de: 'Empfänger' },
    },
  },
})

/** What its writer says; whom it reaches is found out when it is sent. */
export const announcementDraft = announcement.draft.omit({ recipients: true })
