import { performance } from 'node:perf_hooks'
import { tryLogin } from '@weft/engine/connections/try-login.server.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { decrypt } from '@weft/kit/secrets/secrets.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { House } from '../house.ts'
import { connectionRows } from '../tenants/client-view.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'

const params = z.object({ id: z.uuid() })

/** Where a tenant's records and documents live. Passwords never leave; the server itself tries a connection. */
export const clientConnectionRoutes = ({ db, key }: House): FastifyPluginAsyncZod => async (app) => {
  const about = (summary: string) => ({ tags: ['clients'], summary })
  const view = { scope: 'branch', may: ['connections', 'view'] } as const

  app.get('/clients/:id/databases', { schema: { ...about('List the database connections of a tenant'), params }, config: view }, async ({ scope, params }) => {
    const tenant = await tenantBelow(db, scope, params.id)
    return { data: await inScope(db, tenant, connectionRows) }
  })

  app.post('/clients/:id/databases/:name/test', { schema: { ...about('Connect with a stored login'), params: params.extend({ name: z.string().max(191) }) }, config: view }, async ({ scope, params, language }) => {
    const tenant = await tenantBelow(db, scope, params.id)
    const row = await inScope(db, tenant, (trx) => trx.selectFrom('tenant_connections').selectAll().where('name', '=', params.name).executeTakeFirst())
    if (!row) throw notFound()
    const began = performance.now()
    const tried = await tryLogin(row.engine, { ...row, password: row.password ? decrypt(key, row.password) : '' }).then(
      (version) => ({ ok: true, version, message: null, detail: null }),
      (error: Error) => ({ ok: false, version: null, message: say(texts.databaseNotOpened(), language), detail: error.message }),
    )
    return { data: { ...tried, milliseconds: Math.round(performance.now() - began) } }
  })
}
