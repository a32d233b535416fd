import { supportAccessContract } from '@weft/contracts/support-accesses.ts'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden, notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { metaOf, toLimitOffset } from '@weft/kit/http/list-query.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import { sql } from 'kysely'
import { ownScope } from '../../auth/guard.ts'
import type { AppContext } from '../../context.ts'
import { notifyUser } from '../notifications/notify-user.ts'

const texts = defineMessages({
  begun: { en: '{name} is working in your company', de: '{name} arbeitet in Ihrem Unternehmen' },
})

/**
 * The provider's and a partner's staff work inside a tenant only with an access they opened: for a reason, for a while. The tenant's
 * administrators are told, see every access, and can end it. Without one the guard lets nobody in from above.
 */
export const supportAccessRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, supportAccessContract)

    on('POST /clients/:id/support_accesses', async ({ scope, user, params, body }, reply) => {
      if (user.kind === 'client') throw forbidden()
      const data = await inScope(db, scope, async (trx) => {
        const tenant = await trx.selectFrom('tenants').select('id').where('id', '=', params.id).executeTakeFirst()
        if (!tenant) throw notFound()
        const me = await trx
          .selectFrom('users')
          .select(['first_name', 'last_name', 'email'])
          .where('id', '=', user.id)
          .executeTakeFirstOrThrow()
        await trx
          .updateTable('support_accesses')
          .set({ ended_at: new Date().toISOString() })
          .where('user_id', '=', user.id)
          .where('tenant_id', '=', tenant.id)
          .where('ended_at', 'is', null)
          .execute()
        return trx
          .insertInto('support_accesses')
          .values({
            ...body,
            tenant_id: tenant.id,
            user_id: user.id,
            user_kind: user.kind,
            user_name: [me.first_name, me.last_name].filter(Boolean).join(' ') || me.email,
            ends_at: sql<string>`now() + ${body.minutes} * interval '1 minute'`,
          })
          .returningAll()
          .executeTakeFirstOrThrow()
      })
      await tellAdministrators(db, data)
      return reply.code(201).send({ data })
    })

    on('GET /clients/:id/support_accesses', ({ scope, params, query }) =>
      inScope(db, scope, async (trx) => {
        if (!(await trx.selectFrom('tenants').select('id').where('id', '=', params.id).executeTakeFirst()))
          throw notFound()
        const { limit, offset } = toLimitOffset(query)
        const data = await trx
          .selectFrom('support_accesses')
          .selectAll()
          .where('tenant_id', '=', params.id)
          .orderBy('created_at', 'desc')
          .limit(limit)
          .offset(offset)
          .execute()
        const { total } = await trx
          .selectFrom('support_accesses')
          .select((eb) => eb.fn.countAll<number>().as('total'))
          .where('tenant_id', '=', params.id)
          .executeTakeFirstOrThrow()
        return { data, meta: metaOf(query, Number(total)) }
      }),
    )

    on('GET /support_accesses/open', ({ user }) =>
      inScope(db, ownScope(user), async (trx) => ({
        data: await trx
          .selectFrom('support_accesses')
          .selectAll()
          .where('user_id', '=', user.id)
          .where('ended_at', 'is', null)
          .where('ends_at', '>', sql<string>`now()`)
          .orderBy('ends_at')
          .execute(),
      })),
    )

    on('POST /support_accesses/:id/end', ({ user, params }) =>
      inScope(db, ownScope(user), async (trx) => {
        const found = await trx
          .selectFrom('support_accesses')
          .selectAll()
          .where('id', '=', params.id)
          .forUpdate()
          .executeTakeFirst()
        if (!found) throw notFound()
        if (found.user_id !== user.id && !can(user, 'users', 'update')) throw forbidden()
        const data = found.ended_at
          ? found
          : await trx
              .updateTable('support_accesses')
              .set({ ended_at: new Date().toISOString() })
              .where('id', '=', found.id)
              .returningAll()
              .executeTakeFirstOrThrow()
        return { data }
      }),
    )
  }

async function tellAdministrators(
  db: Database,
  { tenant_id, user_name, reason }: { tenant_id: string; user_name: string; reason: string },
) {
  const administrators = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('users')
      .select('id')
      .where('tenant_id', '=', tenant_id)
      .where('role', '=', 'tenant_admin')
      .where('active', '=', true)
      .execute(),
  )
  for (const { id } of administrators)
    await notifyUser(db, id, { level: 'info', title: texts.begun({ name: user_name }), message: reason })
}
