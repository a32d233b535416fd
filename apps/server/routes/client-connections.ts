import { performance } from 'node:perf_hooks'
import { tryLogin } from '@weft/engine/connections/try-login.server.ts'
import { inScope, type Database, type Scope } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { texts } from '@weft/engine/provisioning/texts.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import { decrypt } from '@weft/kit/secrets/secrets.server.ts'
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod'
import { z } from 'zod'
import type { House } from '../house.ts'
import { connectionRows } from '../tenants/client-view.ts'
import { tenantBelow } from '../tenants/find-tenant.ts'

const params = z.object({ id: z.uuid() })

/** Where a tenant's records, documents and files live. Passwords never leave; the server itself tries a connection. */
export const clientConnectionRoutes = ({ db, key, sftp }: House): FastifyPluginAsyncZod => async (app) => {
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

  app.get('/clients/:id/storage', { schema: { ...about('The storage of a tenant and its SFTP user'), params }, config: view }, async ({ scope, params }) => ({ data: await storageOf(db, sftp, await tenantBelow(db, scope, params.id)) }))

  app.post('/clients/:id/storage/sftp_password', { schema: { ...about('Give the SFTP user a new password, said only once'), params }, config: { scope: 'branch', may: ['connections', 'update'] } }, async ({ scope, params }) => {
    const tenant = await tenantBelow(db, scope, params.id)
    const password = generatePassword()
    const password_hash = await hashPassword(password)
    const { numUpdatedRows } = await inScope(db, tenant, (trx) => trx.updateTable('sftp_users').set({ password_hash }).executeTakeFirstOrThrow())
    if (numUpdatedRows === 0n) throw notFound()
    return { data: { password } }
  })
}

async function storageOf(db: Database, sftp: House['sftp'], tenant: Scope) {
  return inScope(db, tenant, async (trx) => {
    const storage = await trx.selectFrom('tenant_storages').select(['type', 'root', 'host', 'port', 'username', 'options', 'created_at']).executeTakeFirst()
    const user = await trx.selectFrom('sftp_users').select(['username', 'active']).executeTakeFirst()
    return { storage: storage ?? null, sftp: user ? { ...user, port: sftp.port, password: { set: true } } : null }
  })
}
