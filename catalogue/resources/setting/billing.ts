import { defineSettingGroup } from '@weft/kit/define/setting-group.ts'
import { currencies } from '@weft/kit/define/money.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'

const text = z.string().trim().max(2_000).default('').meta({ input: 'longText' })

export const billingSettings = defineSettingGroup({
  path: 'billing',
  schema: z.strictObject({
    currency: z.enum(currencies).default('EUR'),
    automatic: z.enum(['off', 'drafts', 'issue']).default('off'),
    day: z.int().min(1).max(28).default(3),
    number_prefix: z
      .string()
      .trim()
      .max(12)
      .regex(
        inWords(/^[A-Za-z0-9./-]*$/, {
          en: 'Please use letters without accents, digits, dots, slashes and hyphens.',
          de: 'Bitte Buchstaben ohne Umlaute, Ziffern, Punkte, Schrägstriche und Bindestriche verwenden.',
        }),
      )
      .default('RE-'),
    number_digits: z.int().min(1).max(9).default(5),
    payment_days: z.int().min(0).max(120).default(14),
    reverse_charge: z.boolean().default(true),
    tax_number: z.string().trim().max(40).default(''),
    creditor_id: z
      .string()
      .trim()
      .max(35)
      .regex(
        inWords(/^([A-Z]{2}\d{2}[A-Z0-9]{3}[A-Z0-9]{1,28}|)$/, {
          en: 'Please enter a creditor identifier such as DE98ZZZ09999999999, without spaces.',
          de: 'Bitte eine Gläubiger-Identifikationsnummer wie DE98ZZZ09999999999 ohne Leerzeichen eingeben.',
        }),
      )
      .default(''),
    intro_de: text,
    intro_en: text,
    footer_de: text,
    footer_en: text,
    /** Where the picture at the head of invoices lies; comes with the logo of the company. */
    logo: z.string().max(191).default(''),
  }),
  labels: {
    title: { en: 'Invoices', de: 'Rechnungen' },
    help: {
      en: 'How invoices are made. Name, address, VAT number and bank details are those of your company data.',
      de: 'Wie Rechnungen entstehen. Name, Adresse, USt-IdNr. und Bankverbindung stehen in Ihren Unternehmensdaten.',
    },
    fields: {
      currency: { en: 'Currency', de: 'Währung' },
      automatic: {
        label: { en: 'Each month', de: 'Jeden Monat' },
        help: { en: 'What happens by itself with the month before.', de: 'Was mit dem Vormonat von selbst geschieht.' },
        options: {
          off: { en: 'nothing, runs are started by hand', de: 'nichts, Läufe werden von Hand gestartet' },
          drafts: { en: 'drafts are written and reviewed', de: 'Entwürfe entstehen und werden geprüft' },
          issue: { en: 'invoices are issued and mailed', de: 'Rechnungen werden gestellt und versendet' },
        },
      },
      day: {
        label: { en: 'On which day', de: 'An welchem Tag' },
        help: { en: 'From this day of the month on, by UTC.', de: 'Ab diesem Tag des Monats, nach UTC.' },
      },
      number_prefix: {
        label: { en: 'Numbers begin with', de: 'Nummern beginnen mit' },
        help: {
          en: 'Then come the year and a number without gaps: RE-2026-00001.',
          de: 'Danach folgen das Jahr und eine lückenlose Nummer: RE-2026-00001.',
        },
      },
      number_digits: { en: 'Digits of the number', de: 'Stellen der Nummer' },
      payment_days: { en: 'Term of payment (days)', de: 'Zahlungsziel (Tage)' },
      reverse_charge: {
        label: { en: 'Reverse charge', de: 'Reverse Charge' },
        help: {
          en: 'Companies elsewhere in the EU with a VAT number owe the tax themselves.',
          de: 'Firmen im übrigen EU-Ausland mit USt-IdNr. schulden die Steuer selbst.',
        },
      },
      tax_number: {
        label: { en: 'Tax number', de: 'Steuernummer' },
        help: { en: 'Needed only where there is no VAT number.', de: 'Nur nötig, wo es keine USt-IdNr. gibt.' },
      },
      creditor_id: {
        label: { en: 'Creditor identifier', de: 'Gläubiger-ID' },
        help: { en: 'For SEPA direct debits.', de: 'Für SEPA-Lastschriften.' },
      },
      intro_de: { en: 'Text before the services (German)', de: 'Text vor den Leistungen (Deutsch)' },
      intro_en: { en: 'Text before the services (English)', de: 'Text vor den Leistungen (Englisch)' },
      footer_de: { en: 'Closing text (German)', de: 'Schlusstext (Deutsch)' },
      footer_en: { en: 'Closing text (English)', de: 'Schlusstext (Englisch)' },
      logo: { en: 'Logo', de: 'Logo' },
    },
  },
})
