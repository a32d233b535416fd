import assert from 'node:assert/strict'
import { createHash, createVerify, generateKeyPairSync } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import type { OutgoingMail } from '@weft/kit/define/mail-session.ts'
import { receivedMail } from '@weft/kit/mail/received-mail.server.ts'
import { say } from '@weft/kit/messages/messages.ts'
import { survivesHostileServers } from '@weft/kit/testing/hostile-server.ts'
import { localCertificate } from '@weft/kit/testing/local-certificate.ts'
import { localReach } from '@weft/kit/testing/reach.ts'
import { smtp } from './smtp.ts'
import { smtpBody } from './smtp.server.ts'

const taken: { from: string; to: string[]; source: Buffer }[] = []
const refusal = (responseCode: number, text: string) => Object.assign(new Error(text), { responseCode })

/** A mail server that takes what is for example.test, and nothing from nobody. */
async function server(options: SMTPServerOptions = {}) {
  const one = new SMTPServer({
    ...localCertificate,
    authMethods: ['PLAIN', 'LOGIN', 'XOAUTH2'],
    size: 100_000,
    logger: false,
    onAuth: ({ username, password, accessToken }, _, done) =>
      password === 'Geheim-ä' || accessToken === 'a-token'
        ? done(null, { user: username ?? '' })
        : done(refusal(535, 'user or password is wrong')),
    onRcptTo: ({ address }, _, done) => {
      if (address.endsWith('@example.test')) return done()
      return done(address.startsWith('later') ? refusal(450, 'come back later') : refusal(550, 'no such mailbox'))
    },
    onData: (stream, { envelope: { mailFrom, rcptTo } }, done) => {
      const chunks: Buffer[] = []
      stream.on('data', (chunk: Buffer) => chunks.push(chunk))
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(refusal(552, 'the mail is too large'))
        const from = mailFrom ? mailFrom.address : ''
        taken.push({ from, to: rcptTo.map(({ address }) => address), source: Buffer.concat(chunks) })
        return done()
      })
    },
    ...options,
  })
  one.on('error', () => undefined)
  await new Promise<void>((done) => one.listen(0, '127.0.0.1', done))
  after(() => new Promise<void>((done) => one.close(done)))
  return (one.server.address() as AddressInfo).port
}
const ports = { plain: await server(), tls: await server({ secure: true }) }
const settingsOf = (over: object = {}) =>
  smtp.settings.parse({
    host: 'localhost',
    port: ports.plain,
    user: 'weft',
    password: 'Geheim-ä',
    ca: localCertificate.cert,
    from: 'Shop Köln <shop@example.test>',
    ...over,
  })
const open = (over: object = {}) => smtpBody.mail!(settingsOf(over), localReach)
const mail: OutgoingMail = {
  to: ['a@example.test'],
  cc: [],
  bcc: [],
  subject: 'Grüße 😀',
  text: 'Schöne Grüße',
  attachments: [],
  key: 'job-1/record-1',
}

test('a mail arrives as it was written, for all it is for', async () => {
  const sender = await open()
  await sender.send({
    ...mail,
    cc: ['"C, D" <c@example.test>'],
    bcc: ['secret@example.test'],
    reply_to: 'answers@example.test',
    html: '<p>Schöne <b>Grüße</b></p>',
    attachments: [
      { name: 'prüf.pdf', content: new Uint8Array([0, 255, 13, 10]) },
      { name: 'empty.txt', content: new Uint8Array(0) },
    ],
  })
  await sender.send({ ...mail, from: 'other@example.test', text: 'plain\n.\nend' })
  await sender.close()
  const [first, second] = taken.splice(0)
  assert.deepEqual(
    [first!.from, first!.to],
    ['shop@example.test', ['a@example.test', 'c@example.test', 'secret@example.test']],
  )
  assert.doesNotMatch(first!.source.toString(), /secret@|^bcc/im)
  const read = await receivedMail(first!.source, { id: '1', flags: [], too_large: false })
  assert.deepEqual(
    [read.from, read.to, read.cc, read.reply_to, read.subject, read.html],
    [
      [{ name: 'Shop Köln', address: 'shop@example.test' }],
      [{ name: '', address: 'a@example.test' }],
      [{ name: 'C, D', address: 'c@example.test' }],
      [{ name: '', address: 'answers@example.test' }],
      'Grüße 😀',
      '<p>Schöne <b>Grüße</b></p>',
    ],
  )
  assert.deepEqual(
    read.attachments.map(({ name, type, content }) => [name, type, [...content]]),
    [
      ['prüf.pdf', 'application/pdf', [0, 255, 13, 10]],
      ['empty.txt', 'text/plain', []],
    ],
  )
  const other = await receivedMail(second!.source, { id: '2', flags: [], too_large: false })
  assert.deepEqual(
    [second!.from, other.text.trim(), read.message_id],
    ['other@example.test', 'plain\n.\nend', other.message_id],
  )
})

