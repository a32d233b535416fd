import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const partnerReference = defineResource({
  table: 'partner_references',
  path: 'partner_references',
  scope: 'partner',
  fields: {
    title: z.string().trim().min(1).max(191),
    customer: z.string().trim().max(191).default(''),
    year: z.int().min(1950).max(2200).nullish(),
    url: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    description: z.string().max(20_000).default('').meta({ input: 'longText' }),
  },
  list: { columns: ['title', 'customer', 'year', 'url'], search: ['title', 'customer', 'description'], sort: 'title' },
  form: [['title', 'customer'], ['year', 'url'], ['description']],
  may: 'company',
  labels: {
    one: { en: 'Reference', de: 'Referenz' },
    many: { en: 'References', de: 'Referenzen' },
    fields: {
      title: { en: 'Title', de: 'Titel' },
      customer: { en: 'Customer', de: 'Kunde' },
      year: { en: 'Year', de: 'Jahr' },
      url: { en: 'Website', de: 'Website' },
      description: { en: 'Description', de: 'Beschreibung' },
    },
  },
})
