import { ownAccessContract } from '@weft/contracts/own-access.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import { revokeDevices, trustedDevices } from '../../auth/devices.ts'
import { refuseWeakPassword } from '../../auth/password-rules.ts'
import { endSessions, liveSessions } from '../../auth/sessions.ts'
import type { AppContext } from '../../context.ts'
import { asUser, provePassword, provingRate } from './prove-password.ts'

/** How somebody signs in, in their own hands: password, sessions, trusted devices. */
export const ownAccessRoutes =
  (context: AppContext<'db' | 'mailWorks' | 'security'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, ownAccessContract)
    const { db } = context

    on(
      'PUT /auth/me/access_data',
      async ({ user, body }, reply) => {
        await provePassword(db, user, body.current_password)
        await changePassword(context, user, body.password)
        return reply.code(204).send(null)
      },
      provingRate,
    )

    on('GET /auth/security', async () => ({ data: { ...(await context.security()), mail: await context.mailWorks() } }))

    on('GET /auth/administrators', ({ user }) =>
      asUser(db, user, async (trx) => {
        const people = await trx
          .selectFrom('users')
          .select(['first_name', 'last_name', 'email'])
          .where('role', 'in', ['tenant_admin', 'partner_admin', 'admin'])
          .where('active', '=', true)
          .where('kind', '=', user.kind)
          .where('tenant_id', user.tenant_id ? '=' : 'is', user.tenant_id ?? null)
          .where('partner_id', user.partner_id ? '=' : 'is', user.partner_id ?? null)
          .orderBy('last_name')
          .orderBy('email')
          .limit(10)
          .execute()
        return {
          data: people.map(({ first_name, last_name, email }) => ({
            name: `${first_name} ${last_name}`.trim(),
            email,
          })),
        }
      }),
    )

    on('GET /auth/sessions', ({ user }) =>
      asUser(db, user, async (trx) => ({
        data: (await liveSessions(trx, user.id)).map((session) => ({
          ...session,
          current: session.id === user.session_id,
        })),
      })),
    )

    on('DELETE /auth/sessions', async ({ user }, reply) => {
      await asUser(db, user, (trx) => endSessions(trx, user.id, user.session_id))
      return reply.code(204).send(null)
    })

    on('DELETE /auth/sessions/:id', async ({ user, params: { id } }, reply) => {
      const { numUpdatedRows } = await asUser(db, user, (trx) =>
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
      asUser(db, user, async (trx) => ({ data: await trustedDevices(trx, user.id) })),
    )

    on('DELETE /auth/trusted_devices/:id', async ({ user, params: { id } }, reply) => {
      const { numUpdatedRows } = await asUser(db, user, (trx) => revokeDevices(trx, user.id, id))
      if (numUpdatedRows === 0n) throw notFound()
      return reply.code(204).send(null)
    })
  }

/** Whoever else is signed in as them is signed out. */
async function changePassword(context: AppContext<'db' | 'security'>, user: Caller, password: string) {
  const { db } = context
  const { first_name, last_name } = await asUser(db, user, (trx) =>
    trx.selectFrom('users').select(['first_name', 'last_name']).where('id', '=', user.id).executeTakeFirstOrThrow(),
  )
  await refuseWeakPassword(context, 'password', password, [user.email, first_name, last_name])
  const password_hash = await hashPassword(password)
  await asUser(db, user, async (trx) => {
    await trx.updateTable('users').set({ password_hash }).where('id', '=', user.id).execute()
    await endSessions(trx, user.id, user.session_id)
  })
}
