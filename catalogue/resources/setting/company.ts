import { companyFields, companyLabels } from '@weft/kit/define/company.ts'
import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { z } from 'zod'

/** The provider's own company; changed part by part below `/company`. */
export const companySettings = defineSettingGroup({
  path: 'company',
  schema: z.strictObject({
    ...companyFields,
    name: z.string().trim().max(191).default(''),
    /** A small picture as a data address, for mails and screens; set by uploading one. */
    logo: z.string().max(150_000).default(''),
  }),
  labels: {
    title: { en: 'Company data', de: 'Unternehmensdaten' },
    fields: { ...companyLabels, logo: { en: 'Logo', de: 'Logo' } },
  },
})
