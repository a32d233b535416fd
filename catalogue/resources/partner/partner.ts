import { defineResource } from '@weft/kit/define/resource.ts'
import { workspaceDomain } from '@weft/kit/define/workspace.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  digits: { en: 'Digits only, please.', de: 'Bitte nur Ziffern.' },
})

export const partner = defineResource({
  table: 'partners',
  path: 'partners',
  scope: 'partner',
  fields: {
    name: z.string().trim().min(1).max(191),
    short: z.string().trim().max(10).default(''),
    number: z.string().trim().max(32).refine((text) => /^\d+$/.test(text), { error: say(texts.digits(), 'en'), params: { say: texts.digits() } }).nullish(),
    language: z.enum(['de', 'en']).default('de'),
    workspace: workspaceDomain,
    email: z.union([z.literal(''), z.email()]).default(''),
    phone: z.string().trim().max(64).default(''),
    website: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
    active: z.boolean().default(true),
  },
  list: { columns: ['name', 'short', 'workspace', 'email', 'active'], search: ['name', 'short', 'number', 'workspace', 'email'], sort: 'name' },
  form: [['name', 'short'], ['number', 'workspace'], ['email', 'phone'], ['website', 'language'], ['active']],
  may: 'partners',
  labels: {
    one: { en: 'Partner', de: 'Partner' },
    many: { en: 'Partners', de: 'Partner' },
    fields: {
      name: { en: 'Name', de: 'Name' },
      short: { en: 'Short name', de: 'Kurzname' },
      number: { en: 'Partner number', de: 'Partnernummer' },
      language: { label: { en: 'Language', de: 'Sprache' }, options: { de: { en: 'German', de: 'Deutsch' }, en: { en: 'English', de: 'Englisch' } } },
      workspace: { label: { en: 'Workspace domain', de: 'Workspace-Domain' }, help: { en: 'The part of the e-mail addresses behind the at-sign.', de: 'Der Teil der E-Mail-Adressen hinter dem @-Zeichen.' } },
      email: { en: 'E-mail', de: 'E-Mail' },
      phone: { en: 'Phone', de: 'Telefon' },
      website: { en: 'Website', de: 'Website' },
      active: { label: { en: 'Active', de: 'Aktiv' }, help: { en: 'Users of a deactivated partner cannot sign in.', de: 'Benutzer eines deaktivierten Partners können sich nicht anmelden.' } },
    },
  },
})
