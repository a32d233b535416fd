import { accountLimits } from '@weft/catalogue/resources/account-setting/limits.ts'
import { readAccountSettings } from '@weft/kit/database/account-settings.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { newPassword } from '@weft/kit/define/password.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { forbidden } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ownScope } from '../auth/guard.ts'
import { readLink, requestReset, setPassword } from '../auth/password-links.ts'
import { levelOf, profileOf } from '../auth/profile.ts'
import { resend } from '../auth/second-factor.ts'
import { endSession, endSessions } from '../auth/sessions.ts'
import { isAllowedHost, signIn, signInWithCode, type Host } from '../auth/sign-in.ts'
import type { AppContext } from '../context.ts'

const texts = defineMessages({
  unequal: { en: 'The two passwords are not the same.', de: 'Die beiden Passwörter stimmen nicht überein.' },
})

// Whatever is no address at all belongs to nobody, but control characters reach no database.
const address = z
  .string()
  .trim()
  .max(320)
  .regex(/^\P{Cc}*$/u)
const credentials = z.strictObject({ email: address, password: z.string().max(1000) })
const token = z.string().max(200)
const reset = z
  .strictObject({
    token,
    email: z.string().max(320).optional(),
    password: newPassword,
    password_confirmation: z.string(),
  })
  .superRefine((body, context) => {
    if (body.password !== body.password_confirmation)
      context.addIssue({
        code: 'custom',
        path: ['password_confirmation'],
        message: 'unequal',
        params: { say: texts.unequal() },
      })
  })
const limited = {
  scope: 'public',
  rateLimit: { max: () => environment().WEFT_LOGIN_PER_MINUTE, timeWindow: '1 minute' },
} as const

/** Signing in and out, and passwords that were forgotten. `host` says which of the two base hosts this is. */
export const authRoutes =
  (context: AppContext, host: Host): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = context
    const about = (summary: string) => ({ tags: ['auth'], summary })

    app.post('/auth/login', { schema: { ...about('Sign in'), body: credentials }, config: limited }, (request, reply) =>
      signIn(context, { request, reply, host }, request.body),
    )

    app.post(
      '/auth/two_factor',
      {
        schema: {
          ...about('Complete a sign-in with a two-factor code'),
          body: z.strictObject({
            challenge: token,
            code: z.string().trim().min(1).max(40),
            trust_device: z.boolean().default(false),
          }),
        },
        config: limited,
      },
      (request, reply) => signInWithCode(context, { request, reply, host }, request.body),
    )

    app.post(
      '/auth/two_factor/resend',
      {
        schema: { ...about('Send the two-factor code again'), body: z.strictObject({ challenge: token }) },
        config: limited,
      },
      async ({ body }) => ({ data: await resend(context, body.challenge) }),
    )

    app.post(
      '/auth/password/email',
      {
        schema: {
          ...about('Ask for a mail that resets the password'),
          body: z.strictObject({ email: address.min(1) }),
        },
        config: limited,
      },
      async (request, reply) => {
        // Answered before anything is looked up, so that neither words nor time tell whether somebody has the address.
        void requestReset(context, request.body.email, (user) => isAllowedHost(user, { request, host })).catch(
          (error: unknown) => request.log.error({ err: error }, 'password reset'),
        )
        return reply.code(202).send({ data: { asked: true } })
      },
    )

    app.post(
      '/auth/password/link',
      { schema: { ...about('Ask what a password link is for'), body: z.strictObject({ token }) }, config: limited },
      ({ body }) =>
        inScope(db, systemScope, async (trx) => {
          const { purpose, email, first_name } = await readLink(trx, body.token)
          return { data: { purpose, email, first_name } }
        }),
    )

    app.post(
      '/auth/password/reset',
      { schema: { ...about('Set the password by a link'), body: reset }, config: limited },
      async (request, reply) => {
        await setPassword(context, request.body.token, request.body.password, (user) =>
          isAllowedHost(user, { request, host }),
        )
        return reply.code(204).send()
      },
    )

    app.post(
      '/auth/logout',
      {
        schema: {
          ...about('Sign out, here or everywhere'),
          body: z.strictObject({ everywhere: z.boolean().default(false) }).nullish(),
        },
        config: { scope: 'user' },
      },
      async ({ user, body }, reply) => {
        if (body?.everywhere) await inScope(db, systemScope, (trx) => endSessions(trx, user.id))
        else await endSession(db, user.session_id)
        return reply.code(204).send()
      },
    )

    app.get('/auth/me', { schema: about('Who am I'), config: { scope: 'user' } }, ({ user }) =>
      inScope(db, ownScope(user), async (trx) => ({
        data: await profileOf(trx, user.id),
        meta: { tenant: await levelOf(trx, user) },
      })),
    )

    app.get(
      '/auth/me/tenant',
      { schema: about('The tenant or partner of this session'), config: { scope: 'user' } },
      async ({ user }) => {
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
      },
    )
  }
