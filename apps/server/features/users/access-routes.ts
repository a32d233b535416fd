import { userAccessContract } from '@weft/contracts/user-access.ts'
import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { isListed } from '@weft/kit/define/ip-range.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync, FastifyRequest } from 'fastify'
import { authenticatorOf, removeAuthenticator } from '../../auth/authenticator.ts'
import { revokeDevices } from '../../auth/devices.ts'
import { invite } from '../../auth/password-links.ts'
import { permissionsOfRole, refuseStronger, type Member } from '../../auth/role-rules.ts'
import { endSessions, liveSessions } from '../../auth/sessions.ts'
import { forgetFailures } from '../../auth/login-throttle.ts'
import type { AppContext } from '../../context.ts'

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

/**
 * How a user may sign in, in the hands of who administers them: granted addresses, unlocking, invitation, second
 * factor, sessions.
 */
export const userAccessRoutes =
  (context: AppContext<'db' | 'mailer' | 'security'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, userAccessContract)
    const { db } = context

    /** The user, locked, if they are below the caller and may do no more than the caller. */
    async function below(trx: Scoped, { user, params }: Pick<FastifyRequest, 'user'> & { params: { id: string } }) {
      const found = await trx.selectFrom('users').selectAll().where('id', '=', params.id).forUpdate().executeTakeFirst()
      if (!found) throw notFound()
      refuseStronger(user, found.kind as Member['kind'], await permissionsOfRole(trx, found as Member, found.role))
      return found
    }

    on('GET /users/:id/granted_ips', ({ scope, params }) =>
      inScope(db, scope, async (trx) => ({ data: await grantedTo(trx, params.id) })),
    )

    on('PUT /users/:id/granted_ips', async (request) => {
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
    })

    on('POST /users/:id/unlock', async (request, reply) => {
      const user = await inScope(db, request.scope, async (trx) => {
        const user = await below(trx, request)
        await trx.updateTable('users').set({ locked_at: null }).where('id', '=', user.id).execute()
        return user
      })
      await inScope(db, systemScope, (trx) => forgetFailures(trx, user.email))
      return reply.code(204).send(null)
    })

    on('POST /users/:id/invite', async (request) => ({
      data: await invite(context, await inScope(db, request.scope, (trx) => below(trx, request))),
    }))

    on('GET /users/:id/access', async ({ scope, params: { id } }) => {
      await inScope(db, scope, (trx) => known(trx, id))
      return inScope(db, systemScope, async (trx) => ({
        data: {
          authenticator: (await authenticatorOf(trx, id)).active,
          sessions: (await liveSessions(trx, id)).length,
        },
      }))
    })

    on('POST /users/:id/authenticator/remove', async (request, reply) => {
      const { id } = await inScope(db, request.scope, (trx) => below(trx, request))
      await inScope(db, systemScope, (trx) => removeAuthenticator(trx, id))
      return reply.code(204).send(null)
    })

    on('POST /users/:id/end_sessions', async (request, reply) => {
      const { id } = await inScope(db, request.scope, (trx) => below(trx, request))
      await inScope(db, systemScope, async (trx) => {
        await endSessions(trx, id, request.user.session_id)
        await revokeDevices(trx, id)
      })
      return reply.code(204).send(null)
    })
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
