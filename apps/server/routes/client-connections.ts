import { performance } from 'node:perf_hooks'
import { rotatePassword } from '@weft/engine/connections/rotate-password.server.ts'
import { passwordOf } from '@weft/engine/connections/tenant-databases.server.ts'
import { tryLogin } from '@weft/engine/connections/try-login.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { withoutSecret } from '@weft/kit/secrets/mask.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { AppContext } from '../context.ts'
import { connectionRows } from '../tenants/client-view.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'

const params = z.object({ id: z.uuid() })

/** Where a tenant's records and documents live. Passwords never leave; the server itself tries a connection. */
export const clientConnectionRoutes =
  ({ db, key, databases }: AppContext): FastifyPluginAsyncZod =>
  async (app) => {
    const about = (summary: string) => ({ tags: ['clients'], summary })
    const view = { scope: 'branch', may: ['connections', 'view'] } as const

    app.get(
      '/clients/:id/databases',
      { schema: { ...about('List the database connections of a tenant'), params }, config: view },
      async ({ scope, params }) => {
        const tenant = await tenantBelow(db, scope, params.id)
        return { data: await inScope(db, tenant, connectionRows) }
      },
    )

    app.post(
      '/clients/:id/databases/:name/test',
      {
        schema: { ...about('Connect with a stored login'), params: params.extend({ name: z.string().max(191) }) },
        config: view,
      },
      async ({ scope, params, language }) => {
        const tenant = await tenantBelow(db, scope, params.id)
        const row = await inScope(db, tenant, (trx) =>
          trx.selectFrom('tenant_connections').selectAll().where('name', '=', params.name).executeTakeFirst(),
        )
        if (!row) throw notFound()
        const began = performance.now()
        const password = await passwordOf(key, row)
        const tried = await tryLogin(row.engine, { ...row, password }).then(
          (version) => ({ ok: true, version, message: null, detail: null }),
          (error: unknown) => ({
            ok: false,
            version: null,
            message: say(texts.databaseNotOpened(), language),
            detail: (withoutSecret(error, password, 'password') as Error).message,
          }),
        )
        return { data: { ...tried, milliseconds: Math.round(performance.now() - began) } }
      },
    )

    app.post(
      '/clients/:id/databases/:name/rotate_password',
      {
        schema: {
          ...about('Give the login of a connection a new password; nobody learns it'),
          params: params.extend({ name: z.string().max(191) }),
        },
        config: { scope: 'branch', may: ['tenants', 'update'] },
      },
      async ({ scope, params }) => {
        const tenant = await tenantBelow(db, scope, params.id)
        await rotatePassword(db, key, { tenant_id: tenant.tenant_id, name: params.name })
        await databases.forget(tenant.tenant_id)
        return { data: (await inScope(db, tenant, connectionRows)).find(({ name }) => name === params.name) }
      },
    )
  }
