import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { signInCode } from '@weft/catalogue/mails/sign-in-code.ts'
import { supportRequest } from '@weft/catalogue/mails/support-request.ts'
import { workflowMail } from '@weft/catalogue/mails/workflow-mail.ts'
import { archiveMails } from '@weft/engine/mail/archive.server.ts'
import { aMailbox } from '@weft/engine/testing/mailbox.ts'
import { aTenant } from '@weft/engine/testing/tenant.ts'
import { inScope, openPool } from '@weft/kit/database/connect.server.ts'
import { aServer, signedIn } from '../../testing.ts'

const server = await aServer()
const { context } = server
const [ours, theirs] = [
  await aMailbox({ refuse: (address) => (address.startsWith('nobody') ? 'no such user' : undefined) }),
  await aMailbox(),
]
const [tenant, other] = [
  await aTenant({ ...server.test, key: context.key }),
  await aTenant({ ...server.test, key: context.key }),
]
const admin = await signedIn(server, { email: 'root@admin.test', role: 'admin' })
const within = async (email: string, role: string, of: typeof tenant) => ({
  ...(await signedIn(server, { email, role, tenant_id: of.tenant_id })),
  'x-project-id': of.project_id,
})
const [boss, viewer, neighbour] = [
  await within('boss@mail.test', 'tenant_admin', tenant),
  await within('viewer@mail.test', 'viewer', tenant),
  await within('boss@other.test', 'tenant_admin', other),
]
const workflow = await inScope(context.db, tenant.scope, (trx) =>
  trx
    .insertInto('workflows')
    .values({ label: 'Send orders', class_name: 'SendOrders', source: '' })
    .returning('id')
    .executeTakeFirstOrThrow(),
)

async function call(
  method: 'GET' | 'POST' | 'PUT',
  url: string,
  payload?: object,
  headers: Record<string, string> = admin,
) {
  const answer = await server.app.inject({ method, url: `/api/admin${url}`, headers, ...(payload && { payload }) })
  return {
    status: answer.statusCode,
    text: answer.body,
    ...(answer.body
      ? (answer.json() as { data: any; meta: any; code: string; errors: Record<string, string[]> })
      : { data: undefined, meta: undefined, code: '', errors: {} }),
  }
}
const settings = (more: object) =>
  call('PUT', '/settings/email', {
    ...ours.settings,
    user: 'weft',
    password: 'pa55',
    url: 'https://weft.example',
    ...more,
  })
const own = { tenant_id: tenant.tenant_id, project_id: tenant.project_id, workflow_id: workflow.id }
const write = (to: string, text = 'Hello') =>
  context.mailer
    .send(own, {
      mail: workflowMail,
      variables: { subject: `For ${to}`, text },
      to: [to],
      language: 'en',
      key: `${to}:${text}`,
    })
    .catch((error: { code: string }) => error.code)
const find = async (search: string, headers: Record<string, string> = boss) =>
  (
    await call(
      'GET',
      `${headers === admin ? '/settings/email/log' : '/mail_logs'}?searchTerm=${search}`,
      undefined,
      headers,
    )
  ).data as any[]
const read = async (search: string, headers: Record<string, string> = boss) =>
  (
    await call(
      'GET',
      `${headers === admin ? '/settings/email/log' : '/mail_logs'}/${(await find(search, headers))[0].id}`,
      undefined,
      headers,
    )
  ).data

test('a mail is kept as it was written, with process, class and parameters, and only its own project reads it', async () => {
  assert.equal(await write('kept@example.test'), 'kept')
  const mail = await read('kept@')
  assert.deepEqual(
    [mail.title, mail.status, mail.class_name, mail.workflow, mail.language, mail.body, mail.parameters],
    [
      'For kept@example.test',
      'kept',
      'workflow_mail',
      'Send orders',
      'en',
      'Hello\n',
      { subject: 'For kept@example.test', text: 'Hello', attachments: [] },
    ],
  )
  assert.match(mail.html, /<p style="margin:0 0 16px">Hello<\/p>/)
  assert.deepEqual(await find('kept@', neighbour), [])
  assert.deepEqual(await find('kept@', admin), [])
  assert.equal((await call('GET', `/mail_logs/${mail.id}`, undefined, neighbour)).status, 404)
  assert.equal((await call('GET', `/settings/email/log/${mail.id}`)).status, 404)
})

