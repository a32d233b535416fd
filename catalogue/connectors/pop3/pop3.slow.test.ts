import assert from 'node:assert/strict'
import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import type { MailboxSession } from '@weft/kit/define/mail-session.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { dovecot } from '@weft/kit/testing/dovecot.ts'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { pop3 } from './pop3.ts'
import { pop3Body } from './pop3.server.ts'

const found = await dovecot()
const skip = typeof found === 'string' ? found : false
const here = found as Exclude<typeof found, string>
const settingsOf = (user: string, over: object = {}) =>
  pop3.settings.parse({
    host: 'localhost',
    port: here.ports.pop3,
    user,
    password: here.password,
    encryption: 'none',
    ...over,
  })
const open = (user: string, over: object = {}) => pop3Body.mailbox!(settingsOf(user, over), localReach)

/** As another server would: a file for each mail. */
async function deliver(user: string, from: number, mails: string[]) {
  const folder = path.join(here.server.folder, 'mail', user)
  for (const name of ['tmp', 'new', 'cur']) mkdirSync(path.join(folder, name), { recursive: true })
  for (const [i, mail] of mails.entries())
    writeFileSync(path.join(folder, 'new', `${1_700_000_000 + from + i}.M1P1.test`), mail)
  await here.server.run('chown', '-R', 'vmail', '/srv/mail')
}
const plain = (subject: string) =>
  `From: a@example.test\nDate: Sun, 22 Nov 2026 15:02:00 +0100\nSubject: ${subject}\n\n.dot\n..\nbody\n`
const query = { folder: 'INBOX', limit: 1_000, only_unseen: false, max_bytes: 1_000_000 }
const received = async (session: MailboxSession, over: Partial<typeof query> = {}, cursor?: unknown) => {
  const batches = await Array.fromAsync(session.receive({ ...query, ...over }, cursor))
  return { batches, mails: batches.flatMap(({ mails }) => mails), cursor: batches.at(-1)?.cursor }
}
const subjects = (mails: { subject: string }[]) => mails.map(({ subject }) => subject)

test('a mailbox is tried step by step, by password and by token, plain and encrypted', { skip }, async () => {
  const user = here.user('tried')
  let told: string[] = []
  const check = (over: object) => {
    told = []
    return pop3Body.check(settingsOf(user, over), localReach, (step, detail) =>
      told.push(`${step}: ${typeof detail === 'string' ? detail : detail ? say(detail, 'en') : ''}`),
    )
  }
  const steps = (port: number, line: string) => [
    `host: 127.0.0.1:${port}`,
    `connection: ${line}`,
    `sign_in: ${user}`,
    'sample: 0 mails',
  ]
  const trusted = { ca: localCertificate.cert }
  const encrypted = 'TLS 1.3, certificate valid until 2126-11-01'
  await check({})
  assert.deepEqual(told, steps(here.ports.pop3, 'Not encrypted'))
  await check({ ...trusted, encryption: 'starttls' })
  assert.deepEqual(told, steps(here.ports.pop3, encrypted))
  await check({ ...trusted, encryption: 'tls', port: here.ports.pop3s, auth: 'token', token: here.tokenOf(user) })
  assert.deepEqual(told, steps(here.ports.pop3s, encrypted))
  await assert.rejects(check({ auth: 'token', token: here.tokenOf(user, -60) }), { code: 'CONNECTION_DENIED' })
  await assert.rejects(check({ password: 'wrong' }), { code: 'CONNECTION_DENIED', message: /Authentication failed/ })
  assert.deepEqual(told, steps(here.ports.pop3, 'Not encrypted').slice(0, 2))
  await assert.rejects(check({ encryption: 'starttls' }), { message: /signed by nobody known here/ })
  await assert.rejects(check({ ...trusted, encryption: 'tls', port: here.ports.pop3s, host: 'mail.example' }), {
    message: /for another host/,
  })
  await assert.rejects(check({ port: 1 }), { code: 'CONNECTION_FAILED', message: /ECONNREFUSED/ })
})

test('what came is read behind any batch, and a mail arrives as it is', { skip }, async () => {
  const user = here.user('many')
  const names = Array.from({ length: 120 }, (_, i) => `mail ${i + 1}`)
  await deliver(user, 0, names.map(plain))
  const session = await open(user)
  const { batches, mails } = await received(session)
  assert.deepEqual([batches.length, subjects(mails)], [3, names])
  assert.deepEqual([mails[0]!.text, mails[0]!.sent_at], ['.dot\n..\nbody\n', '2026-11-22T14:02:00.000Z'])
  let before = 0
  for (const batch of batches) {
    before += batch.mails.length
    const cursor = JSON.parse(JSON.stringify(batch.cursor)) as unknown
    assert.deepEqual(subjects((await received(session, {}, cursor)).mails), names.slice(before))
  }
  const { cursor } = batches.at(-1)!
  await deliver(user, 500, [plain('late')])
  assert.deepEqual(subjects((await received(session, {}, cursor)).mails), ['late'])
  assert.deepEqual(await session.folders(), [{ name: 'INBOX', messages: 121, unseen: null }])
  const { mails: large } = await received(session, { limit: 1, max_bytes: 20 })
  assert.deepEqual([large[0]!.subject, large[0]!.text, large[0]!.too_large], ['mail 1', '', true])
  await session.close()
})

test('mails are deleted for good, and what cannot be done is told', { skip }, async () => {
  const user = here.user('deleted')
  await deliver(user, 0, ['one', 'two', 'three'].map(plain))
  const session = await open(user)
  const { mails, cursor } = await received(session)
  await session.mark('INBOX', [mails[0]!.id, mails[2]!.id, 'gone'], { delete: true })
  assert.deepEqual(subjects((await received(session)).mails), ['two'])
  await deliver(user, 10, [plain('four')])
  const next = await received(session, {}, cursor)
  assert.deepEqual([subjects(next.mails), (next.cursor as { read: string[] }).read.length], [['four'], 2])
  await assert.rejects(session.mark('INBOX', [mails[1]!.id], { seen: true }), {
    code: 'MAIL_MARK_UNKNOWN',
    status: 422,
  })
  await assert.rejects(received(session, { folder: 'Sent' }), { code: 'FOLDER_MISSING', status: 404 })
  await session.close()
})

test('a server that says anything and hangs up is told as an error', async () => {
  const settings = pop3.settings.parse({ host: 'localhost', user: 'x', encryption: 'none' })
  await survivesHostileServers({
    greeting: Buffer.from('+OK ready\r\n'),
    use: async (port) => {
      const session = await pop3Body.mailbox!({ ...settings, port }, localReach)
      await session.close()
    },
  })
})

test('a server that goes away is told', { skip }, async () => {
  const user = here.user('outage')
  const session = await open(user)
  await here.server.stop('SIGKILL')
  await assert.rejects(received(session), { code: 'CONNECTION_FAILED', status: 503 })
  await session.close()
  await assert.rejects(open(user), { status: 503 })
})
