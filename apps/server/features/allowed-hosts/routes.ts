import { allowedHostContract } from '@weft/contracts/allowed-hosts.ts'
import { inScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField, notFound } from '@weft/kit/errors/common.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'

const texts = defineMessages({
  known: { en: 'This host is allowed already.', de: 'Dieser Host ist schon freigegeben.' },
})

/** Hosts in internal networks that connections of a tenant may reach. */
export const allowedHostRoutes =
  ({ db }: AppContext<'db'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, allowedHostContract)

    on('GET /clients/:id/allowed_hosts', async ({ scope, params }) => {
      const { tenant_id } = await tenantBelow(db, scope, params.id)
      return {
        data: await inScope(db, scope, (trx) => allowedIn(trx).where('tenant_id', '=', tenant_id).execute()),
      }
    })

    on('POST /clients/:id/allowed_hosts', async ({ scope, params, body, user }, reply) => {
      const { tenant_id } = await tenantBelow(db, scope, params.id)
      const data = await inScope(db, scope, (trx) =>
        trx
          .insertInto('allowed_hosts')
          .values({ ...body, tenant_id, created_by: user?.id ?? null })
          .onConflict((conflict) => conflict.doNothing())
          .returningAll()
          .executeTakeFirst(),
      )
      if (!data) throw invalidField('host', texts.known())
      return reply.code(201).send({ data })
    })

    on('DELETE /clients/:id/allowed_hosts/:allowed_id', async ({ scope, params }, reply) => {
      const { tenant_id } = await tenantBelow(db, scope, params.id)
      const { numDeletedRows } = await inScope(db, scope, (trx) =>
        trx
          .deleteFrom('allowed_hosts')
          .where('tenant_id', '=', tenant_id)
          .where('id', '=', params.allowed_id)
          .executeTakeFirstOrThrow(),
      )
      if (numDeletedRows === 0n) throw notFound()
      return reply.code(204).send(null)
    })

    on('GET /allowed_hosts', async ({ scope }) => ({
      data: await inScope(db, scope, (trx) => allowedIn(trx).execute()),
    }))
  }

const allowedIn = (trx: Scoped) => trx.selectFrom('allowed_hosts').selectAll().orderBy('host').orderBy('port')
