import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { Forbidden, Invalid } from '@weft/kit/errors/errors.ts'
import { forbidden } from '@weft/kit/errors/common.ts'
import { header } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ownScope } from '../auth/guard.ts'
import { passwordFits } from '@weft/kit/secrets/passwords.server.ts'
import { levelOf, profileOf } from '../auth/profile.ts'
import { endSession, startSession } from '../auth/sessions.ts'
import type { House } from '../house.ts'

const texts = defineMessages({
  wrong: { en: 'Login data do not match.', de: 'Die Anmeldedaten stimmen nicht überein.' },
  deactivated: { en: 'Your account is deactivated. Please contact your partner.', de: 'Ihr Konto ist deaktiviert. Bitte wenden Sie sich an Ihren Partner.' },
})

const credentials = z.strictObject({ email: z.string().trim().max(320), password: z.string().max(1000) })
const limited = { scope: 'public', rateLimit: { max: Number(process.env['WEFT_LOGIN_PER_MINUTE'] ?? 20), timeWindow: '1 minute' } } as const

/** Signing in and out. `host` says which of the two base hosts this is: the provider's staff sign in on admin, everybody else on app. */
export const authRoutes = (house: House, host: 'admin' | 'app'): FastifyPluginAsyncZod => async (app) => {
  const { db } = house

  app.post('/auth/login', { schema: { tags: ['auth'], summary: 'Sign in', body: credentials }, config: limited }, async (request, reply) => {
    const { email, password } = request.body
    const found = await inScope(db, systemScope, (trx) => trx.selectFrom('users').selectAll().where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase())).executeTakeFirst())
    const fits = await passwordFits(found?.password_hash, password)
    if (!found || !fits || (found.kind === 'admin') !== (host === 'admin') || wrongWorkspace(found.email, header(request, 'x-workspace'), host)) throw new Invalid('AUTH_INVALID', texts.wrong())
    if (!found.active) throw new Forbidden('AUTH_DEACTIVATED', texts.deactivated())
    const answer = await inScope(db, systemScope, async (trx) => {
      const tenant = await levelOf(trx, found)
      if (tenant && !tenant.active) throw new Forbidden('AUTH_DEACTIVATED', texts.deactivated())
      const token = await startSession(trx, found.id, { address: request.ip, agent: request.headers['user-agent'] ?? '' })
      return { data: await profileOf(trx, found.id), meta: { token, ...(tenant && { tenant }) } }
    })
    if (answer.meta.tenant) reply.header('api-key', answer.meta.tenant.api_token)
    return answer
  })

  app.post('/auth/logout', { schema: { tags: ['auth'], summary: 'Sign out' }, config: { scope: 'user' } }, async ({ user }, reply) => {
    await endSession(db, user.session_id)
    return reply.code(204).send()
  })

  app.get('/auth/me', { schema: { tags: ['auth'], summary: 'Who am I' }, config: { scope: 'user' } }, ({ user }) =>
    inScope(db, ownScope(user), async (trx) => ({ data: await profileOf(trx, user.id), meta: { tenant: await levelOf(trx, user) } })))

  app.get('/auth/me/tenant', { schema: { tags: ['auth'], summary: 'The tenant or partner of this session' }, config: { scope: 'user' } }, ({ user }) =>
    inScope(db, ownScope(user), async (trx) => {
      const level = await levelOf(trx, user)
      if (!level) throw forbidden()
      return { data: { ...level, permissions: (await profileOf(trx, user.id)).permissions, limits: { instances: 10, memory: 2048, upload_mb: 200 } } }
    }))
}

const wrongWorkspace = (email: string, workspace: string | undefined, host: 'admin' | 'app') => host === 'app' && workspace !== undefined && workspace.toLowerCase() !== email.toLowerCase().split('@')[1]
