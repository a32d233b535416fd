import { z } from 'zod'
import type { Labels } from '@weft/kit/define/labels.ts'

// A tenant is made by provisioning and changed in sections: each is a form of its own, and one path below /clients/:id.

const line = z.string().trim().max(191).default('')
const email = z.union([z.literal(''), z.email()]).default('')

const tenantGeneral = z.strictObject({
  name: z.string().trim().min(1).max(191),
  short: z.string().trim().max(10).default(''),
  language: z.enum(['de', 'en']).default('de'),
})
const tenantContact = z.strictObject({
  contact_person: line,
  email,
  phone: z.string().trim().max(64).default(''),
  fax: z.string().trim().max(64).default(''),
  website: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
})
const tenantBilling = z.strictObject({
  address_line_1: line, address_line_2: line, address_line_3: line, street: line,
  zip: z.string().trim().max(16).default(''),
  city: line, country: line,
})
const tenantAccounting = z.strictObject({
  vat_number: z.string().trim().max(32).default(''),
  has_vat: z.boolean().default(true),
  small_business: z.boolean().default(false),
  invoice_email: email,
  invoices_by_mail: z.boolean().default(true),
})

export const tenantSections = { general: tenantGeneral, contact: tenantContact, billing: tenantBilling, accounting: tenantAccounting }

type Keys = { [S in keyof typeof tenantSections]: keyof (typeof tenantSections)[S]['shape'] }[keyof typeof tenantSections]

export const tenantLabels: Labels<Keys> = {
  title: { en: 'Tenant', de: 'Mandant' },
  fields: {
    name: { en: 'Company name', de: 'Firmenname' },
    short: { label: { en: 'Short name', de: 'Kurzname' }, help: { en: 'At most ten characters.', de: 'Höchstens zehn Zeichen.' } },
    language: { label: { en: 'Language', de: 'Sprache' }, options: { de: { en: 'German', de: 'Deutsch' }, en: { en: 'English', de: 'Englisch' } } },
    contact_person: { en: 'Contact person', de: 'Ansprechpartner' },
    email: { en: 'E-mail', de: 'E-Mail' },
    phone: { en: 'Phone', de: 'Telefon' },
    fax: { en: 'Fax', de: 'Fax' },
    website: { en: 'Website', de: 'Website' },
    address_line_1: { en: 'Address line 1', de: 'Adresszeile 1' },
    address_line_2: { en: 'Address line 2', de: 'Adresszeile 2' },
    address_line_3: { en: 'Address line 3', de: 'Adresszeile 3' },
    street: { en: 'Street', de: 'Straße' },
    zip: { en: 'Postcode', de: 'Postleitzahl' },
    city: { en: 'City', de: 'Ort' },
    country: { en: 'Country', de: 'Land' },
    vat_number: { en: 'VAT number', de: 'USt-IdNr.' },
    has_vat: { en: 'Subject to VAT', de: 'Umsatzsteuerpflichtig' },
    small_business: { en: 'Small business', de: 'Kleinunternehmer' },
    invoice_email: { en: 'E-mail for invoices', de: 'E-Mail für Rechnungen' },
    invoices_by_mail: { en: 'Send invoices by e-mail', de: 'Rechnungen per E-Mail senden' },
  },
}
