import { calendarMoment } from '@weft/kit/define/day.ts'
import { serviceAccount as resource } from '@weft/catalogue/resources/service-account/service-account.ts'
import { itemOf, listOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { rows } from '@weft/kit/contracts/rows.ts'
import { filteredBy, yesOrNo } from '@weft/kit/http/list-query.ts'
import { z } from 'zod'

export const tokenStates = ['active', 'expired', 'revoked'] as const

const issued = rows.service_account_tokens
  .pick({
    id: true,
    beginning: true,
    expires_at: true,
    revoked_at: true,
    last_used_at: true,
    last_used_address: true,
    created_at: true,
  })
  .extend({ state: oneOf(tokenStates) })
const account = rows.service_accounts.omit({ partner_id: true, tenant_id: true }).extend({
  permissions: z.array(z.string()),
  addresses: z.array(z.string()),
  project_name: z.string().nullable(),
  created_by_name: z.string().nullable(),
  last_used_at: z.string().nullable(),
  last_used_address: z.string().nullable(),
  /** The tokens that can be used; the first that expires is the first. */
  active_tokens: z.number(),
  expires_at: z.string().nullable(),
})
export type ServiceAccount = z.input<typeof account>
const whole = account.extend({ tokens: z.array(issued) })
/** The token itself is in this answer and in no other. */
const withToken = z.object({ token: z.string(), account: whole })

/** Until when a token is good; null: until it is revoked. */
const expiry = calendarMoment.nullable()

const can = <const A extends 'view' | 'create' | 'update' | 'delete'>(action: A) =>
  ({ scope: 'level', may: ['users', action] }) as const
const change = {
  summary: 'Change a service account; it counts with its next call',
  ...can('update'),
  labels: resource.labels.fields,
  body: resource.changes.omit({ project_id: true }),
  answers: { 200: itemOf(whole) },
} as const

/** Accounts of programs: of the provider, a partner, a tenant or one project, with tokens in place of a password. */
export const serviceAccountContract = defineRoutes({
  'GET /service_accounts': {
    operationId: 'listServiceAccounts',
    summary: 'List the service accounts of the level',
    ...can('view'),
    query: filteredBy({ active: yesOrNo, project_id: z.uuid() }),
    answers: { 200: listOf(account) },
  },
  'GET /service_accounts/self': {
    operationId: 'readOwnServiceAccount',
    summary: 'Which service account asks, and what it may do',
    scope: 'branch',
    answers: {
      200: itemOf(
        z.object({
          id: z.string(),
          name: z.string(),
          level: oneOf(['provider', 'partner', 'tenant', 'project']),
          partner_id: z.string().nullable(),
          tenant_id: z.string().nullable(),
          project_id: z.string().nullable(),
          permissions: z.array(z.string()),
          expires_at: z.string().nullable(),
        }),
      ),
    },
  },
  'GET /service_accounts/:id': {
    operationId: 'readServiceAccount',
    summary: 'Read a service account and its tokens',
    ...can('view'),
    answers: { 200: itemOf(whole) },
  },
  'POST /service_accounts': {
    operationId: 'createServiceAccount',
    summary: 'Create a service account with its first token, which is shown only here',
    ...can('create'),
    labels: resource.labels.fields,
    body: resource.draft.extend({ expires_at: expiry.default(null) }),
    answers: { 201: itemOf(withToken) },
  },
  'PUT /service_accounts/:id': { operationId: 'changeServiceAccount', ...change },
  'POST /service_accounts/:id': { operationId: 'changeServiceAccountByPost', ...change },
  'DELETE /service_accounts/:id': {
    operationId: 'deleteServiceAccount',
    summary: 'Delete a service account and its tokens',
    ...can('delete'),
    answers: { 204: nothing },
  },
  'POST /service_accounts/:id/tokens': {
    operationId: 'rotateServiceAccountToken',
    summary: 'Issue a new token, which is shown only here; the earlier ones end after the overlap',
    ...can('update'),
    body: z.strictObject({
      expires_at: expiry.default(null),
      /** So many hours the earlier tokens are still good; null: as long as they say themselves. */
      overlap_hours: z.int().min(0).max(720).nullable().default(24),
    }),
    answers: { 201: itemOf(withToken) },
  },
  'POST /service_accounts/:id/tokens/:token_id/revoke': {
    operationId: 'revokeServiceAccountToken',
    summary: 'Revoke a token: the next call with it is refused',
    ...can('update'),
    answers: { 200: itemOf(whole) },
  },
})
