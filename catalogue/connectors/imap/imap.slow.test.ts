import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ImapFlow } from 'imapflow'
import type { MailboxSession } from '@weft/kit/define/mail-session.ts'
import { Unavailable } from '@weft/kit/errors/errors.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { dovecot } from '@weft/kit/testing/dovecot.ts'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { tcpProxy } from '@weft/kit/testing/tcp-proxy.ts'
import { imap } from './imap.ts'
import { imapBody } from './imap.server.ts'

const found = await dovecot()
const skip = typeof found === 'string' ? found : false
const here = found as Exclude<typeof found, string>
const settingsOf = (user: string, over: object = {}) =>
  imap.settings.parse({
    host: 'localhost',
    port: here.ports.imap,
    user,
    password: here.password,
    encryption: 'none',
    ...over,
  })
const open = (user: string, over: object = {}) => imapBody.mailbox!(settingsOf(user, over), localReach)

/** Works in a mailbox as its owner does. */
async function asOwner<T>(user: string, work: (client: ImapFlow) => Promise<T>): Promise<T> {
  const auth = { user, pass: here.password }
  const client = new ImapFlow({
    host: '127.0.0.1',
    port: here.ports.imap,
    secure: false,
    doSTARTTLS: false,
    auth,
    logger: false,
  })
  await client.connect()
  const done = await work(client)
  await client.logout()
  return done
}
const plain = (subject: string) => `From: a@example.test\r\nSubject: ${subject}\r\n\r\nbody of ${subject}\r\n`
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
    return imapBody.check(settingsOf(user, over), localReach, (step, detail) =>
      told.push(`${step}: ${typeof detail === 'string' ? detail : detail ? say(detail, 'en') : ''}`),
    )
  }
  const steps = (port: number, line: string) => [
    `host: 127.0.0.1:${port}`,
    `connection: ${line}`,
    `sign_in: ${user}`,
    'rights: 1 folder',
  ]
  const trusted = { ca: localCertificate.cert }
  const encrypted = 'TLS 1.3, certificate valid until 2126-11-01'
  await check({})
  assert.deepEqual(told, steps(here.ports.imap, 'Not encrypted'))
  await check({ ...trusted, encryption: 'starttls' })
  assert.deepEqual(told, steps(here.ports.imap, encrypted))
  await check({ ...trusted, encryption: 'tls', port: here.ports.imaps, auth: 'token', token: here.tokenOf(user) })
  assert.deepEqual(told, steps(here.ports.imaps, encrypted))
  await assert.rejects(check({ auth: 'token', token: here.tokenOf(user, -60) }), { code: 'CONNECTION_DENIED' })
  await assert.rejects(check({ password: 'wrong' }), { code: 'CONNECTION_DENIED', status: 422 })
  assert.deepEqual(told, steps(here.ports.imap, 'Not encrypted').slice(0, 2))
  await assert.rejects(check({ encryption: 'starttls' }), { message: /signed by nobody known here/ })
  await assert.rejects(check({ ...trusted, encryption: 'starttls', host: 'mail.example' }), {
    message: /for another host/,
  })
  await check({ encryption: 'starttls', host: 'mail.example', certificate: 'any' })
  await assert.rejects(check({ port: 1 }), { code: 'CONNECTION_FAILED', message: /ECONNREFUSED/ })
})

const rich = [
  'From: =?utf-8?Q?J=C3=BCrgen?= <juergen@example.test>',
  'To: a@example.test, Team: b@example.test, "C, D" <c@example.test>;',
  'Cc: d@example.test',
  'Reply-To: answers@example.test',
  'Message-ID: <1@example.test>',
  'In-Reply-To: <0@example.test>',
  'Date: Sun, 22 Nov 2026 15:02:00 +0100',
  'Subject: =?iso-8859-1?Q?Gr=FC=DFe?=',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary=x',
  '',
  '--x',
  'Content-Type: multipart/alternative; boundary=y',
  '',
  '--y',
  'Content-Type: text/plain; charset=utf-8',
  'Content-Transfer-Encoding: 8bit',
  '',
  'Schöne Grüße',
  '--y',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hello</p>',
  '--y--',
  '--x',
  'Content-Type: application/octet-stream',
  "Content-Disposition: attachment; filename*=utf-8''pr%C3%BCf.bin",
  'Content-Transfer-Encoding: base64',
  '',
  Buffer.from([0, 255, 13, 10]).toString('base64'),
  '--x--',
  '',
].join('\r\n')

