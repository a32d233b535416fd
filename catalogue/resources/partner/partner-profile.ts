import { z } from 'zod'
import type { Labels } from '@weft/kit/define/labels.ts'

/** What a partner says about itself to tenants and the provider. */
export const partnerProfile = z.strictObject({
  about: z.string().max(20_000).default('').meta({ input: 'longText' }),
  founded: z.int().min(1600).max(2200).nullable().default(null),
  employees: z.int().min(1).max(1_000_000).nullable().default(null),
  industries: z.string().trim().max(500).default(''),
  regions: z.string().trim().max(500).default(''),
})

export const partnerProfileLabels: Labels<keyof typeof partnerProfile.shape> = {
  title: { en: 'Partner information', de: 'Partnerinformationen' },
  fields: {
    about: { en: 'About the company', de: 'Über das Unternehmen' },
    founded: { en: 'Founded', de: 'Gegründet' },
    employees: { en: 'Employees', de: 'Mitarbeiter' },
    industries: {
      label: { en: 'Industries', de: 'Branchen' },
      help: { en: 'Separated by commas.', de: 'Durch Kommas getrennt.' },
    },
    regions: {
      label: { en: 'Regions', de: 'Regionen' },
      help: { en: 'Where you work for tenants.', de: 'Wo Sie für Mandanten arbeiten.' },
    },
  },
}
