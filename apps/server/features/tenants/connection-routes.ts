import { clientConnectionContract } from '@weft/contracts/client-connections.ts'
import { implementRoutes } from '@weft/kit/http/implement.server.ts'
import { performance } from 'node:perf_hooks'
import { rotatePassword } from '@weft/engine/connections/rotate-password.server.ts'
import { passwordOf } from '@weft/engine/connections/tenant-databases.server.ts'
import { tryLogin } from '@weft/engine/connections/try-login.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { withoutSecret } from '@weft/kit/secrets/mask.server.ts'
import type { FastifyPluginAsync } from 'fastify'
import type { AppContext } from '../../context.ts'
import { connectionRows } from './client-view.ts'
import { tenantBelow } from './find-tenant.ts'

/** Where a tenant's records and documents live. Passwords never leave; the server itself tries a connection. */
export const clientConnectionRoutes =
  ({ db, key, databases }: AppContext<'databases' | 'db' | 'key'>): FastifyPluginAsync =>
  async (app) => {
    const on = implementRoutes(app, clientConnectionContract)

    on('GET /clients/:id/databases', async ({ scope, params }) => {
      const tenant = await tenantBelow(db, scope, params.id)
      return { data: await inScope(db, tenant, connectionRows) }
    })

    on('POST /clients/:id/databases/:name/test', async ({ scope, params, language }) => {
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
    })

    on('POST /clients/:id/databases/:name/rotate_password', async ({ scope, params }) => {
      const tenant = await tenantBelow(db, scope, params.id)
      await rotatePassword(db, key, { tenant_id: tenant.tenant_id, name: params.name })
      await databases.forget(tenant.tenant_id)
      return { data: (await inScope(db, tenant, connectionRows)).find(({ name }) => name === params.name)! }
    })
  }
