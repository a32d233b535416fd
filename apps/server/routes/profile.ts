import { user as resource } from '@weft/catalogue/resources/user/user.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { changesOf } from '@weft/kit/define/changes.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import { ownScope } from '../auth/guard.ts'
import type { AppContext } from '../context.ts'

const { salutation, title, first_name, last_name, job, company, phone, username, language } = resource.fields
const information = z.strictObject({
  salutation,
  title,
  first_name,
  last_name,
  job,
  company,
  phone,
  username,
  language,
})
const keys = Object.keys(information.shape) as (keyof z.output<typeof information>)[]

/** Somebody made by the first start or an import may not have said their name yet. */
const shown = information.extend({ first_name: z.string(), last_name: z.string() })

/** What everybody may read and change of themselves: their own data. */
export const profileRoutes =
  ({ db }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string) => ({ tags: ['auth'], summary })

    app.get(
      '/auth/me/information',
      {
        schema: {
          ...about('Read the own personal information'),
          response: { 200: z.object({ data: shown.extend({ email: z.string() }) }) },
        },
        config: { scope: 'user' },
      },
      ({ user }) =>
        inScope(db, ownScope(user), async (trx) => ({
          data: (await trx
            .selectFrom('users')
            .select([...keys, 'email'])
            .where('id', '=', user.id)
            .executeTakeFirstOrThrow()) as never,
        })),
    )

    app.put(
      '/auth/me/information',
      {
        schema: {
          ...about('Change the own personal information'),
          body: changesOf(information.shape),
          response: { 200: z.object({ data: shown }) },
        },
        config: { scope: 'user' },
      },
      ({ user, body }) =>
        inScope(db, ownScope(user), async (trx) => {
          if (Object.keys(body).length > 0) await trx.updateTable('users').set(body).where('id', '=', user.id).execute()
          return {
            data: (await trx
              .selectFrom('users')
              .select(keys)
              .where('id', '=', user.id)
              .executeTakeFirstOrThrow()) as never,
          }
        }),
    )
  }
