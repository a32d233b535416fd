import { ownAccessContract } from '@weft/contracts/own-access.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict } from '@weft/kit/errors/errors.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import {
  authenticatorOf,
  beginAuthenticator,
  confirmAuthenticator,
  removeAuthenticator,
  renewRecoveryCodes,
} from '../../auth/authenticator.ts'
import { wrongCode } from '../../auth/second-factor.ts'
import type { AppContext } from '../../context.ts'
import { asUser, provePassword, provingRate } from './prove-password.ts'

const texts = defineMessages({
  active: {
    en: 'An authenticator application is set up already. Remove it first.',
    de: 'Es ist bereits eine Authenticator-App eingerichtet. Entfernen Sie diese zuerst.',
  },
})

/** Somebody's authenticator application, in their own hands: set up, confirmed, its recovery codes renewed, removed. */
export const ownAuthenticatorRoutes =
  ({ db, key }: AppContext<'db' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, ownAccessContract)

    on('GET /auth/me/authenticator', ({ user }) =>
      asUser(db, user, async (trx) => ({ data: await authenticatorOf(trx, user.id) })),
    )

    on(
      'POST /auth/me/authenticator',
      async ({ user, body }) => {
        await provePassword(db, user, body.current_password)
        return asUser(db, user, async (trx) => {
          if ((await authenticatorOf(trx, user.id)).active) throw new Conflict('AUTHENTICATOR_ACTIVE', texts.active())
          return { data: await beginAuthenticator(trx, key, user) }
        })
      },
      provingRate,
    )

    on(
      'POST /auth/me/authenticator/confirm',
      ({ user, body }) =>
        asUser(db, user, async (trx) => {
          const recovery_codes = await confirmAuthenticator(trx, key, user.id, body.code.replace(/\s/g, ''))
          if (!recovery_codes) throw wrongCode()
          return { data: { recovery_codes } }
        }),
      provingRate,
    )

    on(
      'POST /auth/me/authenticator/recovery_codes',
      async ({ user, body }) => {
        await provePassword(db, user, body.current_password)
        return asUser(db, user, async (trx) => {
          if (!(await authenticatorOf(trx, user.id)).active) throw notFound()
          return { data: { recovery_codes: await renewRecoveryCodes(trx, user.id) } }
        })
      },
      provingRate,
    )

    on(
      'POST /auth/me/authenticator/remove',
      async ({ user, body }, reply) => {
        await provePassword(db, user, body.current_password)
        await asUser(db, user, (trx) => removeAuthenticator(trx, user.id))
        return reply.code(204).send(null)
      },
      provingRate,
    )
  }
