import { user as resource } from '@weft/catalogue/resources/user/user.ts'
import { newPassword } from '@weft/engine/provisioning/draft.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { hashPassword, passwordFits } from '@weft/kit/secrets/passwords.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ownScope } from '../auth/guard.ts'
import type { House } from '../house.ts'

const texts = defineMessages({
  wrongPassword: { en: 'This is not your current password.', de: 'Das ist nicht Ihr aktuelles Passwort.' },
  unequal: { en: 'The two passwords are not the same.', de: 'Die beiden Passwörter stimmen nicht überein.' },
})

const { salutation, title, first_name, last_name, job, company, phone, username, language } = resource.fields
const information = z.strictObject({ salutation, title, first_name, last_name, job, company, phone, username, language })
const keys = Object.keys(information.shape) as (keyof z.output<typeof information>)[]
const accessData = z
  .strictObject({ current_password: z.string().min(1).max(1_000), password: newPassword, password_confirmation: z.string() })
  .superRefine((body, context) => {
    if (body.password !== body.password_confirmation) context.addIssue({ code: 'custom', path: ['password_confirmation'], message: 'unequal', params: { say: texts.unequal() } })
  })

/** What everybody may read and change of himself: his own data, and his password against the current one. */
export const profileRoutes = ({ db }: House): FastifyPluginAsyncZod => async (app) => {
  const about = (summary: string) => ({ tags: ['auth'], summary })

  app.get('/auth/me/information', { schema: { ...about('Read the own personal information'), response: { 200: z.object({ data: information.extend({ email: z.string() }) }) } }, config: { scope: 'user' } }, ({ user }) =>
    inScope(db, ownScope(user), async (trx) => ({ data: (await trx.selectFrom('users').select([...keys, 'email']).where('id', '=', user.id).executeTakeFirstOrThrow()) as never })))

  app.put('/auth/me/information', { schema: { ...about('Change the own personal information'), body: information.partial(), response: { 200: z.object({ data: information }) } }, config: { scope: 'user' } }, ({ user, body }) =>
    inScope(db, ownScope(user), async (trx) => {
      if (Object.keys(body).length > 0) await trx.updateTable('users').set(body).where('id', '=', user.id).execute()
      return { data: (await trx.selectFrom('users').select(keys).where('id', '=', user.id).executeTakeFirstOrThrow()) as never }
    }))

  app.put('/auth/me/access_data', { schema: { ...about('Change the own password; all other sessions end'), body: accessData }, config: { scope: 'user', rateLimit: { max: 20, timeWindow: '1 minute' } } }, async ({ user, body }, reply) => {
    await inScope(db, systemScope, async (trx) => {
      const { password_hash } = await trx.selectFrom('users').select('password_hash').where('id', '=', user.id).executeTakeFirstOrThrow()
      if (!(await passwordFits(password_hash, body.current_password))) throw invalidField('current_password', texts.wrongPassword())
      await trx.updateTable('users').set({ password_hash: await hashPassword(body.password) }).where('id', '=', user.id).execute()
      await trx.updateTable('sessions').set({ revoked_at: new Date().toISOString() }).where('user_id', '=', user.id).where('id', '!=', user.session_id).where('revoked_at', 'is', null).execute()
    })
    return reply.code(204).send()
  })
}
