import { defineResource } from '@weft/kit/define/resource.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  phone: {
    en: 'Please enter a phone number such as +49 40 123456.',
    de: 'Bitte geben Sie eine Telefonnummer wie +49 40 123456 ein.',
  },
  username: {
    en: '3 to 50 letters, digits, dots, hyphens or underscores.',
    de: '3 bis 50 Buchstaben, Ziffern, Punkte, Binde- oder Unterstriche.',
  },
})

const matching = (pattern: RegExp, text: ReturnType<typeof texts.phone>, most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .refine((value) => value === '' || pattern.test(value), { error: say(text, 'en'), params: { say: text } })
    .default('')

export const user = defineResource({
  table: 'users',
  path: 'users',
  scope: 'branch',
  fields: {
    salutation: z.enum(['', 'mrs', 'mr']).default(''),
    title: z.string().trim().max(64).default(''),
    first_name: z.string().trim().min(1).max(100),
    last_name: z.string().trim().min(1).max(100),
    email: z.email().toLowerCase().max(191),
    role: z.string().trim().min(1).max(63),
    language: z.enum(['de', 'en']).default('de'),
    username: matching(/^[\w.-]{3,50}$/, texts.username(), 50),
    job: z.string().trim().max(191).default(''),
    company: z.string().trim().max(191).default(''),
    phone: matching(/^\+?[0-9 ()/.-]{5,32}$/, texts.phone(), 32),
    active: z.boolean().default(true),
  },
  list: {
    columns: ['email', 'role', 'language', 'active'],
    search: ['first_name', 'last_name', 'email', 'username'],
    sort: 'last_name',
  },
  form: [
    ['salutation', 'title'],
    ['first_name', 'last_name'],
    ['email', 'role'],
    ['language', 'username'],
    ['job', 'company'],
    ['phone'],
    ['active'],
  ],
  may: 'users',
  labels: {
    one: { en: 'User', de: 'Benutzer' },
    many: { en: 'Users', de: 'Benutzer' },
    fields: {
      salutation: {
        label: { en: 'Salutation', de: 'Anrede' },
        options: { '': { en: 'None', de: 'Keine' }, mrs: { en: 'Ms', de: 'Frau' }, mr: { en: 'Mr', de: 'Herr' } },
      },
      title: { en: 'Title', de: 'Titel' },
      first_name: { en: 'First name', de: 'Vorname' },
      last_name: { en: 'Last name', de: 'Nachname' },
      email: {
        label: { en: 'E-mail', de: 'E-Mail' },
        help: {
          en: 'Also the name for signing in; it ends in the workspace domain.',
          de: 'Zugleich der Anmeldename; sie endet auf die Workspace-Domain.',
        },
      },
      role: {
        label: { en: 'Role', de: 'Rolle' },
        options: {
          admin: { en: 'Administrator', de: 'Administrator' },
          partner_admin: { en: 'Partner administrator', de: 'Partner-Administrator' },
          partner_staff: { en: 'Partner staff', de: 'Partner-Mitarbeiter' },
          tenant_admin: { en: 'Tenant administrator', de: 'Mandanten-Administrator' },
          developer: { en: 'Developer', de: 'Entwickler' },
          operator: { en: 'Operator', de: 'Operator' },
          analyst: { en: 'Analyst', de: 'Analyst' },
          viewer: { en: 'Viewer', de: 'Betrachter' },
        },
      },
      language: {
        label: { en: 'Language', de: 'Sprache' },
        options: { de: { en: 'German', de: 'Deutsch' }, en: { en: 'English', de: 'Englisch' } },
      },
      username: { en: 'User name', de: 'Benutzername' },
      job: { en: 'Position', de: 'Position' },
      company: { en: 'Company', de: 'Firma' },
      phone: { en: 'Phone', de: 'Telefon' },
      active: {
        label: { en: 'Active', de: 'Aktiv' },
        help: {
          en: 'A deactivated user is signed out at once.',
          de: 'Ein deaktivierter Benutzer wird sofort abgemeldet.',
        },
      },
    },
  },
})
