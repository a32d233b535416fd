import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const partnerOffering = defineResource({
  table: 'partner_services',
  path: 'partner_services',
  scope: 'partner',
  fields: {
    name: z.string().trim().min(1).max(191),
    kind: z.enum(['consulting', 'implementation', 'support', 'training', 'other']).default('implementation'),
    description: z.string().max(20_000).default('').meta({ input: 'longText' }),
  },
  list: { columns: ['name', 'kind', 'description'], search: ['name', 'description'], sort: 'name' },
  form: [['name', 'kind'], ['description']],
  may: 'company',
  labels: {
    one: { en: 'Service', de: 'Leistung' },
    many: { en: 'Services', de: 'Leistungen' },
    fields: {
      name: { en: 'Name', de: 'Name' },
      kind: {
        label: { en: 'Kind', de: 'Art' },
        options: {
          consulting: { en: 'Consulting', de: 'Beratung' },
          implementation: { en: 'Implementation', de: 'Umsetzung' },
          support: { en: 'Support', de: 'Betreuung' },
          training: { en: 'Training', de: 'Schulung' },
          other: { en: 'Other', de: 'Sonstiges' },
        },
      },
      description: { en: 'Description', de: 'Beschreibung' },
    },
  },
})
