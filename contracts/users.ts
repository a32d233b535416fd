import { user as resource } from '@weft/catalogue/resources/user/user.ts'
import { itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { newPassword } from '@weft/kit/define/password.ts'
import { filteredBy, yesOrNo } from '@weft/kit/http/list-query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { z } from 'zod'
import { samePasswords } from './same-passwords.ts'
import { invitation } from './user-access.ts'

const texts = defineMessages({
  passwordMissing: {
    en: 'Set a password, or have a welcome email sent.',
    de: 'Legen Sie ein Passwort fest oder lassen Sie eine Willkommens-E-Mail senden.',
  },
})

const information = {
  salutation: true,
  title: true,
  first_name: true,
  last_name: true,
  job: true,
  company: true,
  phone: true,
} as const
const accessData = { email: true, role: true, active: true, username: true } as const
const profile = { language: true } as const
const passwords = { password: true, password_confirmation: true } as const

const draft = z
  .strictObject({
    ...resource.fields,
    partner_id: z.uuid().nullish(),
    tenant_id: z.uuid().nullish(),
    password: z.string().max(128).optional(),
    password_confirmation: z.string().max(128).optional(),
    send_welcome_email: z.boolean().default(false),
  })
  .superRefine(samePasswords)
  .superRefine((body, context) => {
    if (!body.password && !body.send_welcome_email)
      context.addIssue({
        code: 'custom',
        path: ['password'],
        message: 'missing',
        params: { say: texts.passwordMissing() },
      })
  })
const fields = resource.changes.extend({
  password: newPassword.optional(),
  password_confirmation: z.string().optional(),
})
const changes = fields.superRefine(samePasswords)
export type UserChanges = z.output<typeof changes>

const user = rows.users.omit({ password_hash: true, locked_at: true }).extend({
  uuid: z.string(),
  name: z.string(),
  belongs_to: z.string().nullable(),
  role_name: z.string().nullable(),
  /** What keeps them from signing in comes first. */
  state: oneOf(['invited', 'active', 'throttled', 'locked', 'deactivated']),
})

const view = { scope: 'branch', may: ['users', 'view'] } as const
const update = { scope: 'branch', may: ['users', 'update'] } as const
const change = { summary: 'Change a user', ...update, body: changes, answers: { 200: itemOf(user) } } as const

/**
 * Users below the caller: the provider's staff, a partner's, a tenant's. Whose a user is, is decided once, when the
 * user is made.
 */
export const userContract = defineRoutes({
  'GET /users': {
    operationId: 'listUsers',
    summary: 'List users',
    ...view,
    query: filteredBy({
      kind: z.enum(['admin', 'partner', 'client']),
      role: z.string(),
      active: yesOrNo,
      tenant_id: z.uuid(),
      partner_id: z.uuid(),
      language: z.string(),
    }).extend({ partner_id: z.uuid().optional(), tenant_id: z.uuid().optional() }),
    answers: { 200: listOf(user) },
  },
  'GET /users/:id': {
    operationId: 'readUser',
    summary: 'Read a user',
    ...view,
    answers: { 200: itemOf(user) },
  },
  'POST /users': {
    operationId: 'createUser',
    summary: 'Create a user with a password, or invite them by a welcome email',
    scope: 'branch',
    may: ['users', 'create'],
    body: draft,
    answers: { 201: itemOf(user).extend({ meta: invitation.optional() }) },
  },
  'PUT /users/:id': { operationId: 'changeUser', ...change },
  'POST /users/:id': { operationId: 'changeUserByPost', ...change },
  'GET /users/:id/information': {
    operationId: 'readUserInformation',
    summary: 'Read a section of a user: information',
    ...view,
    answers: { 200: itemOf(user.pick(information)) },
  },
  'PUT /users/:id/information': {
    operationId: 'changeUserInformation',
    summary: 'Change a section of a user: information',
    ...update,
    body: fields.pick(information),
    answers: { 200: itemOf(user.pick(information)) },
  },
  'GET /users/:id/access_data': {
    operationId: 'readUserAccessData',
    summary: 'Read a section of a user: access_data',
    ...view,
    answers: { 200: itemOf(user.pick(accessData)) },
  },
  'PUT /users/:id/access_data': {
    operationId: 'changeUserAccessData',
    summary: 'Change a section of a user: access_data',
    ...update,
    body: fields.pick({ ...accessData, ...passwords }).superRefine(samePasswords),
    answers: { 200: itemOf(user.pick(accessData)) },
  },
  'GET /users/:id/profile': {
    operationId: 'readUserProfile',
    summary: 'Read a section of a user: profile',
    ...view,
    answers: { 200: itemOf(user.pick(profile)) },
  },
  'PUT /users/:id/profile': {
    operationId: 'changeUserProfile',
    summary: 'Change a section of a user: profile',
    ...update,
    body: fields.pick(profile),
    answers: { 200: itemOf(user.pick(profile)) },
  },
  'DELETE /users/:id': {
    operationId: 'deleteUser',
    summary: 'Delete a user',
    scope: 'branch',
    may: ['users', 'delete'],
    answers: { 204: nothing },
  },
})
