import { defineResource } from '@weft/kit/define/resource.ts'
import { z } from 'zod'

export const lead = defineResource({
  table: 'leads',
  path: 'leads',
  scope: 'partner',
  fields: {
    company: z.string().trim().min(1).max(191),
    contact_person: z.string().trim().max(191).default(''),
    email: z.union([z.literal(''), z.email()]).default(''),
    phone: z.string().trim().max(64).default(''),
    status: z.enum(['new', 'contacted', 'offer', 'won', 'lost']).default('new'),
    source: z.string().trim().max(191).default(''),
    note: z.string().max(20_000).default('').meta({ input: 'longText' }),
  },
  list: {
    columns: ['company', 'contact_person', 'email', 'status', 'source'],
    search: ['company', 'contact_person', 'email', 'source'],
    sort: 'created_at',
  },
  form: [['company', 'status'], ['contact_person', 'source'], ['email', 'phone'], ['note']],
  may: 'company',
  labels: {
    one: { en: 'Lead', de: 'Lead' },
    many: { en: 'Leads', de: 'Leads' },
    fields: {
      company: { en: 'Company', de: 'Firma' },
      contact_person: { en: 'Contact person', de: 'Ansprechpartner' },
      email: { en: 'E-mail', de: 'E-Mail' },
      phone: { en: 'Phone', de: 'Telefon' },
      status: {
        label: { en: 'Status', de: 'Status' },
        options: {
          new: { en: 'New', de: 'Neu' },
          contacted: { en: 'Contacted', de: 'Kontaktiert' },
          offer: { en: 'Offer made', de: 'Angebot gemacht' },
          won: { en: 'Won', de: 'Gewonnen' },
          lost: { en: 'Lost', de: 'Verloren' },
        },
      },
      source: {
        label: { en: 'Source', de: 'Herkunft' },
        help: { en: 'Where the contact came from.', de: 'Woher der Kontakt kam.' },
      },
      note: { en: 'Note', de: 'Notiz' },
    },
  },
})
