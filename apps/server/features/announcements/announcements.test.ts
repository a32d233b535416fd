import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer() // has a first administrator, who is told as well
const { app, context } = server
const [nord, sued] = await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('partners')
    .values(['nord', 'sued'].map((name) => ({ name, workspace: `${name}.example`, api_token: name })))
    .returning('id')
    .execute(),
)
const [hanse, alpen] = await inScope(context.db, systemScope, (trx) =>
  trx
    .insertInto('tenants')
    .values(
      [
        { name: 'hanse', partner_id: nord!.id },
        { name: 'alpen', partner_id: sued!.id },
      ].map((row) => ({
        ...row,
        workspace: `${row.name}.example`,
        api_token: row.name,
        active: true,
        status: 'active' as const,
      })),
    )
    .returning('id')
    .execute(),
)
const people = {
  ada: await signedIn(server, { email: 'ada@weft.example', role: 'admin' }),
  lead: await signedIn(server, { email: 'lead@nord.example', role: 'partner_admin', partner_id: nord!.id }),
  kim: await signedIn(server, { email: 'kim@hanse.example', role: 'tenant_admin', tenant_id: hanse!.id }),
  vroni: await signedIn(server, { email: 'vroni@alpen.example', role: 'viewer', tenant_id: alpen!.id }),
}
const call = async (who: keyof typeof people, method: 'GET' | 'POST', url: string, payload?: object) => {
  const answer = await app.inject({
    method,
    url: `/api/admin${url}`,
    headers: { ...people[who], 'accept-language': 'en' },
    ...(payload && { payload }),
  })
  return { status: answer.statusCode, body: answer.json() as any }
}
/** Who has got a notification with this title. */
async function reached(title: string) {
  const found = []
  for (const who of Object.keys(people) as (keyof typeof people)[])
    if ((await call(who, 'GET', '/notifications')).body.data.some((one: { title: string }) => one.title === title))
      found.push(who)
  return found
}

for (const [audience, more, whom] of [
  ['all', {}, ['ada', 'lead', 'kim', 'vroni']],
  ['admin', {}, ['ada']],
  ['partner', {}, ['lead']],
  ['client', {}, ['kim', 'vroni']],
  ['one_partner', { to_partner_id: nord!.id }, ['lead', 'kim']],
  ['one_tenant', { to_tenant_id: alpen!.id }, ['vroni']],
] as const)
  test(`a notification for ${audience} reaches ${whom.join(', ')} and nobody else`, async () => {
    const sent = await call('ada', 'POST', '/announcements', { title: `To ${audience}`, audience, ...more })
    assert.deepEqual(
      [sent.status, sent.body.data.recipients],
      [201, audience === 'all' || audience === 'admin' ? whom.length + 1 : whom.length],
    )
    assert.deepEqual(await reached(`To ${audience}`), whom)
  })

test('a notification for one partner, tenant or user needs to say which', async () => {
  for (const [audience, field] of [
    ['one_partner', 'to_partner_id'],
    ['one_tenant', 'to_tenant_id'],
    ['one_user', 'to_user_id'],
  ]) {
    const refused = await call('ada', 'POST', '/announcements', { title: 'Nobody', audience })
    assert.deepEqual([refused.status, refused.body.errors], [422, { [field!]: ['This field is required.'] }])
  }
  assert.deepEqual(await reached('Nobody'), [])
})

test('what was sent is kept for the record, for the provider only, and is never changed', async () => {
  assert.deepEqual(
    (await call('ada', 'GET', '/announcements?sort=created_at')).body.data.map((row: any) => [
      row.audience,
      row.recipients,
    ]),
    [
      ['all', 5],
      ['admin', 2],
      ['partner', 1],
      ['client', 2],
      ['one_partner', 2],
      ['one_tenant', 1],
    ],
  )
  for (const who of ['lead', 'kim'] as const) {
    assert.equal((await call(who, 'GET', '/announcements')).status, 403)
    assert.equal((await call(who, 'POST', '/announcements', { title: 'Hello', audience: 'all' })).status, 403)
  }
})

test('a link leads into the product or to an https address, nowhere else', async () => {
  assert.equal((await call('ada', 'POST', '/announcements', { title: 'x', link: 'javascript:alert(1)' })).status, 422)
  assert.equal((await call('ada', 'POST', '/announcements', { title: 'x', link: '//evil.example' })).status, 422)
})