test('a kept mail is sent once there is a mail server, a sent one once more with an entry of its own', async () => {
  const { id } = await read('kept@')
  assert.deepEqual([(await call('POST', `/mail_logs/${id}/resend`, undefined, boss)).code], ['MAIL_NO_SERVER'])
  await settings({})
  assert.equal((await call('POST', `/mail_logs/${id}/resend`, undefined, viewer)).status, 403)
  assert.deepEqual((await call('POST', `/mail_logs/${id}/resend`, undefined, boss)).data, { status: 'sent' })
  assert.deepEqual([(await ours.to('kept@example.test')).text, (await find('kept@')).length], ['Hello\n', 1])
  assert.deepEqual((await call('POST', `/mail_logs/${id}/resend`, undefined, boss)).data, { status: 'sent' })
  await ours.to('kept@example.test', 2)
  const [latest] = await find('kept@')
  assert.deepEqual([latest.status, latest.resent_from, (await find('kept@')).length], ['sent', id, 2])
})

test('a mail that lies in the document store is found by its words, read whole and sent once more whole', async () => {
  const text = `${'Nothing to see in this line. '.repeat(20)}The heron waits at the pond.`
  assert.equal(await write('archived@example.test', text), 'sent')
  await ours.to('archived@example.test')
  const later = new Date(Date.now() + 2 * 3_600_000)
  const pool = openPool(server.test.app_url, { max: 1, level: 'system' })
  after(() => pool.end())
  assert.ok((await archiveMails(pool, context.databases, later)) > 0)
  for (const words of ['heron', 'archived@', 'HERON pond'])
    assert.deepEqual(
      (await find(words)).map(({ recipient }) => recipient),
      ['archived@example.test'],
      words,
    )
  assert.deepEqual([await find('heron', neighbour), await find('heron', admin)], [[], []])
  const mail = await read('heron')
  assert.equal(mail.body, `${text}\n`)
  assert.match(mail.html, /The heron waits at the pond\.<\/p>/)
  assert.ok(!('archived_at' in mail) && !('tenant_id' in mail))
  assert.deepEqual((await call('POST', `/mail_logs/${mail.id}/resend`, undefined, boss)).data, { status: 'sent' })
  assert.equal((await ours.to('archived@example.test', 2)).text, `${text}\n`)
  const again = (await find('archived@')).find(({ resent_from }) => resent_from === mail.id)
  assert.equal((await call('GET', `/mail_logs/${again.id}`, undefined, boss)).data.body, `${text}\n`)
})

test('what a mail server refuses is there with its reason, filtered by status and class', async () => {
  assert.equal(await write('nobody@example.test'), 'MAIL_REFUSED')
  const { data, meta } = await call(
    'GET',
    '/mail_logs?filter[status]=failed&filter[class_name]=workflow_mail',
    undefined,
    boss,
  )
  assert.deepEqual([data.length, meta.total, data[0].recipient], [1, 1, 'nobody@example.test'])
  assert.match(data[0].error, /no such user/)
  assert.equal((await call('POST', `/mail_logs/${data[0].id}/resend`, undefined, boss)).code, 'MAIL_REFUSED')
  for (const query of ['filter[status]=nonsense', 'sort=-password'])
    assert.equal((await call('GET', `/mail_logs?${query}`, undefined, boss)).code, 'QUERY_INVALID')
})

test('a mail with a code cannot be sent once more, for the code is not kept', async () => {
  await context.mailer.send(
    {},
    {
      mail: signInCode,
      variables: { code: '918273', valid_for: '10 minutes' },
      to: ['ada@example.test'],
      language: 'en',
      key: 'code',
    },
  )
  const mail = await read('ada@example', admin)
  assert.ok(mail.masked && !JSON.stringify(mail).includes('918273'))
  assert.equal((await call('POST', `/settings/email/log/${mail.id}/resend`)).code, 'MAIL_MASKED')
  assert.match((await ours.to('ada@example.test')).text, /918273/)
})

