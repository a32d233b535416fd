import { companyFields, companyLabels } from '@weft/kit/define/company.ts'
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
  scope: 'branch',
  fields: {
    ...companyFields,
    abbreviation: z.string().trim().max(10).default(''),
    number: z
      .string()
      .trim()
      .max(32)
      .refine((text) => /^\d+$/.test(text), { error: say(texts.digits(), 'en'), params: { say: texts.digits() } })
      .nullish(),
    workspace: workspaceDomain,
    responsible_user_id: z.uuid().nullish().meta({ input: 'partner_user' }),
    provider_user_id: z.uuid().nullish().meta({ input: 'provider_user' }),
    active: z.boolean().default(true),
  },
  list: {
    columns: ['name', 'number', 'short', 'workspace', 'email', 'active'],
    search: ['name', 'short', 'number', 'workspace', 'email'],
    sort: 'name',
  },
  form: [
    ['name', 'short'],
    ['number', 'abbreviation'],
    ['workspace', 'language'],
    ['responsible_user_id', 'provider_user_id'],
  ],
  may: 'partners',
  labels: {
    one: { en: 'Partner', de: 'Partner' },
    many: { en: 'Partners', de: 'Partner' },
    fields: {
      ...companyLabels,
      abbreviation: {
        label: { en: 'Abbreviation', de: 'Kürzel' },
        help: {
          en: 'At most ten characters; tells partners apart in lists.',
          de: 'Höchstens zehn Zeichen; unterscheidet Partner in Listen.',
        },
      },
      number: { en: 'Partner number', de: 'Partnernummer' },
      responsible_user_id: { en: 'Responsible at the partner', de: 'Verantwortlich beim Partner' },
      provider_user_id: { en: 'Responsible at the provider', de: 'Verantwortlich beim Anbieter' },
      workspace: {
        label: { en: 'Workspace domain', de: 'Workspace-Domain' },
        help: {
          en: 'The part of the e-mail addresses behind the at-sign.',
          de: 'Der Teil der E-Mail-Adressen hinter dem @-Zeichen.',
        },
      },
      active: {
        label: { en: 'Active', de: 'Aktiv' },
        help: {
          en: 'Users of a deactivated partner cannot sign in.',
          de: 'Benutzer eines deaktivierten Partners können sich nicht anmelden.',
        },
      },
    },
  },
})
