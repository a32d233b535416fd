import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { SMTPServer } from 'smtp-server'
import { inScope, openPool, systemScope } from '@weft/kit/database/connect.server.ts'
import { testDatabase } from '@weft/kit/testing/database.ts'
import { openMailer } from '../connections/mail.server.ts'
import { aTenant } from '../testing/tenant.ts'
import { openEnqueuer } from '../queue/enqueue.server.ts'
import { defineMail } from '@weft/kit/define/mail.ts'
import { sendMailNotices, type NoticeMails } from './mail-notices.server.ts'

const database = await testDatabase()
const { db } = database
const [tenant, other] = [await aTenant(database), await aTenant(database)]
const pool = openPool(database.app_url, { max: 6, level: 'system' })
const enqueuer = openEnqueuer(pool)
const mailer = openMailer(db, database.key)
const received: { to: string[]; source: string }[] = []
let busy = false
const smtp = new SMTPServer({
  closeTimeout: 100,
  authOptional: true,
  hideSTARTTLS: true,
  async onData(stream, session, done) {
    const source = Buffer.concat((await stream.toArray()) as Buffer[]).toString()
    if (busy) return done(Object.assign(new Error('try later'), { responseCode: 451 }))
    received.push({ to: session.envelope.rcptTo.map((one) => one.address).sort(), source })
    done()
  },
})
await new Promise<void>((done) => void smtp.listen(0, '127.0.0.1', done))
after(async () => {
  mailer.close()
  await pool.end()
  await new Promise<void>((done) => smtp.close(() => done()))
})
await inScope(db, systemScope, (trx) =>
  trx
    .insertInto('settings')
    .values({
      key: 'email',
      value: JSON.stringify({
        host: '127.0.0.1',
        port: (smtp.server.address() as AddressInfo).port,
        security: 'none',
        from: 'Weft <weft@example.test>',
        url: 'https://weft.example',
      }),
    })
    .execute(),
)
await pool.query(`update tenants set language = 'en' where id = any($1)`, [[tenant.tenant_id, other.tenant_id]])
await inScope(db, systemScope, (trx) =>
  trx
    .insertInto('users')
    .values([
      {
        email: 'berta@weft.test',
        kind: 'client',
        role: 'tenant_admin',
        language: 'de',
        tenant_id: tenant.tenant_id,
        password_hash: '',
      },
      {
        email: 'carl@weft.test',
        kind: 'client',
        role: 'viewer',
        language: 'en',
        tenant_id: tenant.tenant_id,
        password_hash: '',
      },
      {
        email: 'foreign@weft.test',
        kind: 'client',
        role: 'tenant_admin',
        language: 'en',
        tenant_id: other.tenant_id,
        password_hash: '',
      },
    ])
    .execute(),
)
await pool.query(`update users set active = false where tenant_id = $1 and email not like '%@weft.test'`, [
  tenant.tenant_id,
])

const nothing = { label: { en: '', de: '' }, sample: '' }
const body = '**{{ workflow }}: {{ what }}**\n\n{{ runs }}\n\n{{ more }}'
const kinds = Object.fromEntries(
  ['workflow_failed', 'workflow_warning', 'workflow_aborted'].map((name) => [
    name,
    defineMail({
      name,
      area: 'workflow',
      scope: 'tenant',
      layout: 'installation',
      labels: { title: nothing.label, help: nothing.label },
      variables: { workflow: nothing, what: nothing, count: nothing, runs: nothing, more: nothing },
      subject: { en: '{{ workflow }}: {{ what }}', de: '{{ workflow }}: {{ what }}' },
      body: { en: body, de: body },
    }),
  ]),
) as unknown as NoticeMails

let count = 0
const aWorkflow = async (more = {}, of = tenant) => {
  const label = `Orders ${++count}`
  return await inScope(db, of.scope, (trx) =>
    trx
      .insertInto('workflows')
      .values({ label, class_name: label, source: '', ...more })
      .returning(['id', 'label'])
      .executeTakeFirstOrThrow(),
  )
}
const aRecipient = (
  more: { recipient: string; class_name: string; workflow_id?: string; also?: string },
  of = tenant,
) => inScope(db, of.scope, (trx) => trx.insertInto('mail_recipients').values(more).execute())

