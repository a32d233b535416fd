import { defineResource } from '@weft/kit/define/resource.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  code: { en: 'Two capital letters, please, such as DE.', de: 'Bitte zwei Großbuchstaben, zum Beispiel DE.' },
})

export const country = defineResource({
  table: 'countries',
  path: 'countries',
  scope: 'provider',
  fields: {
    name: z.string().trim().min(1).max(191),
    international_name: z.string().trim().min(1).max(191),
    code: z
      .string()
      .trim()
      .refine((text) => /^[A-Z]{2}$/.test(text), { error: say(texts.code(), 'en'), params: { say: texts.code() } }),
    tax_rate: z.number().min(0).max(100).default(0),
    eu_member: z.boolean().default(false),
    disable_tax: z.boolean().default(false),
  },
  list: {
    columns: ['name', 'international_name', 'code', 'eu_member', 'tax_rate', 'disable_tax'],
    search: ['name', 'international_name', 'code'],
    sort: 'name',
  },
  form: [['name', 'international_name'], ['code', 'tax_rate'], ['eu_member'], ['disable_tax']],
  may: 'system',
  labels: {
    one: { en: 'Country', de: 'Land' },
    many: { en: 'Countries', de: 'Länder' },
    fields: {
      name: { en: 'Name', de: 'Name' },
      international_name: { en: 'International name', de: 'Internationaler Name' },
      code: {
        label: { en: 'ISO code', de: 'ISO-Code' },
        help: { en: 'Two letters of ISO 3166-1.', de: 'Zwei Buchstaben nach ISO 3166-1.' },
      },
      tax_rate: {
        label: { en: 'Tax rate (%)', de: 'Steuersatz (%)' },
        help: { en: 'The standard rate of VAT.', de: 'Der allgemeine Umsatzsteuersatz.' },
      },
      eu_member: { en: 'EU member', de: 'EU-Mitglied' },
      disable_tax: {
        label: { en: 'Without tax', de: 'Ohne Steuer' },
        help: { en: 'Invoices to this country carry no tax.', de: 'Rechnungen in dieses Land enthalten keine Steuer.' },
      },
    },
  },
})
