import { accountLogoContract } from '@weft/contracts/account-logos.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden } from '@weft/kit/errors/common.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'
import { smallPictureOf } from '../media/picture-routes.ts'

/** The logo of a tenant or partner: made small, kept as WebP in the quality of the installation, at an address nobody can guess. */
export const accountLogoRoutes =
  (context: AppContext<'db' | 'isolation'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, accountLogoContract)

    const { db } = context
    for (const { at, table } of [
      { at: '/clients', table: 'tenants' },
      { at: '/partners', table: 'partners' },
    ] as const) {
      const allowed = async (request: { scope: Scope; user: Caller; params: { id: string } }) => {
        const {
          scope,
          user,
          params: { id },
        } = request
        const account = await tenantBelow(db, scope, id)
        const own = user.tenant_id === id || user.partner_id === id
        if (!can(user, own ? 'company' : table, 'update')) throw forbidden()
        return account
      }

      on(`POST ${at}/:id/picture`, async (request, reply) => {
        const account = await allowed(request)
        const picture = await smallPictureOf(context, request)
        const logo = await inScope(db, account, async (trx) => {
          await trx.deleteFrom('pictures').where('tenant_id', '=', request.params.id).execute()
          const { id } = await trx
            .insertInto('pictures')
            .values({ user_id: null, tenant_id: request.params.id, ...picture })
            .returning('id')
            .executeTakeFirstOrThrow()
          return `/api/app/pictures/${id}`
        })
        await inScope(db, request.scope, (trx) =>
          trx.updateTable(table).set({ logo }).where('id', '=', request.params.id).execute(),
        )
        return reply.code(201).send({ data: { logo } })
      })

      on(`DELETE ${at}/:id/picture`, async (request, reply) => {
        const account = await allowed(request)
        await inScope(db, account, (trx) =>
          trx.deleteFrom('pictures').where('tenant_id', '=', request.params.id).execute(),
        )
        await inScope(db, request.scope, (trx) =>
          trx.updateTable(table).set({ logo: null }).where('id', '=', request.params.id).execute(),
        )
        return reply.code(204).send(null)
      })
    }
  }
