import { announcementDraft } from '@weft/catalogue/resources/announcement/announcement.ts'
import { announcementContract } from '@weft/contracts/announcements.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { required } from '@weft/kit/messages/required.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { z } from 'zod'
import type { AppContext } from '../../context.ts'
import { notifyUsers } from '../notifications/notify-user.ts'

type Draft = z.output<typeof announcementDraft>
const named = { one_partner: 'to_partner_id', one_tenant: 'to_tenant_id', one_user: 'to_user_id' } as const

/** Sends a notification to many users at once; who is signed in sees it now, the others find it behind the bell. */
export const announcementRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, announcementContract)

    on('POST /announcements', async ({ scope, body }, reply) => {
      const key = named[body.audience as keyof typeof named]
      if (key && !body[key]) throw invalidField(key, required())
      const whom = Object.fromEntries(Object.values(named).map((name) => [name, name === key ? body[name]! : null]))
      const users = await inScope(db, scope, (trx) => usersOf(trx, body))
      const data = await inScope(db, scope, (trx) =>
        trx
          .insertInto('announcements')
          .values({ ...body, ...whom, recipients: users.length })
          .returningAll()
          .executeTakeFirstOrThrow(),
      )
      await notifyUsers(db, users, { title: body.title, message: body.message, level: body.level, link: body.link })
      return reply.code(201).send({ data })
    })
  }

async function usersOf(trx: Scoped, { audience, to_partner_id, to_tenant_id, to_user_id }: Draft): Promise<string[]> {
  const active = trx.selectFrom('users').select('users.id').where('users.active', '=', true).orderBy('users.id')
  const wanted =
    audience === 'all'
      ? active
      : audience === 'one_user'
        ? active.where('users.id', '=', to_user_id!)
        : audience === 'one_tenant'
          ? active.where('users.tenant_id', '=', to_tenant_id!)
          : audience === 'one_partner'
            ? active
                .leftJoin('tenants', 'tenants.id', 'users.tenant_id')
                .where((eb) =>
                  eb.or([eb('users.partner_id', '=', to_partner_id!), eb('tenants.partner_id', '=', to_partner_id!)]),
                )
            : active.where('users.kind', '=', audience)
  return (await wanted.execute()).map(({ id }) => id)
}
