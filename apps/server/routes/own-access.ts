import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { newPassword } from '@weft/kit/define/password.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { hashPassword, passwordFits } from '@weft/kit/secrets/passwords.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import {
  authenticatorOf,
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '../auth/authenticator.ts'
import { revokeDevices, trustedDevices } from '../auth/devices.ts'
import { refuseWeakPassword } from '../auth/password-rules.ts'
import { wrongCode } from '../auth/second-factor.ts'
import { endSessions, liveSessions } from '../auth/sessions.ts'
import type { AppContext } from '../context.ts'

const texts = defineMessages({
  wrongPassword: { en: 'This is not your current password.', de: 'Das ist nicht Ihr aktuelles Passwort.' },
  unequal: { en: 'The two passwords are not the same.', de: 'Die beiden Passwörter stimmen nicht überein.' },
  active: {
    en: 'An authenticator application is set up already. Remove it first.',
    de: 'Es ist bereits eine Authenticator-App eingerichtet. Entfernen Sie diese zuerst.',
  },
})

const current_password = z.string().min(1).max(1_000)
const proof = z.strictObject({ current_password })
const accessData = z
  .strictObject({ current_password, password: newPassword, password_confirmation: z.string() })
  .superRefine((body, context) => {
    if (body.password !== body.password_confirmation)
      context.addIssue({
        code: 'custom',
        path: ['password_confirmation'],
        message: 'unequal',
        params: { say: texts.unequal() },
      })
  })
const params = z.object({ id: z.uuid() })

/** How somebody signs in, in their own hands: password, authenticator application, sessions, trusted devices. */
export const ownAccessRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { db, key } = context
    const about = (summary: string) => ({ tags: ['auth'], summary })
    const own = { scope: 'user' } as const
    // Each of these asks for the password, which must not be tried out here either.
    const asked = { scope: 'user', rateLimit: { max: 20, timeWindow: '1 minute' } } as const
    const asMe = <T>(user: Caller, work: (trx: Scoped) => Promise<T>) =>
      inScope(db, { ...systemScope, user_id: user.id }, work)

    async function prove(user: Caller, password: string) {
      const { password_hash } = await asMe(user, (trx) =>
        trx.selectFrom('users').select('password_hash').where('id', '=', user.id).executeTakeFirstOrThrow(),
      )
      if (!(await passwordFits(password_hash, password))) throw invalidField('current_password', texts.wrongPassword())
    }

    app.put(
      '/auth/me/access_data',
      { schema: { ...about('Change the own password; all other sessions end'), body: accessData }, config: asked },
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
        return reply.code(204).send()
      },
    )

    app.get(
      '/auth/security',
      { schema: about('What signing in asks for in this installation'), config: own },
      async () => ({ data: { ...(await context.security()), mail: await context.mailWorks() } }),
    )

    app.get('/auth/sessions', { schema: about('List the own sessions'), config: own }, ({ user }) =>
      asMe(user, async (trx) => ({
        data: (await liveSessions(trx, user.id)).map((session) => ({
          ...session,
          current: session.id === user.session_id,
        })),
      })),
    )

    app.delete(
      '/auth/sessions',
      { schema: about('End all own sessions but this one'), config: own },
      async ({ user }, reply) => {
        await asMe(user, (trx) => endSessions(trx, user.id, user.session_id))
        return reply.code(204).send()
      },
    )

    app.delete(
      '/auth/sessions/:id',
      { schema: { ...about('End one of the own sessions'), params }, config: own },
      async ({ user, params: { id } }, reply) => {
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
        return reply.code(204).send()
      },
    )

    app.get('/auth/trusted_devices', { schema: about('List the own trusted devices'), config: own }, ({ user }) =>
      asMe(user, async (trx) => ({ data: await trustedDevices(trx, user.id) })),
    )

    app.delete(
      '/auth/trusted_devices/:id',
      { schema: { ...about('Trust a device no more'), params }, config: own },
      async ({ user, params: { id } }, reply) => {
        const { numUpdatedRows } = await asMe(user, (trx) => revokeDevices(trx, user.id, id))
        if (numUpdatedRows === 0n) throw notFound()
        return reply.code(204).send()
      },
    )

    app.get(
      '/auth/me/authenticator',
      { schema: about('Whether an authenticator application is set up'), config: own },
      ({ user }) => asMe(user, async (trx) => ({ data: await authenticatorOf(trx, user.id) })),
    )

    app.post(
      '/auth/me/authenticator',
      { schema: { ...about('Begin to set up an authenticator application'), body: proof }, config: asked },
      async ({ user, body }) => {
        await prove(user, body.current_password)
        return asMe(user, async (trx) => {
          if ((await authenticatorOf(trx, user.id)).active) throw new Conflict('AUTHENTICATOR_ACTIVE', texts.active())
          return { data: await beginAuthenticator(trx, key, user) }
        })
      },
    )

    app.post(
      '/auth/me/authenticator/confirm',
      {
        schema: {
          ...about('Confirm the authenticator application with its first code; answers recovery codes once'),
          body: z.strictObject({ code: z.string().trim().max(40) }),
        },
        config: asked,
      },
      ({ user, body }) =>
        asMe(user, async (trx) => {
          const recovery_codes = await confirmAuthenticator(trx, key, user.id, body.code.replace(/\s/g, ''))
          if (!recovery_codes) throw wrongCode()
          return { data: { recovery_codes } }
        }),
    )

    app.post(
      '/auth/me/authenticator/recovery_codes',
      { schema: { ...about('Make new recovery codes; the old ones end'), body: proof }, config: asked },
      async ({ user, body }) => {
        await prove(user, body.current_password)
        return asMe(user, async (trx) => {
          if (!(await authenticatorOf(trx, user.id)).active) throw notFound()
          return { data: { recovery_codes: await renewRecoveryCodes(trx, user.id) } }
        })
      },
    )

    app.post(
      '/auth/me/authenticator/remove',
      { schema: { ...about('Remove the authenticator application'), body: proof }, config: asked },
      async ({ user, body }, reply) => {
        await prove(user, body.current_password)
        await asMe(user, (trx) => removeAuthenticator(trx, user.id))
        return reply.code(204).send()
      },
    )
  }