async function ends(workflow_id: string, status: string, of = tenant) {
  const { id } = await enqueuer.enqueue({
    tenant_id: of.tenant_id,
    project_id: of.project_id,
    workflow_id,
    started_by: 'hand',
    payload: { record: {} },
  })
  const error =
    status === 'error'
      ? JSON.stringify({
          code: 'X',
          message: { text: { en: 'The file is missing.', de: 'Die Datei fehlt.' }, values: {} },
        })
      : null
  await pool.query(
    `update jobs set status = $2, queued_at = null, started_at = now(), finished_at = now(), error = $3, records_rejected = $4 where id = $1`,
    [id, status, error, status === 'warning' ? 3 : 0],
  )
  return id
}
const minutes = (n: number) => sendMailNotices(pool, mailer, kinds, new Date(Date.now() + n * 60_000))
const mails = () => received.splice(0)
const readable = (source: string) =>
  source
    .replace(/=\r?\n/g, '')
    .replace(/(?:=[0-9A-F]{2})+/g, (hex) => Buffer.from(hex.replaceAll('=', ''), 'hex').toString())
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, text: string) => text.replaceAll('_', ' '))
const waiting = async (workflow_id: string) =>
  Number((await pool.query('select count(*) from mail_notices where workflow_id = $1', [workflow_id])).rows[0].count)

test('whoever is named for failures is told of one, and of nothing else', async () => {
  const [workflow, silent] = [await aWorkflow(), await aWorkflow()]
  await aRecipient({
    recipient: 'Ann@example.test; bob@example.test',
    class_name: 'workflow_failed',
    workflow_id: workflow.id,
  })
  await ends(workflow.id, 'stopped')
  await ends(workflow.id, 'warning')
  await ends(silent.id, 'error')
  const job = await ends(workflow.id, 'error')
  await minutes(0)
  await minutes(1)
  const [mail, ...more] = mails()
  assert.deepEqual([mail!.to, more.length], [['ann@example.test', 'bob@example.test'], 0])
  const text = readable(mail!.source)
  assert.match(text, new RegExp(`${workflow.label}: a run has failed`))
  assert.match(text, /The file is missing\./)
  assert.ok(text.includes(`https://weft.example/project/workflows/reporting/${workflow.id}/${job}/details`))
})

test('users and administrators are told in their own language, each once, and nobody of another tenant', async () => {
  const workflow = await aWorkflow()
  await aRecipient({
    recipient: 'carl@weft.test',
    class_name: 'workflow_warning',
    workflow_id: workflow.id,
    also: 'admins',
  })
  await aRecipient({
    recipient: 'CARL@weft.test',
    class_name: 'workflow_warning',
    workflow_id: workflow.id,
    also: 'users',
  })
  await ends(workflow.id, 'warning')
  await minutes(0)
  const told = mails().sort((a, b) => a.to[0]!.localeCompare(b.to[0]!))
  assert.deepEqual(
    told.map((mail) => mail.to),
    [['berta@weft.test'], ['carl@weft.test']],
  )
  assert.match(readable(told[0]!.source), /endete mit Warnungen[^]*3 Datensätze wurden abgewiesen/)
  assert.match(readable(told[1]!.source), /a run has ended with warnings[^]*3 records were rejected/)
})

test('runs that fail shortly after one another are told together', async () => {
  const workflow = await aWorkflow()
  await aRecipient({ recipient: 'ann@example.test', class_name: 'workflow_failed', workflow_id: workflow.id })
  await ends(workflow.id, 'error')
  await minutes(0)
  for (let i = 0; i < 25; i++) await ends(workflow.id, 'error')
  await minutes(5)
  assert.equal(mails().length, 1)
  await Promise.all([minutes(11), minutes(11)])
  const [mail, ...more] = mails()
  assert.equal(more.length, 0)
  assert.match(readable(mail!.source), /25 runs have failed[^]*… and 5 more runs\./)
})

test('a recipient of the project is told of every workflow, and the one a workflow names of that workflow', async () => {
  const workflow = await aWorkflow({ email_recipient: 'owner@example.test, not an address' }, other)
  await aRecipient({ recipient: 'all@example.test', class_name: 'workflow_aborted' }, other)
  await ends(workflow.id, 'error', other)
  await ends(workflow.id, 'aborted', other)
  await minutes(0)
  assert.deepEqual(
    mails()
      .map((mail) => mail.to.join())
      .sort(),
    ['all@example.test', 'owner@example.test'],
  )
})

test('a mail server that is away is asked again, and the mail comes once', async () => {
  const workflow = await aWorkflow()
  await aRecipient({ recipient: 'ann@example.test', class_name: 'workflow_failed', workflow_id: workflow.id })
  await ends(workflow.id, 'error')
  busy = true
  await minutes(0)
  assert.deepEqual([mails().length, await waiting(workflow.id)], [0, 1])
  busy = false
  await minutes(2)
  await minutes(4)
  assert.deepEqual([mails().length, await waiting(workflow.id)], [1, 0])
})
