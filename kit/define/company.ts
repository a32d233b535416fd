import { z } from 'zod'
import { defineMessages, say, type Message, type Text } from '../messages/messages.ts'
import { isBic, isIban } from './bank.ts'
import type { FieldLabel } from './resource.ts'
import { isVatNumber } from './vat.ts'

const texts = defineMessages({
  iban: {
    en: 'This is not a valid IBAN. Please check the digits.',
    de: 'Das ist keine gültige IBAN. Bitte prüfen Sie die Ziffern.',
  },
  bic: {
    en: 'A BIC has 8 or 11 characters, such as DEUTDEFF.',
    de: 'Eine BIC hat 8 oder 11 Zeichen, zum Beispiel DEUTDEFF.',
  },
  vat: {
    en: 'This is not written like a VAT number, such as DE123456789.',
    de: 'Das ist nicht wie eine USt-IdNr. geschrieben, zum Beispiel DE123456789.',
  },
})

const line = z.string().trim().max(191).default('')
const email = z.union([z.literal(''), z.email()]).default('')
/** Left empty, or as the rule says. */
const checked = (rule: (value: string) => boolean, message: Message, most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((value) => value === '' || rule(value), { error: say(message, 'en'), params: { say: message } })
    .default('')

const general = {
  name: z.string().trim().min(1).max(191),
  short: z.string().trim().max(10).default(''),
  language: z.enum(['de', 'en']).default('de'),
}
const contact = {
  contact_person: line,
  email,
  phone: z.string().trim().max(64).default(''),
  fax: z.string().trim().max(64).default(''),
  website: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
}
const billing = {
  address_line_1: line,
  address_line_2: line,
  address_line_3: line,
  street: line,
  zip: z.string().trim().max(16).default(''),
  city: line,
  country: line,
}
const accounting = {
  vat_number: checked(isVatNumber, texts.vat(), 32),
  has_vat: z.boolean().default(true),
  small_business: z.boolean().default(false),
  invoice_email: email,
  invoices_by_mail: z.boolean().default(true),
  account_holder: line,
  bank_name: line,
  iban: checked(isIban, texts.iban(), 42),
  bic: checked(isBic, texts.bic(), 11),
}

/** What the product knows of a company, be it the provider, a partner or a tenant: each part is a form and a path of its own. */
export const companySections = {
  general: { schema: z.strictObject(general), rows: [['name', 'short'], ['language']] },
  contact: { schema: z.strictObject(contact), rows: [['contact_person'], ['email', 'phone'], ['fax', 'website']] },
  billing: {
    schema: z.strictObject(billing),
    rows: [['address_line_1'], ['address_line_2'], ['address_line_3'], ['street'], ['zip', 'city'], ['country']],
  },
  accounting: {
    schema: z.strictObject(accounting),
    rows: [
      ['vat_number', 'invoice_email'],
      ['has_vat'],
      ['small_business'],
      ['invoices_by_mail'],
      ['account_holder', 'bank_name'],
      ['iban', 'bic'],
    ],
  },
} as const satisfies Record<string, { schema: z.ZodObject; rows: string[][] }>
export type CompanySection = keyof typeof companySections

/** Every field of the parts together. */
export const companyFields = { ...general, ...contact, ...billing, ...accounting }

/** Whose business a part is: invoices have a right of their own. */
export const isMoney = (section: CompanySection) => section === 'billing' || section === 'accounting'

export const companyTitles: Record<CompanySection, Text> = {
  general: { en: 'General', de: 'Allgemein' },
  contact: { en: 'Contact', de: 'Kontakt' },
  billing: { en: 'Billing address', de: 'Rechnungsadresse' },
  accounting: { en: 'Accounting', de: 'Buchhaltung' },
}

export const companyLabels: Record<keyof typeof companyFields, FieldLabel> = {
  name: { en: 'Company name', de: 'Firmenname' },
  short: {
    label: { en: 'Short name', de: 'Kurzname' },
    help: { en: 'At most ten characters.', de: 'Höchstens zehn Zeichen.' },
  },
  language: {
    label: { en: 'Language', de: 'Sprache' },
    options: { de: { en: 'German', de: 'Deutsch' }, en: { en: 'English', de: 'Englisch' } },
  },
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
  account_holder: { en: 'Account holder', de: 'Kontoinhaber' },
  bank_name: { en: 'Bank', de: 'Bank' },
  iban: { en: 'IBAN', de: 'IBAN' },
  bic: { en: 'SWIFT/BIC', de: 'SWIFT/BIC' },
}
