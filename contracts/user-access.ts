import { itemOf, nothing, oneOf } from '@weft/kit/contracts/answers.ts'
import { defineRoutes } from '@weft/kit/contracts/route.ts'
import { ipRange } from '@weft/kit/define/ip-range.ts'
import { z } from 'zod'

const granted = itemOf(
  z.object({
    active: z.boolean(),
    entries: z.array(z.object({ ip_address: z.string(), description: z.string() })),
  }),
)
const view = { scope: 'branch', may: ['users', 'view'] } as const
const update = { scope: 'branch', may: ['users', 'update'] } as const

/** What became of a welcome mail; with the link where the mail did not leave. */
export const invitation = z.object({ mail: oneOf(['kept', 'sent', 'failed']), link: z.string().optional() })

/**
 * How a user may sign in, in the hands of who administers them: granted addresses, unlocking, invitation, second
 * factor, sessions.
 */
export const userAccessContract = defineRoutes({
  'GET /users/:id/granted_ips': {
    operationId: 'readGrantedIps',
    summary: 'Read from where a user may sign in',
    ...view,
    answers: { 200: granted },
  },
  'PUT /users/:id/granted_ips': {
    operationId: 'changeGrantedIps',
    summary: 'Change from where a user may sign in; sessions from elsewhere end',
    ...update,
    body: z.strictObject({
      active: z.boolean(),
      entries: z
        .array(z.strictObject({ ip_address: ipRange, description: z.string().trim().max(191).default('') }))
        .max(200),
      /** Says that the caller knows that this locks them out. */
      confirmed: z.boolean().default(false),
    }),
    answers: { 200: granted },
  },
  'POST /users/:id/unlock': {
    operationId: 'unlockUser',
    summary: 'Unlock a user, and end their waiting',
    ...update,
    answers: { 204: nothing },
  },
  'POST /users/:id/invite': {
    operationId: 'inviteUser',
    summary: 'Send a welcome email with a link that sets the password',
    ...update,
    answers: { 200: itemOf(invitation) },
  },
  'GET /users/:id/access': {
    operationId: 'readUserAccess',
    summary: 'Read how a user signs in: second factor and sessions',
    ...view,
    answers: { 200: itemOf(z.object({ authenticator: z.boolean(), sessions: z.number() })) },
  },
  'POST /users/:id/authenticator/remove': {
    operationId: 'removeUserAuthenticator',
    summary: 'Remove a user’s authenticator application, when they have lost it',
    ...update,
    answers: { 204: nothing },
  },
  'POST /users/:id/end_sessions': {
    operationId: 'endUserSessions',
    summary: 'Sign a user out everywhere, and trust none of their devices',
    ...update,
    answers: { 204: nothing },
  },
})
