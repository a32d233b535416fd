import { ownAccessContract } from '@weft/contracts/own-access.ts'
import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { hashPassword, passwordFits } from '@weft/kit/secrets/passwords.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import {
  authenticatorOf,
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '../../auth/authenticator.ts'
import { revokeDevices, trustedDevices } from '../../auth/devices.ts'
import { refuseWeakPassword } from '../../auth/password-rules.ts'
import { wrongCode } from '../../auth/second-factor.ts'
import { endSessions, liveSessions } from '../../auth/sessions.ts'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({
  wrongPassword: { en: 'This is not your current password.', de: 'Das ist nicht Ihr aktuelles Passwort.' },
  active: {
    en: 'An authenticator application is set up already. Remove it first.',
    de: 'Es ist bereits eine Authenticator-App eingerichtet. Entfernen Sie diese zuerst.',
  },
})

/** How somebody signs in, in their own hands: password, authenticator application, sessions, trusted devices. */
export const ownAccessRoutes =
  (context: AppContext<'db' | 'key' | 'mailWorks' | 'security'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, ownAccessContract)
    const { db, key } = context
    // Each of these asks for the password, which must not be tried out here either.
    const asked = { rateLimit: { max: 20, timeWindow: '1 minute' } } as const
    const asMe = <T>(user: Caller, work: (trx: Scoped) => Promise<T>) =>
      inScope(db, { ...systemScope, user_id: user.id }, work)

    async function prove(user: Caller, password: string) {
      const { password_hash } = await asMe(user, (trx) =>
        trx.selectFrom('users').select('password_hash').where('id', '=', user.id).executeTakeFirstOrThrow(),
      )
      if (!(await passwordFits(password_hash, password))) throw invalidField('current_password', texts.wrongPassword())
    }

    on(
      'PUT /auth/me/access_data',
      async ({ user, body }, reply) => {
        await prove(user, body.current_password)
        const { first_name, last_name } = await asMe(user, (trx) =>
          trx
            .selectFrom('users')
            .select(['first_name', 'last_name'])
            .where('id', '=', user.id)
            .executeTakeFirstOrThrow(),
        )
        await refuseWeakPassword(context, 'password', body.password, [user.email, first_name, last_name])
        const password_hash = await hashPassword(body.password)
        await asMe(user, async (trx) => {
          await trx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
          await endSessions(trx, user.id, user.session_id)
        })
        return reply.code(204).send(null)
      },
      asked,
    )

    on('GET /auth/security', async () => ({ data: { ...(await context.security()), mail: await context.mailWorks() } }))

    on('GET /auth/sessions', ({ user }) =>
      asMe(user, async (trx) => ({
        data: (await liveSessions(trx, user.id)).map((session) => ({
          ...session,
          current: session.id === user.session_id,
        })),
      })),
    )

    on('DELETE /auth/sessions', async ({ user }, reply) => {
      await asMe(user, (trx) => endSessions(trx, user.id, user.session_id))
      return reply.code(204).send(null)
    })

    on('DELETE /auth/sessions/:id', async ({ user, params: { id } }, reply) => {
      const { numUpdatedRows } = await asMe(user, (trx) =>
        trx
          .updateTable('sessions')
          .set({ revoked_at: new Date().toISOString() })
          .where('id', '=', id)
          .where('user_id', '=', user.id)
          .where('revoked_at', 'is', null)
          .executeTakeFirstOrThrow(),
      )
      if (numUpdatedRows === 0n) throw notFound()
      return reply.code(204).send(null)
    })

    on('GET /auth/trusted_devices', ({ user }) =>
      asMe(user, async (trx) => ({ data: await trustedDevices(trx, user.id) })),
    )

    on('DELETE /auth/trusted_devices/:id', async ({ user, params: { id } }, reply) => {
      const { numUpdatedRows } = await asMe(user, (trx) => revokeDevices(trx, user.id, id))
      if (numUpdatedRows === 0n) throw notFound()
      return reply.code(204).send(null)
    })

    on('GET /auth/me/authenticator', ({ user }) =>
      asMe(user, async (trx) => ({ data: await authenticatorOf(trx, user.id) })),
    )

    on(
      'POST /auth/me/authenticator',
      async ({ user, body }) => {
        await prove(user, body.current_password)
        return asMe(user, async (trx) => {
          if ((await authenticatorOf(trx, user.id)).active) throw new Conflict('AUTHENTICATOR_ACTIVE', texts.active())
          return { data: await beginAuthenticator(trx, key, user) }
        })
      },
      asked,
    )

    on(
      'POST /auth/me/authenticator/confirm',
      ({ user, body }) =>
        asMe(user, async (trx) => {
          const recovery_codes = await confirmAuthenticator(trx, key, user.id, body.code.replace(/\s/g, ''))
          if (!recovery_codes) throw wrongCode()
          return { data: { recovery_codes } }
        }),
      asked,
    )

    on(
      'POST /auth/me/authenticator/recovery_codes',
      async ({ user, body }) => {
        await prove(user, body.current_password)
        return asMe(user, async (trx) => {
          if (!(await authenticatorOf(trx, user.id)).active) throw notFound()
          return { data: { recovery_codes: await renewRecoveryCodes(trx, user.id) } }
        })
      },
      asked,
    )

    on(
      'POST /auth/me/authenticator/remove',
      async ({ user, body }, reply) => {
        await prove(user, body.current_password)
        await asMe(user, (trx) => removeAuthenticator(trx, user.id))
        return reply.code(204).send(null)
      },
      asked,
    )
  }
