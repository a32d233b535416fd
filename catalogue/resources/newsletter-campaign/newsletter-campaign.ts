import { template } from '@weft/kit/define/template.ts'
import type { Text } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

export const audiences = ['subscribers', 'partners', 'tenants', 'users'] as const

/** What a newsletter says, and to whom. Written while it is a draft; how it goes out stands in its deliveries. */
export const campaignDraft = z.strictObject({
  label: z.string().trim().min(1).max(191),
  audience: z.enum(audiences).default('subscribers'),
  subject_en: template.max(300).default(''),
  body_en: template.max(50_000).default(''),
  subject_de: template.max(300).default(''),
  body_de: template.max(50_000).default(''),
})

export const audienceLabels: Record<(typeof audiences)[number], Text> = {
  subscribers: { en: 'Subscribers', de: 'Abonnenten' },
  partners: { en: 'Partners’ users', de: 'Benutzer der Partner' },
  tenants: { en: 'Tenants’ contact addresses', de: 'Kontaktadressen der Mandanten' },
  users: { en: 'All users', de: 'Alle Benutzer' },
}

export const campaignLabels: Record<keyof z.output<typeof campaignDraft>, Text> = {
  label: { en: 'Name', de: 'Name' },
  audience: { en: 'Audience', de: 'Empfängerkreis' },
  subject_en: { en: 'Subject (English)', de: 'Betreff (Englisch)' },
  body_en: { en: 'Text (English)', de: 'Text (Englisch)' },
  subject_de: { en: 'Subject (German)', de: 'Betreff (Deutsch)' },
  body_de: { en: 'Text (German)', de: 'Text (Deutsch)' },
}
