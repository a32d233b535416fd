import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { hashToken } from '../hooks/hook-tokens.ts'
import { createServer } from '../../server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { context } = server
const scope = await aProject('dock')
const user = {
  ...(await signedIn(server, { email: 'dev@dock.test', role: 'tenant_admin', tenant_id: scope.tenant_id })),
  'x-project-id': scope.project_id,
} as Record<string, string>
const analyst = {
  ...(await signedIn(server, { email: 'ana@dock.test', role: 'analyst', tenant_id: scope.tenant_id })),
  'x-project-id': scope.project_id,
} as Record<string, string>
const admin = (await signedIn(server, { email: 'root@weft.example', role: 'admin' })) as Record<string, string>

async function aProject(name: string) {
  const { id: tenant_id } = await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('tenants')
      .values({ name, workspace: `${name}.test`, api_token: name, active: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const { id: project_id } = await inScope(context.db, { level: 'tenant', tenant_id }, (trx) =>
    trx.insertInto('projects').values({ name: 'Hub' }).returning('id').executeTakeFirstOrThrow(),
  )
  return { level: 'tenant' as const, tenant_id, project_id }
}

/** Settings are read again after five seconds; a fresh server reads them at once. */
async function fresh<T>(ask: (app: Awaited<ReturnType<typeof createServer>>) => Promise<T>): Promise<T> {
  const app = await createServer(context)
  try {
    return await ask(app)
  } finally {
    await app.close()
  }
}
const switchOff = (values: object) =>
  server.app.inject({ method: 'PUT', url: '/api/admin/settings/extensions', headers: admin, payload: values })
const ofProject = async (method: 'GET' | 'PUT', url = '', payload?: object, headers = user) => {
  const answer = await server.app.inject({
    method,
    url: `/api/app/project_extensions${url}`,
    headers,
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() as any }
}

test('everything is on until somebody switches it off, and a project only takes away', async () => {
  const { body } = await ofProject('GET')
  assert.deepEqual(
    body.data.map(({ key, available, enabled }: any) => [key, available, enabled]),
    [
      ['webhooks', true, true],
      ['plugins', true, true],
    ],
  )
  assert.equal((await ofProject('PUT', '/plugins', { enabled: false })).body.data.enabled, false)
  assert.equal((await switchOff({ plugins: false })).statusCode, 200)
  assert.deepEqual((await ofProject('PUT', '/plugins', { enabled: true })).body.data.enabled, false)
  assert.equal((await switchOff({ plugins: true })).statusCode, 200)
  assert.equal((await ofProject('GET')).body.data[1].enabled, true)
  assert.equal((await ofProject('PUT', '/plugins', { enabled: false }, analyst)).status, 403)
  assert.equal((await ofProject('PUT', '/sftp', { enabled: false })).status, 422)
})

test('a call of a webhook is refused where webhooks are switched off, in the project or for all, and starts nothing', async () => {
  const source = 'weft: 1\nlabel: Hook\nsteps:\n  - { id: call, element: webhook }\nedges: []\n'
  await inScope(context.db, scope, async (trx) => {
    const { id } = await trx
      .insertInto('workflows')
      .values({ label: 'Hook', class_name: 'Hook', source, active: true, published: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    await trx
      .insertInto('workflow_tokens')
      .values({
        workflow_id: id,
        name: 'hook',
        token_hash: hashToken('a-token'),
        token: Buffer.from('sealed'),
        active: true,
      })
      .execute()
  })
  const call = () =>
    fresh(async (app) =>
      ((answer) => [answer.statusCode, (answer.json() as { code?: string }).code])(
        await app.inject({ method: 'POST', url: '/hooks/a-token', payload: {} }),
      ),
    )
  await ofProject('PUT', '/webhooks', { enabled: false })
  assert.deepEqual(await call(), [409, 'EXTENSION_OFF'])
  await ofProject('PUT', '/webhooks', { enabled: true })
  await switchOff({ webhooks: false })
  assert.deepEqual(await call(), [409, 'EXTENSION_OFF'])
  assert.equal((await inScope(context.db, scope, (trx) => trx.selectFrom('jobs').select('id').execute())).length, 0)
  await switchOff({ webhooks: true })
  assert.notEqual((await call())[1], 'EXTENSION_OFF')
})

test('the reference of the calls is there, or not found', async () => {
  const read = () => fresh(async (app) => (await app.inject({ url: '/api/docs/json' })).statusCode)
  assert.equal(await read(), 200)
  await switchOff({ api_docs: false })
  assert.equal(await read(), 404)
  await switchOff({ api_docs: true })
})
