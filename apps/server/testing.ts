import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { after } from 'node:test'
import type { FastifyInstance } from 'fastify'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { assignSetting } from '@weft/kit/env/environment.server.ts'
import { testDatabase, type TestDatabase } from '@weft/kit/testing/database.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import { openContext } from './open-context.ts'
import type { AppContext } from './context.ts'
import { createServer } from './server.ts'

export const password = 'Correct-Horse-1'

/** The real server over a fresh database, driven through `inject`; closed after the test file. */
export async function aServer({ home = mkdtempSync(path.join(tmpdir(), 'weft-home-')) } = {}): Promise<{
  app: FastifyInstance
  context: AppContext
  test: TestDatabase
}> {
  assignSetting('WEFT_API_PER_MINUTE', process.env['WEFT_API_PER_MINUTE'] ?? '1000000')
  assignSetting('WEFT_SECRET_KEY', process.env['WEFT_TEST_KEY']!)
  const test = await testDatabase()
  const opened = await openContext({ home, app_url: test.app_url, demo: false })
  const app = await createServer(opened.context)
  await app.ready()
  after(async () => {
    await app.close()
    await opened.close()
    rmSync(home, { recursive: true, force: true })
  })
  return { app, context: opened.context, test }
}

let hashed: Promise<string> | undefined

/** Adds a user and signs them in: answers the headers of their calls. */
export async function signedIn(
  { app, context }: { app: FastifyInstance; context: AppContext },
  user: { email: string; role: string; tenant_id?: string; partner_id?: string },
) {
  hashed ??= hashPassword(password)
  const password_hash = await hashed
  const kind = user.tenant_id ? 'client' : user.partner_id ? 'partner' : 'admin'
  await inScope(context.db, systemScope, (trx) =>
    trx
      .insertInto('users')
      .values({ ...user, kind, password_hash })
      .execute(),
  )
  const answer = await app.inject({
    method: 'POST',
    url: `/api/${kind === 'admin' ? 'admin' : 'app'}/auth/login`,
    payload: { email: user.email, password },
  })
  const { meta } = answer.json() as { meta: { token: string; tenant?: { api_token: string } } }
  return {
    authorization: `Bearer ${meta.token}`,
    'accept-language': 'en',
    ...(kind === 'client' && { 'x-api-key': meta.tenant!.api_token }),
  }
}

/** Opens a support access, as the provider's or a partner's staff need one to work inside a tenant: answers the headers of those calls. */
export async function supporting(
  { app, context }: { app: FastifyInstance; context: AppContext },
  headers: Record<string, string>,
  tenant_id: string,
) {
  const answer = await app.inject({
    method: 'POST',
    url: `/api/app/clients/${tenant_id}/support_accesses`,
    headers,
    payload: { reason: 'Asked by phone', minutes: 60 },
  })
  if (answer.statusCode !== 201) throw new Error(`No support access: ${answer.body}`)
  const { api_token } = await inScope(context.db, { level: 'provider' }, (trx) =>
    trx.selectFrom('tenants').select('api_token').where('id', '=', tenant_id).executeTakeFirstOrThrow(),
  )
  return { ...headers, 'x-api-key': api_token }
}
