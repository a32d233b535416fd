import assert from 'node:assert/strict'
import { test } from 'node:test'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const [tenant, other] = [
  await aTenant({ ...server.test, key: server.context.key }),
  await aTenant({ ...server.test, key: server.context.key }),
]
const admin = {
  ...(await signedIn(server, { email: 'admin@mail.test', role: 'tenant_admin', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
const viewer = {
  ...(await signedIn(server, { email: 'viewer@mail.test', role: 'viewer', tenant_id: tenant.tenant_id })),
  'x-project-id': tenant.project_id,
}
const workflowOf = (of: typeof tenant) =>
  inScope(server.context.db, of.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({ label: 'Orders', class_name: 'Orders', source: '' })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
const [own, foreign] = [await workflowOf(tenant), await workflowOf(other)]

async function call(
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  payload?: object,
  headers: Record<string, string> = admin,
) {
  const answer = await server.app.inject({
    method,
    url: `/api/app/mail_recipients${path}`,
    headers,
    ...(payload && { payload }),
  })
  return {
    status: answer.statusCode,
    ...(answer.body
      ? (answer.json() as { data: any; errors: Record<string, string[]> })
      : { data: undefined, errors: {} }),
  }
}

test('a mail recipient keeps addresses, class, workflow, and whether users or administrators are told', async () => {
  const draft = {
    recipient: 'ann@example.test; bob@example.test, carl@example.test',
    class_name: 'workflow_failed',
    workflow_id: own.id,
    also: 'admins',
  }
  const made = await call('POST', '', draft)
  assert.equal(made.status, 201)
  const { recipient, class_name, workflow_id, also } = (await call('GET', `/${made.data.id}`)).data
  assert.deepEqual({ recipient, class_name, workflow_id, also }, draft)
  assert.deepEqual((await call('PUT', `/${made.data.id}`, { workflow_id: null, also: 'users' })).data.also, 'users')
  assert.equal((await call('DELETE', `/${made.data.id}`)).status, 204)
})

test('recipient and email class are required, in the exact words', async () => {
  const { status, errors } = await call('POST', '', { recipient: '' })
  assert.deepEqual(
    [status, errors],
    [422, { recipient: ['Recipient is required.'], class_name: ['Email class is required.'] }],
  )
  assert.deepEqual((await call('POST', '', {}, { ...admin, 'accept-language': 'de' })).errors, {
    recipient: ['Empfänger ist ein Pflichtfeld.'],
    class_name: ['E-Mail-Klasse ist ein Pflichtfeld.'],
  })
})

test('every address must be one, and the workflow one of the project', async () => {
  assert.deepEqual(
    (await call('POST', '', { recipient: 'ann@example.test, bob', class_name: 'workflow_failed' })).errors,
    { recipient: ['“bob” is no valid e-mail address.'] },
  )
  assert.deepEqual(
    (await call('POST', '', { recipient: 'ann@example.test', class_name: 'workflow_failed', workflow_id: foreign.id }))
      .errors,
    { workflow_id: ['This workflow does not exist in the project.'] },
  )
})

test('who may only look cannot add themselves', async () => {
  assert.equal(
    (await call('POST', '', { recipient: 'viewer@mail.test', class_name: 'workflow_failed' }, viewer)).status,
    403,
  )
})