test('a mail whose attachments are gone is not sent without them', async () => {
  await context.mailer.send(
    {},
    {
      mail: supportRequest,
      variables: { number: 1, subject: 'Help', comment: 'Why?', asker: 'kim', contact: '' },
      to: ['support@example.test'],
      language: 'en',
      key: 'support',
      attachments: [{ name: 'log.txt', content: Buffer.from('lines') }],
    },
  )
  assert.deepEqual((await ours.to('support@example.test')).attachments, [
    { name: 'log.txt', content: Buffer.from('lines') },
  ])
  assert.equal(
    (await call('POST', `/settings/email/log/${(await find('support@', admin))[0].id}/resend`)).code,
    'MAIL_ATTACHMENTS_GONE',
  )
})

test('the debug level says how much of the dialogue is kept, and passwords never are', async () => {
  const dialogue = async (debug: number, to: string) => {
    await settings({ debug })
    await write(to, `level ${debug}`)
    return (await read(to)).dialogue as string
  }
  assert.equal(await dialogue(0, 'zero@example.test'), '')
  assert.equal(await dialogue(1, 'one@example.test'), '')
  assert.match(
    await dialogue(1, 'nobody.one@example.test'),
    /C: RCPT TO:<nobody\.one@example\.test>[^]*S: 550 no such user/,
  )
  const answers = await dialogue(2, 'two@example.test')
  assert.ok(/^S: 220 /m.test(answers) && !/^[C*]: /m.test(answers), answers)
  const both = await dialogue(3, 'three@example.test')
  assert.ok(/^C: MAIL FROM:/m.test(both) && /^S: 250 /m.test(both) && !/^\*: /m.test(both), both)
  const all = await dialogue(4, 'four@example.test')
  assert.ok(/^\*: /m.test(all) && /^C: AUTH /m.test(all), all)
  for (const said of [both, all])
    for (const secret of ['pa55', Buffer.from('\0weft\0pa55').toString('base64')]) assert.ok(!said.includes(secret))
  assert.doesNotMatch(all, /level 4/)
  assert.equal((await settings({ debug: 5 })).status, 422)
  await settings({ debug: 0 })
})

test('a project sends through its own mail server and sender, which must not lead inside unless the provider allows it', async () => {
  assert.deepEqual((await call('GET', '/mail_transport', undefined, boss)).data, {
    host: '',
    port: 587,
    security: 'starttls',
    user: '',
    from: '',
    password: { set: false },
  })
  assert.deepEqual((await call('POST', '/mail_transport/test', { to: 'x@example.test' }, boss)).errors, {
    host: ['No mail server of its own is set up for this project yet.'],
  })
  assert.deepEqual((await call('PUT', '/mail_transport', { ...theirs.settings, from: '' }, boss)).errors, {
    from: ['A mail server needs a sender.'],
  })
  const set = await call(
    'PUT',
    '/mail_transport',
    { ...theirs.settings, from: 'Hanse <hanse@example.test>', user: 'hanse', password: 'pa55' },
    boss,
  )
  assert.deepEqual([set.data.password, set.text.includes('pa55')], [{ set: true }, false])
  assert.equal((await call('POST', '/mail_transport/test', { to: 'x@example.test' }, boss)).code, 'EGRESS_REFUSED')
  assert.equal(await write('inside@example.test'), 'EGRESS_REFUSED')
  await call('PUT', '/settings/egress', { allow: [{ host: '127.0.0.1', port: theirs.settings.port }] })
  for (
    let i = 0;
    i < 120 && (await call('POST', '/mail_transport/test', { to: 'x@example.test' }, boss)).status !== 200;
    i++
  )
    await new Promise((go) => setTimeout(go, 250))
  assert.equal(await write('through@example.test'), 'sent')
  assert.deepEqual(
    [(await theirs.to('through@example.test')).headers['from'], (await read('through@')).sender],
    ['Hanse <hanse@example.test>', 'Hanse <hanse@example.test>'],
  )
  assert.equal((await call('PUT', '/mail_transport', { host: '' }, viewer)).status, 403)
  assert.equal((await call('GET', '/mail_transport', undefined, neighbour)).data.host, '')
  await context.mailer.send(
    { tenant_id: other.tenant_id, project_id: other.project_id },
    {
      mail: workflowMail,
      variables: { subject: 'Hi', text: 'Hi' },
      to: ['neighbour@example.test'],
      language: 'en',
      key: 'n',
    },
  )
  assert.equal((await ours.to('neighbour@example.test')).headers['from'], 'Weft <weft@example.test>')
})
