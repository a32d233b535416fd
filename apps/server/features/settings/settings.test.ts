import assert from 'node:assert/strict'
import { test } from 'node:test'
import { workflowMail } from '@weft/catalogue/mails/workflow-mail.ts'
import { allowList } from '@weft/engine/connections/egress.server.ts'
import { openMailer } from '@weft/engine/connections/mail.server.ts'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { inScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { app, context } = server
const admin = await signedIn(server, { email: 'root@admin.test', role: 'admin' })
const call = async (
  method: 'GET' | 'PUT' | 'POST',
  url: string,
  payload?: object,
  headers: Record<string, string> = admin,
) => {
  const answer = await app.inject({ method, url: `/api/admin${url}`, headers, ...(payload && { payload }) })
  return { status: answer.statusCode, body: answer.json() as any, text: answer.body }
}
const mailbox = await aMailbox()

test('the mail server is set, tried and used, and its password never comes out', async () => {
  assert.deepEqual((await call('GET', '/settings/email')).body.data, {
    host: '',
    port: 587,
    security: 'starttls',
    user: '',
    from: '',
    url: '',
    debug: 0,
    password: { set: false },
  })
  assert.equal((await call('POST', '/settings/email/test', { to: 'ada@example.test' })).status, 422)
  const { port } = mailbox.settings
  assert.deepEqual((await call('PUT', '/settings/email', { host: '127.0.0.1', port })).body.errors, {
    from: ['A mail server needs a sender.'],
  })
  const set = await call('PUT', '/settings/email', {
    host: '127.0.0.1',
    port,
    security: 'none',
    user: 'weft',
    password: 'wrong',
    from: 'Weft <weft@example.test>',
  })
  assert.deepEqual([set.body.data.password, set.text.includes('wrong')], [{ set: true }, false])
  const refused = await call('POST', '/settings/email/test', { to: 'ada@example.test' })
  assert.deepEqual([refused.status, refused.body.code], [503, 'MAIL_UNREACHABLE'])
  await call('PUT', '/settings/email', { password: 'pa55' })
  assert.deepEqual((await call('POST', '/settings/email/test', { to: 'ada@example.test' })).body, {
    data: { ok: true },
  })
  assert.equal(mailbox.received[0]!.subject, 'The mail server of Weft works.')
})

test('mails of workflows go through it at once, and are kept again without', async () => {
  const { id: tenant_id } = await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('tenants')
      .values({ name: 'Elbe', workspace: 'elbe.test', api_token: 'elbe', active: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const mailer = openMailer(context.db, context.key)
  const mail = { mail: workflowMail, variables: { subject: 'Hi', text: 'Hello' }, to: ['ada@example.test'] }
  assert.equal(await mailer.send({ tenant_id }, { ...mail, key: '1' }), 'sent')
  await call('PUT', '/settings/email', { host: '' })
  assert.equal(await mailer.send({ tenant_id }, { ...mail, key: '2' }), 'kept')
  mailer.close()
})

test('what workflows may reach inside is a list of the provider', async () => {
  assert.deepEqual((await call('GET', '/settings/egress')).body.data, { allow: [] })
  await call('PUT', '/settings/egress', { allow: [{ host: 'erp.internal', port: 8443 }, { host: '10.0.0.5' }] })
  assert.deepEqual(await allowList(context.db)(), [{ host: 'erp.internal', port: 8443 }, { host: '10.0.0.5' }])
  assert.equal((await call('PUT', '/settings/egress', { allow: [{ host: '', port: 0 }] })).status, 422)
})

test('nobody but the provider reads or changes them', async () => {
  const { id: tenant_id } = await inScope(context.db, { level: 'provider' }, (trx) =>
    trx
      .insertInto('tenants')
      .values({ name: 'Alster', workspace: 'alster.test', api_token: 'alster', active: true })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  const user = (await signedIn(server, { email: 'boss@alster.test', role: 'tenant_admin', tenant_id })) as Record<
    string,
    string
  >
  for (const path of ['email', 'egress', 'uploads'])
    for (const method of ['GET', 'PUT'] as const)
      assert.equal(
        (await call(method, `/settings/${path}`, method === 'PUT' ? {} : undefined, user)).status,
        403,
        `${method} ${path}`,
      )
})
