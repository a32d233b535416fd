import { itemOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { newPassword } from '@weft/kit/define/password.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import { inWords } from '@weft/kit/messages/patterns.ts'
import { z } from 'zod'
import { samePasswords } from './same-passwords.ts'

// Whatever is no address at all belongs to nobody, but control characters reach no database.
const address = z
  .string()
  .trim()
  .max(320)
  .regex(
    inWords(/^\P{Cc}*$/u, {
      en: 'Control characters are not possible here.',
      de: 'Steuerzeichen sind hier nicht möglich.',
    }),
  )
const token = z.string().max(200)

const user = rows.users
  .pick({ id: true, kind: true, role: true, email: true, username: true, job: true, phone: true })
  .extend({
    uuid: z.string(),
    /** Of a role the user's company has made. */
    role_name: z.string().optional(),
    permissions: z.array(z.string()),
    core_data: z.object({ firstname: z.string(), lastname: z.string() }),
    name: z.string(),
    surname: z.string(),
    profile_picture: z.string(),
    language: rows.languages
      .pick({ id: true, label: true })
      .extend({ short: z.string() as z.ZodType<Language, string> }),
    language_id: z.number(),
  })
const level = rows.tenants
  .pick({ id: true, name: true, short: true, language: true, api_token: true, active: true })
  .extend({
    partner_id: z.string().nullable().optional(),
    uuid: z.string(),
    tenantable_type: oneOf(['partner', 'client']),
    tenantable: rows.tenants.pick({ id: true, name: true, api_token: true }),
  })
const signedIn = z.object({ data: user, meta: z.object({ token: z.string(), tenant: level.optional() }) })

/** Signing in and out, passwords that were forgotten, and who is signed in. */
export const authContract = defineRoutes({
  'POST /auth/login': {
    operationId: 'signIn',
    summary: 'Sign in',
    scope: 'public',
    body: z.strictObject({ email: address, password: z.string().max(1000) }),
    answers: { 200: signedIn },
  },
  'POST /auth/two_factor': {
    operationId: 'completeSignIn',
    summary: 'Complete a sign-in with a two-factor code',
    scope: 'public',
    body: z.strictObject({
      challenge: token,
      code: z.string().trim().min(1).max(40),
      trust_device: z.boolean().default(false),
    }),
    answers: { 200: signedIn },
  },
  'POST /auth/two_factor/resend': {
    operationId: 'resendTwoFactorCode',
    summary: 'Send the two-factor code again',
    scope: 'public',
    body: z.strictObject({ challenge: token }),
    answers: { 200: itemOf(z.object({ sent: z.boolean().optional(), resend_after: z.number() })) },
  },
  'POST /auth/password/email': {
    operationId: 'requestPasswordReset',
    summary: 'Ask for a mail that resets the password',
    scope: 'public',
    body: z.strictObject({ email: address.min(1) }),
    answers: { 202: itemOf(z.object({ asked: z.boolean() })) },
  },
  'POST /auth/password/link': {
    operationId: 'readPasswordLink',
    summary: 'Ask what a password link is for',
    scope: 'public',
    body: z.strictObject({ token }),
    answers: {
      200: itemOf(
        rows.password_links.pick({ purpose: true }).extend(rows.users.pick({ email: true, first_name: true }).shape),
      ),
    },
  },
  'POST /auth/password/reset': {
    operationId: 'resetPassword',
    summary: 'Set the password by a link',
    scope: 'public',
    body: z
      .strictObject({
        token,
        email: z.string().max(320).optional(),
        password: newPassword,
        password_confirmation: z.string(),
      })
      .superRefine(samePasswords),
    answers: { 204: nothing },
  },
  'POST /auth/logout': {
    operationId: 'signOut',
    summary: 'Sign out, here or everywhere',
    scope: 'user',
    body: z.strictObject({ everywhere: z.boolean().default(false) }).nullish(),
    answers: { 204: nothing },
  },
  'GET /auth/me': {
    operationId: 'readCaller',
    summary: 'Who am I',
    scope: 'user',
    answers: { 200: z.object({ data: user, meta: z.object({ tenant: level.optional() }) }) },
  },
  'GET /auth/me/tenant': {
    operationId: 'readSessionTenant',
    summary: 'The tenant or partner of this session',
    scope: 'user',
    answers: {
      200: itemOf(
        level.extend({
          permissions: z.array(z.string()),
          limits: z.object({ instances: z.number(), memory: z.number(), upload_mb: z.number() }),
        }),
      ),
    },
  },
})
