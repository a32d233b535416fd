import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { after, before, beforeEach, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { defineMail } from '@weft/kit/define/mail.ts'
import { encryptUnbound } from '@weft/kit/testing/unbound-secret.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { aTenant } from '../testing/tenant.ts'
import { openMailer } from './mail.server.ts'
import { openNotices } from './notice.server.ts'

const base = await testDatabase()
const { db, key } = base
const [tenant, other] = [await aTenant(base), await aTenant(base)]
const received: { to: string[]; source: string }[] = []
let answer: Error | undefined
const server = new SMTPServer({
  closeTimeout: 100,
  authOptional: true,
  allowInsecureAuth: true,
  hideSTARTTLS: true,
  onAuth: ({ username, password }, _, done) =>
    username === 'weft' && password === 'pa55 wörd'
      ? done(null, { user: username })
      : done(new Error('wrong password')),
  onRcptTo: ({ address }, _, done) =>
    address.startsWith('nobody') ? done(Object.assign(new Error('no such user'), { responseCode: 550 })) : done(),
  async onData(stream, session, done) {
    const source = Buffer.concat((await stream.toArray()) as Buffer[]).toString()
    if (answer) return done(answer)
    received.push({ to: session.envelope.rcptTo.map((one) => one.address), source })
    done()
  },
})
const mailer = openMailer(db, key)
const files = {
  stat: async (path: string) => ({
    path,
    size: path.includes('huge') ? 30_000_000 : 5,
    modified_at: '2026-01-01T00:00:00Z',
  }),
  read: async () => Readable.from([Buffer.from('a;b\n1')]),
}
const sender = { tenant_id: tenant.tenant_id, project_id: tenant.project_id, job_id: undefined, files }
const word = { label: { en: 'Word', de: 'Wort' }, sample: '' }
const letter = defineMail({
  name: 'letter',
  area: 'system',
  scope: 'tenant',
  layout: 'installation',
  labels: { title: word.label, help: word.label },
  variables: { subject: word, text: word },
  subject: { en: '{{ subject }}', de: 'DE {{ subject }}' },
  body: { en: '{{ greeting }}\n\n{{ text }}', de: '{{ greeting }}\n\n{{ text }}' },
})
const mail = (
  name: string,
  { subject = 'Grüße & more', ...more }: { subject?: string; to?: string[]; attachments?: string[] } = {},
) => ({
  mail: letter,
  variables: { subject, text: 'Hello\nÄrger' },
  to: ['ada@example.test'],
  language: 'en' as const,
  key: name,
  ...more,
})
const log = (name: string) =>
  inScope(db, tenant.scope, (trx) =>
    trx.selectFrom('mail_logs').selectAll().where('key', '=', `${tenant.tenant_id}:${name}`).executeTakeFirst(),
  )
const transport = (more: object | null) =>
  inScope(db, systemScope, async (trx) => {
    await trx.deleteFrom('settings').where('key', '=', 'email').execute()
    const value = {
      host: '127.0.0.1',
      port: (server.server.address() as AddressInfo).port,
      security: 'none',
      user: 'weft',
      password: encryptUnbound(key, 'pa55 wörd').toString('base64'),
      from: 'Weft <weft@example.test>',
      ...more,
    }
    if (more)
      await trx
        .insertInto('settings')
        .values({ key: 'email', value: JSON.stringify(value) })
        .execute()
  })

before(() => new Promise<void>((done) => void server.listen(0, '127.0.0.1', done)))
beforeEach(() => {
  answer = undefined
  received.length = 0
})
after(async () => {
  mailer.close()
  await new Promise<void>((done) => server.close(() => done()))
})

test('while no mail server is set up, the mail is kept', async () => {
  assert.equal(await mailer.send(sender, mail('early')), 'kept')
  assert.equal((await log('early'))!.status, 'kept')
  assert.equal((await log('early'))!.recipient, 'ada@example.test')
})

test('a mail reaches the mail server and the log says so', async () => {
  await transport({})
  assert.equal(
    await mailer.send(
      sender,
      mail('one', { to: ['ada@example.test', 'bob@example.test'], attachments: ['export/orders.csv'] }),
    ),
    'sent',
  )
  assert.deepEqual(received[0]!.to, ['ada@example.test', 'bob@example.test'])
  assert.match(received[0]!.source, /^From: Weft <weft@example\.test>/m)
  assert.match(received[0]!.source, /filename=orders\.csv/)
  assert.match(received[0]!.source, /Message-ID: <[0-9a-f]{32}@example\.test>/i)
  assert.equal((await log('one'))!.status, 'sent')
})

test('a mail with the same key is not sent twice, not even at the same time', async () => {
  await transport({})
  await Promise.all([1, 2, 3].map(() => mailer.send(sender, mail('same'))))
  await mailer.send(sender, mail('same'))
  assert.equal(received.length, 1)
})

test('a kept mail is sent when its step comes again after a mail server was set up', async () => {
  await transport(null)
  assert.equal(await mailer.send(sender, mail('later')), 'kept')
  await transport({})
  assert.equal(await mailer.send(sender, mail('later')), 'sent')
})

test('what the mail server will never take is refused, and the log says why', async () => {
  await transport({})
  await assert.rejects(mailer.send(sender, mail('wrong', { to: ['nobody@example.test'] })), {
    code: 'MAIL_REFUSED',
    status: 422,
  })
  assert.equal((await log('wrong'))!.status, 'failed')
  assert.match((await log('wrong'))!.error!, /no such user/)
})

test('a mail server that is busy, wrong or gone is worth another try', async () => {
  await transport({})
  answer = Object.assign(new Error('try later'), { responseCode: 451 })
  await assert.rejects(mailer.send(sender, mail('busy')), { code: 'MAIL_UNREACHABLE', status: 503 })
  answer = undefined
  assert.equal(await mailer.send(sender, mail('busy')), 'sent')
  await transport({ password: encryptUnbound(key, 'wrong').toString('base64') })
  await assert.rejects(mailer.send(sender, mail('locked')), { status: 503 })
  await transport({ port: 1 })
  await assert.rejects(mailer.send(sender, mail('gone')), { status: 503 })
})

test('attachments have a limit, and a subject cannot add headers', async () => {
  await transport({})
  await assert.rejects(mailer.send(sender, mail('huge', { attachments: ['huge.zip'] })), { code: 'MAIL_TOO_LARGE' })
  await mailer.send(sender, mail('inject', { subject: 'Hi\r\nBcc: evil@example.test' }))
  assert.doesNotMatch(received[0]!.source, /^Bcc/m)
})

test('the same key of another tenant is another mail, and nobody sees the other’s', async () => {
  await transport({})
  await mailer.send(sender, mail('shared'))
  await mailer.send({ tenant_id: other.tenant_id, project_id: other.project_id }, mail('shared'))
  assert.equal(received.length, 2)
  const theirs = await inScope(db, other.scope, (trx) => trx.selectFrom('mail_logs').select('key').execute())
  assert.deepEqual(theirs, [{ key: `${other.tenant_id}:shared` }])
})

const notices = (user_id: string) =>
  inScope(db, { level: 'tenant', tenant_id: tenant.tenant_id, user_id }, (trx) =>
    trx.selectFrom('notifications').select(['title', 'message', 'level', 'link']).orderBy('created_at').execute(),
  )

test('a notice reaches the users of the tenant once, and no one else', async () => {
  const notify = openNotices(db, tenant)
  const heard: string[] = []
  const client = await base.pool.connect()
  client.on('notification', ({ payload }) => heard.push(payload!))
  await client.query('listen weft_silent')
  for (let i = 0; i < 2; i++)
    await notify('project', {
      level: 'success',
      title: 'Done',
      message: '5 orders',
      link: '/project/jobs/1',
      key: 'job:step:0:0',
    })
  await notify([other.user_id, tenant.user_id], { level: 'error', title: 'Only mine', message: '' })
  await client.query('select 1')
  client.release(true)
  assert.deepEqual(await notices(tenant.user_id), [
    { title: 'Done', message: '5 orders', level: 'success', link: '/project/jobs/1' },
    { title: 'Only mine', message: '', level: 'error', link: null },
  ])
  assert.deepEqual(await notices(other.user_id), [])
  assert.equal(heard.length, 2)
  assert.match(heard[0]!, new RegExp(tenant.user_id))
})
