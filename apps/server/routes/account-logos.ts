import { inScope, type Scope } from '@weft/kit/database/connect.server.ts'
import { can } from '@weft/kit/define/permissions.ts'
import { forbidden } from '@weft/kit/errors/common.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'
import { smallPictureOf } from './pictures.ts'

const params = z.object({ id: z.uuid() })
/** The logo of a tenant or partner: made small, kept as WebP in the quality of the installation, at an address nobody can guess. */
export const accountLogoRoutes =
  (context: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const { db } = context
    for (const { at, table, one } of [
      { at: '/clients', table: 'tenants', one: 'tenant' },
      { at: '/partners', table: 'partners', one: 'partner' },
    ] as const) {
      const about = (summary: string) => ({ tags: [at.slice(1)], summary, params })
      const config = { scope: 'branch', may: [table, 'view'] } as const
      const allowed = async (request: { scope: Scope; user: Caller; params: z.output<typeof params> }) => {
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

      app.post(
        `${at}/:id/picture`,
        { schema: { ...about(`Bring the logo of a ${one}`), consumes: ['multipart/form-data'] }, config },
        async (request, reply) => {
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
        },
      )

      app.delete(
        `${at}/:id/picture`,
        { schema: about(`Remove the logo of a ${one}`), config },
        async (request, reply) => {
          const account = await allowed(request)
          await inScope(db, account, (trx) =>
            trx.deleteFrom('pictures').where('tenant_id', '=', request.params.id).execute(),
          )
          await inScope(db, request.scope, (trx) =>
            trx.updateTable(table).set({ logo: null }).where('id', '=', request.params.id).execute(),
          )
          return reply.code(204).send()
        },
      )
    }
  }