test('a server is tried step by step, by password and by token, plain and encrypted', async () => {
  let told: string[] = []
  const check = (over: object) => {
    told = []
    return smtpBody.check(settingsOf(over), localReach, (step, detail) =>
      told.push(`${step}: ${typeof detail === 'string' ? detail : detail ? say(detail, 'en') : ''}`),
    )
  }
  const steps = (port: number, line: string) => [`host: 127.0.0.1:${port}`, `connection: ${line}`, 'sign_in: weft']
  await check({})
  assert.deepEqual(told, steps(ports.plain, 'STARTTLS'))
  await check({ encryption: 'tls', port: ports.tls, auth: 'token', token: 'a-token' })
  assert.deepEqual(told, steps(ports.tls, 'TLS'))
  await assert.rejects(check({ auth: 'token', token: 'wrong' }), { code: 'CONNECTION_DENIED' })
  await assert.rejects(check({ password: 'wrong' }), {
    code: 'CONNECTION_DENIED',
    message: /user or password is wrong/,
  })
  assert.deepEqual(told, steps(ports.plain, 'STARTTLS').slice(0, 2))
  for (const over of [{}, { encryption: 'tls', port: ports.tls }]) {
    await assert.rejects(check({ ...over, ca: '' }), {
      code: 'CONNECTION_FAILED',
      message: /signed by nobody known here/,
    })
    await assert.rejects(check({ ...over, host: 'mail.example' }), { message: /for another host/ })
    await check({ ...over, host: 'mail.example', certificate: 'any' })
  }
  await assert.rejects(check({ port: 1 }), { code: 'CONNECTION_FAILED', message: /ECONNREFUSED/ })
  const plain = await server({ disabledCommands: ['STARTTLS'], allowInsecureAuth: true })
  await check({ port: plain, encryption: 'none' })
  await assert.rejects(check({ port: plain }), { code: 'CONNECTION_FAILED' })
})

test('what the server does not take is told: for good, for now, or for some only', async () => {
  const sender = await open()
  const sent = (over: Partial<OutgoingMail>) => sender.send({ ...mail, ...over })
  await assert.rejects(sent({ to: ['x@nowhere.test'] }), {
    code: 'MAIL_REFUSED',
    status: 422,
    message: /550 no such mailbox/,
  })
  await assert.rejects(sent({ to: ['later@nowhere.test'] }), { code: 'MAIL_REFUSED_FOR_NOW', status: 503 })
  await assert.rejects(sent({ text: 'x'.repeat(200_000) }), { code: 'MAIL_REFUSED', message: /552/ })
  await assert.rejects(sent({ to: [] }), { code: 'MAIL_REFUSED', status: 422 })
  taken.splice(0)
  await assert.rejects(sent({ to: ['a@example.test', 'x@nowhere.test'] }), {
    code: 'MAIL_PARTLY_REFUSED',
    message: 'The mail has left, but not for x@nowhere.test: 550 no such mailbox',
  })
  assert.deepEqual(
    taken.splice(0).map(({ to }) => to),
    [['a@example.test']],
  )
  await sent({ subject: 'a\r\nBcc: evil@example.test', to: ['b@example.test'] })
  assert.deepEqual(
    taken.splice(0).map(({ to, source }) => [to, /^bcc:/im.test(source.toString())]),
    [[['b@example.test'], false]],
  )
  await sender.close()
})

/** As a receiver verifies it: https://www.rfc-editor.org/rfc/rfc6376, relaxed in head and body. */
function isSigned(source: Buffer, publicKey: string): boolean {
  const text = source.toString('latin1')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const body = rest.join('\r\n\r\n')
  const fields = head.split(/\r\n(?![ \t])/)
  const relaxed = (field: string) =>
    field
      .replace(/\r\n/g, '')
      .replace(/[ \t]+/g, ' ')
      .replace(/^([^:]*?) ?: ?(.*?) ?$/, (_, name: string, value: string) => `${name.toLowerCase()}:${value}`)
  const signature = fields.find((field) => /^dkim-signature:/i.test(field))!
  const tags = Object.fromEntries(
    relaxed(signature)
      .slice('dkim-signature:'.length)
      .split(';')
      .map((tag) => [tag.split('=')[0]!.trim(), tag.slice(tag.indexOf('=') + 1).replace(/ /g, '')]),
  )
  const lines = body.split('\r\n').map((line) => line.replace(/[ \t]+/g, ' ').replace(/ $/, ''))
  while (lines.length > 0 && lines.at(-1) === '') lines.pop()
  const hash = createHash('sha256')
    .update(lines.map((line) => `${line}\r\n`).join(''), 'latin1')
    .digest('base64')
  if (hash !== tags['bh']) return false
  const signed = tags['h']!.split(':').map((name) =>
    fields.findLast((field) => field.toLowerCase().startsWith(`${name.toLowerCase()}:`)),
  )
  const data = [
    ...signed.filter((field) => field !== undefined).map(relaxed),
    relaxed(signature).replace(/\bb=[^;]*/, 'b='),
  ].join('\r\n')
  return createVerify('sha256').update(data, 'latin1').verify(publicKey, tags['b']!, 'base64')
}

test('mails are signed by DKIM, and a wrong key is told', async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const dkim = { dkim_domain: 'example.test', dkim_selector: 'weft', dkim_key: privateKey }
  const sender = await open(dkim)
  await sender.send({ ...mail, html: '<p>Grüße</p>', attachments: [{ name: 'a.bin', content: new Uint8Array(3_000) }] })
  await sender.close()
  const { source } = taken.splice(0)[0]!
  assert.match(source.toString(), /^DKIM-Signature: v=1; a=rsa-sha256; c=relaxed\/relaxed; d=example\.test;/m)
  assert.equal(isSigned(source, publicKey), true)
  assert.equal(isSigned(Buffer.from(source.toString('latin1').replace('a.bin', 'b.bin'), 'latin1'), publicKey), false)
  await assert.rejects(open({ ...dkim, dkim_key: 'no key' }), { code: 'DKIM_KEY_UNUSABLE', status: 422 })
})

test('a server that says anything and hangs up is told as an error', async () => {
  await survivesHostileServers({
    greeting: Buffer.from('220 mail.example ESMTP\r\n250-mail.example\r\n250 AUTH PLAIN\r\n'),
    use: async (port) => {
      const sender = await open({ port, encryption: 'none' })
      try {
        await sender.send(mail)
      } finally {
        await sender.close()
      }
    },
    runs: 5,
  })
})
