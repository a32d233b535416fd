import { defineResource } from '@weft/kit/define/resource.ts'
import { isReadyMade, permissions } from '@weft/kit/define/permissions.ts'
import { defineMessages, say } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'

const texts = defineMessages({
  name: {
    en: '2 to 63 lower-case letters, digits or underscores, beginning with a letter.',
    de: '2 bis 63 Kleinbuchstaben, Ziffern oder Unterstriche, beginnend mit einem Buchstaben.',
  },
  readyMade: { en: 'This is the name of a ready-made role.', de: 'So heißt bereits eine vorgegebene Rolle.' },
})

/** A role somebody has made for their own users, beside the ready-made ones. */
export const role = defineResource({
  table: 'roles',
  path: 'roles',
  scope: 'partner',
  fields: {
    display_name: z.string().trim().min(1).max(100),
    name: z
      .string()
      .trim()
      .refine((name) => /^[a-z][a-z0-9_]{1,62}$/.test(name), {
        error: say(texts.name(), 'en'),
        params: { say: texts.name() },
      })
      .refine((name) => !isReadyMade(name), {
        error: say(texts.readyMade(), 'en'),
        params: { say: texts.readyMade() },
      }),
    description: z.string().trim().max(2_000).default(''),
    permissions: z.array(z.enum(permissions)).max(permissions.length).default([]),
  },
  list: {
    columns: ['display_name', 'name', 'description'],
    search: ['display_name', 'name', 'description'],
    sort: 'display_name',
  },
  form: [['display_name', 'name'], ['description']],
  may: 'users',
  labels: {
    one: { en: 'Role', de: 'Rolle' },
    many: { en: 'Roles', de: 'Rollen' },
    fields: {
      display_name: {
        label: { en: 'Display name', de: 'Anzeigename' },
        help: { en: 'What users and administrators read.', de: 'Was Benutzer und Administratoren lesen.' },
      },
      name: {
        label: { en: 'Name', de: 'Name' },
        help: {
          en: 'The key of the role in the API; it stays as it is.',
          de: 'Der Schlüssel der Rolle in der API; er bleibt unverändert.',
        },
      },
      description: { en: 'Description', de: 'Beschreibung' },
      permissions: { en: 'Permissions', de: 'Berechtigungen' },
    },
  },
})
