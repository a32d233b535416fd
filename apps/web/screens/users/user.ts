import { user as resource } from '@weft/catalogue/resources/user/user.ts'
import { newPassword } from '@weft/kit/define/password.ts'
import { defineResource, type Resource } from '@weft/kit/define/resource.ts'
import type { Role } from '@weft/kit/define/permissions.ts'
import { z } from 'zod'

/** A user as the API lists him. */
export type User = {
  id: string
  name: string
  first_name: string
  last_name: string
  email: string
  kind: 'admin' | 'partner' | 'client'
  role: Role
  partner_id: string | null
  tenant_id: string | null
  belongs_to: string | null
  active: boolean
  last_sign_in_at: string | null
}

const { fields, labels } = resource
const secret = {
  password: newPassword.meta({ input: 'password', label: { en: 'Password', de: 'Passwort' }, help: { en: 'At least 12 characters, upper and lower case.', de: 'Mindestens 12 Zeichen, Groß- und Kleinbuchstaben.' } }),
  password_confirmation: z.string().min(1).meta({ input: 'password', label: { en: 'Repeat password', de: 'Passwort wiederholen' } }),
}
const roleOf = (roles: Role[]) => z.enum(roles as [Role, ...Role[]]).default(roles[0]!)
const list = { columns: [], search: [], sort: 'created_at' as const }
const words = (keys: string[]) => ({ ...labels, fields: Object.fromEntries(Object.entries(labels.fields).filter(([key]) => keys.includes(key))) })

/** The form of a new user, with the roles of his level. */
export function newUserForm(roles: Role[]): Resource {
  const { active: _, ...entry } = fields
  const shape = { ...entry, role: roleOf(roles), ...secret, partner_id: z.uuid().optional(), tenant_id: z.uuid().optional() }
  return defineResource({
    ...resource,
    path: 'users' as string,
    list,
    fields: shape as Record<string, z.ZodType>,
    form: [['salutation', 'title'], ['first_name', 'last_name'], ['email', 'role'], ['password', 'password_confirmation'], ['language', 'phone'], ['job', 'company']],
    labels: { ...labels, fields: labels.fields as Resource['labels']['fields'] },
  })
}

const informationKeys = ['salutation', 'title', 'first_name', 'last_name', 'job', 'company', 'phone']

/** The three tabs of a user, each a form of some of his fields. */
export const userForms = (roles: Role[]): Record<'information' | 'access_data' | 'profile', Resource> => ({
  information: form(informationKeys, [['salutation', 'title'], ['first_name', 'last_name'], ['job', 'company'], ['phone']]),
  access_data: form(['email', 'role', 'username', 'active'], [['email', 'role'], ['username'], ['active']], { role: roleOf(roles) }),
  profile: form(['language'], [['language']]),
})

function form(keys: string[], lines: string[][], other: Record<string, z.ZodType> = {}): Resource {
  const shape = { ...Object.fromEntries(Object.entries(fields as Record<string, z.ZodType>).filter(([key]) => keys.includes(key))), ...other }
  return defineResource({ ...resource, path: 'users' as string, list, fields: shape, form: lines, labels: words(keys) as Resource['labels'] })
}