test('a mail arrives with its addresses, texts and attachments', { skip }, async () => {
  const user = here.user('rich')
  await asOwner(user, (client) => client.append('INBOX', rich, ['\\Flagged'], '2026-11-22T14:03:04Z'))
  const session = await open(user)
  const { mails } = await received(session)
  const { id, attachments, ...mail } = mails[0]!
  assert.match(id, /^\d+-1$/)
  assert.deepEqual(mail, {
    message_id: '<1@example.test>',
    in_reply_to: '<0@example.test>',
    from: [{ name: 'Jürgen', address: 'juergen@example.test' }],
    to: [
      { name: '', address: 'a@example.test' },
      { name: '', address: 'b@example.test' },
      { name: 'C, D', address: 'c@example.test' },
    ],
    cc: [{ name: '', address: 'd@example.test' }],
    reply_to: [{ name: '', address: 'answers@example.test' }],
    subject: 'Grüße',
    sent_at: '2026-11-22T14:02:00.000Z',
    received_at: '2026-11-22T14:03:04.000Z',
    text: 'Schöne Grüße',
    html: '<p>Hello</p>',
    flags: ['\\Flagged'],
    too_large: false,
  })
  assert.deepEqual(
    attachments.map(({ name, type, content }) => [name, type, [...content]]),
    [['prüf.bin', 'application/octet-stream', [0, 255, 13, 10]]],
  )
  const { mails: large } = await received(session, { max_bytes: 500 })
  assert.deepEqual(
    [large[0]!.subject, large[0]!.text, large[0]!.attachments, large[0]!.too_large],
    ['Grüße', '', [], true],
  )
  await session.close()
})

test('what came is read behind any batch, in order, and reading marks nothing', { skip }, async () => {
  const user = here.user('many')
  const names = Array.from({ length: 120 }, (_, i) => `mail ${i + 1}`)
  await asOwner(user, async (client) => {
    for (const name of names) await client.append('INBOX', plain(name))
  })
  const session = await open(user)
  const { batches, mails } = await received(session)
  assert.deepEqual([batches.length, subjects(mails)], [3, names])
  let before = 0
  for (const batch of batches) {
    before += batch.mails.length
    const cursor = JSON.parse(JSON.stringify(batch.cursor)) as unknown
    assert.deepEqual(subjects((await received(session, {}, cursor)).mails), names.slice(before))
  }
  assert.deepEqual(subjects((await received(session, { limit: 7 })).mails), names.slice(0, 7))
  assert.deepEqual(await session.folders(), [{ name: 'INBOX', messages: 120, unseen: 120 }])
  const { cursor } = await received(session)
  await asOwner(user, (client) => client.append('INBOX', plain('late')))
  assert.deepEqual(subjects((await received(session, {}, cursor)).mails), ['late'])
  await session.close()
})

