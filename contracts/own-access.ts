import { securitySettings } from '@weft/catalogue/resources/setting/security.ts'
import { itemOf, nothing } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { shapesOf } from '@weft/kit/contracts/shape.ts'
import { newPassword } from '@weft/kit/define/password.ts'
import { z } from 'zod'
import { samePasswords } from './same-passwords.ts'

const current_password = z.string().min(1).max(1_000)
const proof = z.strictObject({ current_password })
const recoveryCodes = itemOf(z.object({ recovery_codes: z.array(z.string()) }))
const session = rows.sessions
  .pick({ id: true, address: true, agent: true, created_at: true, used_at: true })
  .extend({ current: z.boolean() })
const trustedDevice = rows.trusted_devices
  .pick({ id: true, agent: true, created_at: true, used_at: true, expires_at: true })
  .extend({ addresses: z.array(z.string()) })

/** How somebody signs in, in their own hands: password, authenticator application, sessions, trusted devices. */
export const ownAccessContract = defineRoutes({
  'PUT /auth/me/access_data': {
    operationId: 'changeOwnPassword',
    summary: 'Change the own password; all other sessions end',
    scope: 'user',
    body: z
      .strictObject({ current_password, password: newPassword, password_confirmation: z.string() })
      .superRefine(samePasswords),
    answers: { 204: nothing },
  },
  'GET /auth/security': {
    operationId: 'readSignInRules',
    summary: 'What signing in asks for in this installation',
    scope: 'user',
    answers: { 200: itemOf(z.object({ ...shapesOf(securitySettings.schema.shape), mail: z.boolean() })) },
  },
  'GET /auth/administrators': {
    operationId: 'listOwnAdministrators',
    summary: 'Whom to ask for a right: who administers the own tenant or partner',
    scope: 'user',
    answers: { 200: itemOf(z.array(z.object({ name: z.string(), email: z.string() }))) },
  },
  'GET /auth/sessions': {
    operationId: 'listOwnSessions',
    summary: 'List the own sessions',
    scope: 'user',
    answers: { 200: itemOf(z.array(session)) },
  },
  'DELETE /auth/sessions': {
    operationId: 'endOwnSessions',
    summary: 'End all own sessions but this one',
    scope: 'user',
    answers: { 204: nothing },
  },
  'DELETE /auth/sessions/:id': {
    operationId: 'endOwnSession',
    summary: 'End one of the own sessions',
    scope: 'user',
    answers: { 204: nothing },
  },
  'GET /auth/trusted_devices': {
    operationId: 'listTrustedDevices',
    summary: 'List the own trusted devices',
    scope: 'user',
    answers: { 200: itemOf(z.array(trustedDevice)) },
  },
  'DELETE /auth/trusted_devices/:id': {
    operationId: 'revokeTrustedDevice',
    summary: 'Trust a device no more',
    scope: 'user',
    answers: { 204: nothing },
  },
  'GET /auth/me/authenticator': {
    operationId: 'readAuthenticator',
    summary: 'Whether an authenticator application is set up',
    scope: 'user',
    answers: {
      200: itemOf(z.object({ active: z.boolean(), confirmed_at: z.string().nullable(), recovery_left: z.number() })),
    },
  },
  'POST /auth/me/authenticator': {
    operationId: 'beginAuthenticator',
    summary: 'Begin to set up an authenticator application',
    scope: 'user',
    body: proof,
    answers: { 200: itemOf(z.object({ secret: z.string(), uri: z.string() })) },
  },
  'POST /auth/me/authenticator/confirm': {
    operationId: 'confirmAuthenticator',
    summary: 'Confirm the authenticator application with its first code; answers recovery codes once',
    scope: 'user',
    body: z.strictObject({ code: z.string().trim().max(40) }),
    answers: { 200: recoveryCodes },
  },
  'POST /auth/me/authenticator/recovery_codes': {
    operationId: 'renewRecoveryCodes',
    summary: 'Make new recovery codes; the old ones end',
    scope: 'user',
    body: proof,
    answers: { 200: recoveryCodes },
  },
  'POST /auth/me/authenticator/remove': {
    operationId: 'removeAuthenticator',
    summary: 'Remove the authenticator application',
    scope: 'user',
    body: proof,
    answers: { 204: nothing },
  },
})
