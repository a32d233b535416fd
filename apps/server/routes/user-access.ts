import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { ipRange, isListed } from '@weft/kit/define/ip-range.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import { authenticatorOf, removeAuthenticator } from '../auth/authenticator.ts'
import { revokeDevices } from '../auth/devices.ts'
import { invite } from '../auth/password-links.ts'
import { permissionsOfRole, refuseStronger, type Member } from '../auth/role-rules.ts'
import { endSessions, liveSessions } from '../auth/sessions.ts'
import { forgetFailures } from '../auth/login-throttle.ts'
import type { AppContext } from '../context.ts'

const texts = defineMessages({
  none: {
    en: 'At least one IP address is needed before the check can be activated.',
    de: 'Bevor die Prüfung aktiviert werden kann, wird mindestens eine IP-Adresse benötigt.',
  },
  twice: { en: 'This address is listed twice.', de: 'Diese Adresse steht doppelt in der Liste.' },
  locksOut: {
    en: 'Your own address {ip} is not on this list: you would lock yourself out. Please confirm that you want this.',
    de: 'Ihre eigene Adresse {ip} steht nicht auf dieser Liste: Sie würden sich selbst aussperren. Bitte bestätigen Sie, dass Sie das möchten.',
  },
})

const params = z.object({ id: z.uuid() })
const grantedIps = z.strictObject({
  active: z.boolean(),
  entries: z
    .array(z.strictObject({ ip_address: ipRange, description: z.string().trim().max(191).default('') }))
    .max(200),
  /** Says that the caller knows that this locks them out. */
  confirmed: z.boolean().default(false),
})

/**
 * How a user may sign in, in the hands of who administers them: granted addresses, unlocking, invitation, second
 * factor, sessions.
 */
export const userAccessRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = context
    const about = (summary: string) => ({ tags: ['users'], summary })
    const view = { scope: 'branch', may: ['users', 'view'] } as const
    const update = { scope: 'branch', may: ['users', 'update'] } as const

    /** The user, locked, if they are below the caller and may do no more than the caller. */
    async function below(trx: Scoped, { user, params }: Pick<FastifyRequest, 'user'> & { params: { id: string } }) {
      const found = await trx.selectFrom('users').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst()
      if (!found) throw notFound()
      refuseStronger(user, found.kind as Member['kind'], await permissionsOfRole(trx, found as Member, found.role))
      return found
    }

    app.get(
      '/users/:id/granted_ips',
      { schema: { ...about('Read from where a user may sign in'), params }, config: view },
      ({ scope, params }) => inScope(db, scope, async (trx) => ({ data: await grantedTo(trx, params.id) })),
    )

    app.put(
      '/users/:id/granted_ips',
      {
        schema: {
          ...about('Change from where a user may sign in; sessions from elsewhere end'),
          params,
          body: grantedIps,
        },
        config: update,
      },
      async (request) => {
        const { id } = request.params
        const { active, entries, confirmed } = request.body
        const ips = entries.map((entry) => entry.ip_address)
        const twice = ips.findIndex((ip, i) => ips.indexOf(ip) < i)
        if (twice >= 0) throw invalidField(`entries.${twice}.ip_address`, texts.twice())
        if (active && ips.length === 0) throw invalidField('active', texts.none())
        if (active && id === request.user.id && !confirmed && !isListed(request.ip, ips))
          throw new Conflict('LOCKS_YOU_OUT', texts.locksOut({ ip: request.ip }))
        const data = await inScope(db, request.scope, async (trx) => {
          await below(trx, request)
          await trx.deleteFrom('granted_ips').where('user_id', '=', id).execute()
          if (entries.length > 0)
            await trx
              .insertInto('granted_ips')
              .values(entries.map((entry) => ({ ...entry, user_id: id })))
              .execute()
          await trx.updateTable('users').set({ ip_check_active: active }).where('id', '=', id).execute()
          return grantedTo(trx, id)
        })
        if (active) await inScope(db, systemScope, (trx) => endSessionsElsewhere(trx, id, ips))
        return { data }
      },
    )

    app.post(
      '/users/:id/unlock',
      { schema: { ...about('Unlock a user, and end their waiting'), params }, config: update },
      async (request, reply) => {
        const user = await inScope(db, request.scope, async (trx) => {
          const user = await below(trx, request)
          await trx.updateTable('users').set({ locked_at: null }).where('id', '=', user.id).execute()
          return user
        })
        await inScope(db, systemScope, (trx) => forgetFailures(trx, user.email))
        return reply.code(204).send()
      },
    )

    app.post(
      '/users/:id/invite',
      { schema: { ...about('Send a welcome email with a link that sets the password'), params }, config: update },
      async (request) => ({
        data: await invite(context, await inScope(db, request.scope, (trx) => below(trx, request))),
      }),
    )

    app.get(
      '/users/:id/access',
      { schema: { ...about('Read how a user signs in: second factor and sessions'), params }, config: view },
      async ({ scope, params: { id } }) => {
        await inScope(db, scope, (trx) => known(trx, id))
        return inScope(db, systemScope, async (trx) => ({
          data: {
            authenticator: (await authenticatorOf(trx, id)).active,
            sessions: (await liveSessions(trx, id)).length,
          },
        }))
      },
    )

    app.post(
      '/users/:id/authenticator/remove',
      {
        schema: { ...about('Remove a user’s authenticator application, when they have lost it'), params },
        config: update,
      },
      async (request, reply) => {
        const { id } = await inScope(db, request.scope, (trx) => below(trx, request))
        await inScope(db, systemScope, (trx) => removeAuthenticator(trx, id))
        return reply.code(204).send()
      },
    )

    app.post(
      '/users/:id/end_sessions',
      { schema: { ...about('Sign a user out everywhere, and trust none of their devices'), params }, config: update },
      async (request, reply) => {
        const { id } = await inScope(db, request.scope, (trx) => below(trx, request))
        await inScope(db, systemScope, async (trx) => {
          await endSessions(trx, id, request.user.session_id)
          await revokeDevices(trx, id)
        })
        return reply.code(204).send()
      },
    )
  }

async function known(trx: Scoped, id: string) {
  const user = await trx.selectFrom('users').select('ip_check_active').where('id', '=', id).executeTakeFirst()
  if (!user) throw notFound()
  return user
}

async function grantedTo(trx: Scoped, id: string) {
  const { ip_check_active } = await known(trx, id)
  const entries = await trx
    .selectFrom('granted_ips')
    .select(['ip_address', 'description'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .orderBy('ip_address')
    .execute()
  return { active: ip_check_active, entries }
}

async function endSessionsElsewhere(trx: Scoped, id: string, ips: string[]) {
  const elsewhere = (await liveSessions(trx, id))
    .filter((session) => !isListed(session.address, ips))
    .map((session) => session.id)
  if (elsewhere.length > 0)
    await trx
      .updateTable('sessions')
      .set({ revoked_at: new Date().toISOString() })
      .where('id', 'in', elsewhere)
      .execute()
}