test('mails are marked, moved and deleted', { skip }, async () => {
  const user = here.user('marked')
  await asOwner(user, async (client) => {
    for (const name of ['one', 'two', 'three', 'four']) await client.append('INBOX', plain(name))
    await client.mailboxCreate('Fertig/Größe')
  })
  const session = await open(user)
  const [one, two, three, four] = (await received(session)).mails.map(({ id }) => id) as [
    string,
    string,
    string,
    string,
  ]
  await session.mark('INBOX', [one, two], { seen: true })
  assert.deepEqual(subjects((await received(session, { only_unseen: true })).mails), ['three', 'four'])
  await session.mark('INBOX', [one], { seen: false, flagged: true })
  assert.deepEqual(
    (await received(session)).mails.map(({ flags }) => flags.toSorted()),
    [['\\Flagged'], ['\\Seen'], [], []],
  )
  await session.mark('INBOX', [three], { seen: true, move_to: 'Fertig/Größe' })
  await session.mark('INBOX', [four], { delete: true })
  assert.deepEqual(subjects((await received(session)).mails), ['one', 'two'])
  assert.deepEqual(subjects((await received(session, { folder: 'Fertig/Größe' })).mails), ['three'])
  await assert.rejects(session.mark('INBOX', [one], { move_to: 'nowhere' }), { code: 'FOLDER_MISSING', status: 404 })
  await assert.rejects(received(session, { folder: 'nowhere' }), { code: 'FOLDER_MISSING' })
  await assert.rejects(session.mark('INBOX', ['1-1'], { seen: true }), { code: 'MAILS_NUMBERED_ANEW' })
  assert.deepEqual((await session.folders()).map(({ name }) => name).toSorted(), ['Fertig/Größe', 'INBOX'])
  await session.close()
})

test('a folder that was made anew is told, and read from its beginning', { skip }, async () => {
  const user = here.user('anew')
  const fill = (name: string) =>
    asOwner(user, async (client) => {
      await client.mailboxCreate('Orders')
      await client.append('Orders', plain(name))
    })
  await fill('old')
  const before = await open(user)
  const { cursor } = await received(before, { folder: 'Orders' })
  await before.close()
  await asOwner(user, (client) => client.mailboxDelete('Orders'))
  await new Promise((done) => setTimeout(done, 1_100)) // the number of a folder is a second of the clock
  await fill('new')
  const session = await open(user)
  const again = await received(session, { folder: 'Orders' }, cursor)
  assert.equal(
    say(again.batches[0]!.notice!, 'de'),
    'Der Ordner Orders wurde auf dem Server neu angelegt und wird von vorn gelesen.',
  )
  assert.deepEqual(subjects(again.mails), ['new'])
  await session.close()
})

test('a server that says anything and hangs up is told as an error', async () => {
  const settings = imap.settings.parse({ host: 'localhost', user: 'x', encryption: 'none' })
  await survivesHostileServers({
    greeting: Buffer.from('* OK [CAPABILITY IMAP4rev1 LITERAL+ AUTH=PLAIN] ready {3}\r\nabc\r\n'),
    use: async (port) => {
      const session = await imapBody.mailbox!({ ...settings, port }, localReach)
      await session.close()
    },
    runs: 40,
  })
})

test('a line that breaks while mails are marked is no mailbox that has done it', { skip }, async () => {
  const user = here.user('cut')
  await asOwner(user, async (client) => {
    await client.mailboxCreate('Archive')
    await client.append('INBOX', plain('one'))
  })
  const { port } = await tcpProxy({ host: '127.0.0.1', port: here.ports.imap }, ({ client, server, end }) => ({
    asked: (bytes) => (/ UID (STORE|MOVE) /.test(bytes.toString()) ? end() : void server.write(bytes)),
    answered: (bytes) => void client.write(bytes),
  }))
  for (const mark of [{ seen: true }, { flagged: false }, { move_to: 'Archive' }, { delete: true as const }]) {
    const session = await open(user, { port })
    const ids = (await received(session)).mails.map(({ id }) => id)
    assert.equal(ids.length, 1)
    await assert.rejects(session.mark('INBOX', ids, mark), Unavailable, JSON.stringify(mark))
    await session.close()
  }
})

test('a server that goes away is told', { skip }, async () => {
  const user = here.user('outage')
  const session = await open(user)
  await here.server.stop('SIGKILL')
  await assert.rejects(received(session), { code: 'CONNECTION_FAILED', status: 503 })
  await session.close()
  await assert.rejects(open(user), { status: 503 })
})
