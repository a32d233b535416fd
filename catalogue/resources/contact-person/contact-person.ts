import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const contactPerson = defineResource({
  table: 'contact_persons',
  path: 'contact_persons',
  scope: 'partner',
  fields: {
    name: z.string().trim().min(1).max(191),
    position: z.string().trim().max(191).default(''),
    email: z.union([z.literal(''), z.email()]).default(''),
    phone: z.string().trim().max(64).default(''),
  },
  list: { columns: ['name', 'position', 'email', 'phone'], search: ['name', 'position', 'email'], sort: 'name' },
  form: [
    ['name', 'position'],
    ['email', 'phone'],
  ],
  may: 'company',
  labels: {
    one: { en: 'Contact person', de: 'Ansprechpartner' },
    many: { en: 'Contact persons', de: 'Ansprechpartner' },
    fields: {
      name: { en: 'Name', de: 'Name' },
      position: { en: 'Position', de: 'Position' },
      email: { en: 'E-mail', de: 'E-Mail' },
      phone: { en: 'Phone', de: 'Telefon' },
    },
  },
})
