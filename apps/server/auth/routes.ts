import { accountLimits } from '@weft/catalogue/resources/account-setting/limits.ts'
import { authContract } from '@weft/contracts/auth.ts'
import { readAccountSettings } from '@weft/kit/database/account-settings.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { forbidden } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { ownScope } from './guard.ts'
import { readLink, requestReset, setPassword } from './password-links.ts'
import { levelOf, profileOf } from './profile.ts'
import { resend } from './second-factor.ts'
import { endSession, endSessions } from './sessions.ts'
import { isAllowedHost, signIn, signInWithCode, type Host } from './sign-in.ts'
import type { AppContext } from '../context.ts'

const limited = {
  rateLimit: { max: () => environment().WEFT_LOGIN_PER_MINUTE, timeWindow: '1 minute' },
} as const

/** Signing in and out, and passwords that were forgotten. `host` says which of the two base hosts this is. */
export const authRoutes =
  (context: AppContext<'db' | 'key' | 'mailWorks' | 'mailer' | 'security'>, host: Host): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, authContract)
    const { db } = context

    on('POST /auth/login', (request, reply) => signIn(context, { request, reply, host }, request.body), limited)

    on(
      'POST /auth/two_factor',
      (request, reply) => signInWithCode(context, { request, reply, host }, request.body),
      limited,
    )

    on('POST /auth/two_factor/resend', async ({ body }) => ({ data: await resend(context, body.challenge) }), limited)

    on(
      'POST /auth/password/email',
      async (request, reply) => {
        // Answered before anything is looked up, so that neither words nor time tell whether somebody has the address.
        void requestReset(context, request.body.email, (user) => isAllowedHost(user, { request, host })).catch(
          (error: unknown) => request.log.error({ err: error }, 'password reset'),
        )
        return reply.code(202).send({ data: { asked: true } })
      },
      limited,
    )

    on(
      'POST /auth/password/link',
      ({ body }) =>
        inScope(db, systemScope, async (trx) => {
          const { purpose, email, first_name } = await readLink(trx, body.token)
          return { data: { purpose, email, first_name } }
        }),
      limited,
    )

    on(
      'POST /auth/password/reset',
      async (request, reply) => {
        await setPassword(context, request.body.token, request.body.password, (user) =>
          isAllowedHost(user, { request, host }),
        )
        return reply.code(204).send(null)
      },
      limited,
    )

    on('POST /auth/logout', async ({ user, body }, reply) => {
      if (body?.everywhere) await inScope(db, systemScope, (trx) => endSessions(trx, user.id))
      else await endSession(db, user.session_id)
      return reply.code(204).send(null)
    })

    on('GET /auth/me', ({ user }) =>
      inScope(db, ownScope(user), async (trx) => ({
        data: await profileOf(trx, user.id),
        meta: { tenant: await levelOf(trx, user) },
      })),
    )

    on('GET /auth/me/tenant', async ({ user }) => {
      const { level, permissions } = await inScope(db, ownScope(user), async (trx) => ({
        level: await levelOf(trx, user),
        permissions: (await profileOf(trx, user.id)).permissions,
      }))
      if (!level) throw forbidden()
      const { queue_instances, queue_memory, data_megabytes } = await inScope(
        db,
        { level: 'tenant', tenant_id: level.id },
        (trx) => readAccountSettings(trx, accountLimits),
      )
      return {
        data: {
          ...level,
          permissions,
          limits: { instances: queue_instances, memory: queue_memory, upload_mb: data_megabytes },
        },
      }
    })
  }
