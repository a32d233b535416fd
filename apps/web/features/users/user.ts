import { user as resource } from '@weft/catalogue/resources/user/user.ts'
import type { ListRow } from '@weft/kit/contracts/client.ts'
import { onlyWhen } from '@weft/kit/define/settings.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Tone } from '@weft/kit/ui/bits.tsx'
import { defineResource, type Resource } from '@weft/kit/define/resource.ts'
import type { Text } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import type { RoleChoices } from './role-choices.ts'

/** A user as the API lists them. */
export type User = ListRow<'/users'>

const { fields, labels } = resource

export const stateTexts = defineMessages({
  invited: { en: 'Invited', de: 'Eingeladen' },
  active: { en: 'Active', de: 'Aktiv' },
  throttled: { en: 'Throttled', de: 'Gedrosselt' },
  locked: { en: 'Locked', de: 'Gesperrt' },
  deactivated: { en: 'Deactivated', de: 'Deaktiviert' },
})
export const stateTones: Record<User['state'], Tone> = {
  invited: 'blue',
  active: 'green',
  throttled: 'amber',
  locked: 'red',
  deactivated: 'slate',
}

const without = (schema: z.ZodType) => onlyWhen('send_welcome_email', [false, undefined], schema)
const secret = {
  send_welcome_email: z
    .boolean()
    .default(false)
    .meta({
      label: { en: 'Send welcome email', de: 'Willkommens-E-Mail senden' },
      help: {
        en: 'With a link by which users set their first password themselves.',
        de: 'Mit einem Link, über den der Benutzer sein erstes Passwort selbst festlegt.',
      },
    }),
  password: without(
    z
      .string()
      .max(128)
      .optional()
      .meta({ input: 'password', label: { en: 'Password', de: 'Passwort' } }),
  ),
  password_confirmation: without(
    z
      .string()
      .max(128)
      .optional()
      .meta({ input: 'password', label: { en: 'Repeat password', de: 'Passwort wiederholen' } }),
  ),
}
const roleOf = ({ names }: RoleChoices) => z.enum(names as [string, ...string[]]).default(names[0]!)
const list = { columns: [], search: [], sort: 'created_at' as const }
/** The labels of some fields; own roles are called the same in every language. */
function words(keys: readonly string[], { own }: RoleChoices): Resource['labels'] {
  const { role } = labels.fields as { role: { label: Text; options: Record<string, Text> } }
  const options = {
    ...role.options,
    ...Object.fromEntries(Object.entries(own).map(([name, title]) => [name, { en: title, de: title }])),
  }
  return {
    ...labels,
    fields: Object.fromEntries(
      Object.entries({ ...labels.fields, role: { ...role, options } }).filter(([key]) => keys.includes(key)),
    ) as Resource['labels']['fields'],
  }
}

/** The form of a new user, with the roles of their level. */
export function newUserForm(roles: RoleChoices): Resource {
  const { active: _, ...entry } = fields
  const shape = {
    ...entry,
    role: roleOf(roles),
    ...secret,
    partner_id: z.uuid().optional(),
    tenant_id: z.uuid().optional(),
  }
  return defineResource({
    ...resource,
    path: 'users' as string,
    list,
    fields: shape as Record<string, z.ZodType>,
    form: [
      ['salutation', 'title'],
      ['first_name', 'last_name'],
      ['email', 'role'],
      ['language', 'phone'],
      ['job', 'company'],
      ['send_welcome_email'],
      ['password', 'password_confirmation'],
    ],
    labels: words(Object.keys(labels.fields), roles),
  })
}

const informationKeys = ['salutation', 'title', 'first_name', 'last_name', 'job', 'company', 'phone']

/** The three tabs of a user, each a form of some of the user's fields. */
export const userForms = (roles: RoleChoices): Record<'information' | 'access_data' | 'profile', Resource> => ({
  information: form(
    informationKeys,
    [['salutation', 'title'], ['first_name', 'last_name'], ['job', 'company'], ['phone']],
    roles,
  ),
  access_data: form(['email', 'role', 'username', 'active'], [['email', 'role'], ['username'], ['active']], roles, {
    role: roleOf(roles),
  }),
  profile: form(['language'], [['language']], roles),
})

function form(keys: string[], lines: string[][], roles: RoleChoices, other: Record<string, z.ZodType> = {}): Resource {
  const shape = {
    ...Object.fromEntries(Object.entries(fields as Record<string, z.ZodType>).filter(([key]) => keys.includes(key))),
    ...other,
  }
  return defineResource({
    ...resource,
    path: 'users' as string,
    list,
    fields: shape,
    form: lines,
    labels: words(keys, roles),
  })
}
