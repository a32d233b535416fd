import type { AddressInfo } from 'node:net'
import { after } from 'node:test'
import { SMTPServer } from 'smtp-server'

export type Received = {
  from: string
  to: string[]
  headers: Record<string, string>
  subject: string
  text: string
  html: string
  attachments: { name: string; content: Buffer }[]
  /** What the HTML shows by its `cid:`. */
  pictures: Record<string, Buffer>
  source: string
}

/** A real mail server on a port of its own that keeps what it is sent; closed after the test file. */
export async function aMailbox({ refuse }: { refuse?: (address: string) => string | undefined } = {}) {
  const received: Received[] = []
  const server = new SMTPServer({
    authOptional: true,
    allowInsecureAuth: true,
    hideSTARTTLS: true,
    closeTimeout: 100, // instead of 30 s for lines that senders keep
    onAuth: ({ username, password }, _, done) =>
      password === 'pa55' ? done(null, { user: username }) : done(new Error('wrong password')),
    onRcptTo({ address }, _, done) {
      const why = refuse?.(address)
      if (why) done(Object.assign(new Error(why), { responseCode: 550 }))
      else done()
    },
    async onData(stream, session, done) {
      const pieces = (await stream.toArray().catch(() => undefined)) as Buffer[] | undefined
      if (!pieces) return // who sends it is gone in the middle of it
      const source = Buffer.concat(pieces).toString('latin1')
      received.push({
        from: session.envelope.mailFrom ? session.envelope.mailFrom.address : '',
        to: session.envelope.rcptTo.map((one) => one.address),
        source,
        ...readMail(source),
      })
      done()
    },
  })
  server.on('error', () => {}) // a sender that is killed leaves a broken line
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  after(() => new Promise<void>((done) => server.close(() => done())))
  return {
    received,
    /** The settings of a transport that leads here. */
    settings: {
      host: '127.0.0.1',
      port: (server.server.address() as AddressInfo).port,
      security: 'none' as const,
      from: 'Weft <weft@example.test>',
    },
    /** The last mail to an address, once so many have come. */
    async to(address: string, count = 1): Promise<Received> {
      for (let i = 0; i < 1_200; i++) {
        const mails = received.filter((mail) => mail.to.includes(address))
        if (mails.length >= count) return mails.at(-1)!
        await new Promise((go) => setTimeout(go, 25))
      }
      throw new Error(`${address} has not got ${count} mails`)
    },
  }
}

type Part = { headers: Record<string, string>; body: string }

function readMail(source: string) {
  const whole = partOf(source)
  const leaves = mimeParts(whole)
  const of = (type: string) =>
    leaves.find(
      (part) =>
        (part.headers['content-type'] ?? '').startsWith(type) &&
        !/attachment/.test(part.headers['content-disposition'] ?? ''),
    )
  const said = (type: string) => (of(type) ? decoded(of(type)!).toString() : '').replace(/\r\n/g, '\n')
  const attachments = leaves
    .filter((part) => /attachment/.test(part.headers['content-disposition'] ?? ''))
    .map((part) => ({
      name: words(/filename="?([^";]+)/.exec(part.headers['content-disposition']!)?.[1] ?? ''),
      content: decoded(part),
    }))
  return {
    headers: Object.fromEntries(Object.entries(whole.headers).map(([name, value]) => [name, words(value)])),
    subject: words(whole.headers['subject'] ?? ''),
    text: said('text/plain'),
    html: said('text/html'),
    attachments,
    pictures: Object.fromEntries(
      leaves.flatMap((part) => {
        const [, cid] = /^<(.+)>$/.exec(part.headers['content-id'] ?? '') ?? []
        return cid ? [[cid, decoded(part)]] : []
      }),
    ),
  }
}

function partOf(source: string): Part {
  const end = source.indexOf('\r\n\r\n')
  const lines = source
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, ' ')
    .split('\r\n')
  return {
    headers: Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(':')).toLowerCase(), line.slice(line.indexOf(':') + 1).trim()]),
    ),
    body: source.slice(end + 4),
  }
}

function mimeParts(part: Part): Part[] {
  const boundary = /^multipart\/[^]*boundary="?([^";]+)/.exec(part.headers['content-type'] ?? '')?.[1]
  if (!boundary) return [part]
  return part.body
    .split(`--${boundary}`)
    .slice(1, -1)
    .flatMap((piece) => mimeParts(partOf(piece.replace(/^\r\n/, '').replace(/\r\n$/, ''))))
}

function decoded({ headers, body }: Part): Buffer {
  const how = (headers['content-transfer-encoding'] ?? '').toLowerCase()
  if (how === 'base64') return Buffer.from(body, 'base64')
  return Buffer.from(how === 'quoted-printable' ? quoted(body.replace(/=\r\n/g, '')) : body, 'latin1')
}

const quoted = (text: string) =>
  text.replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))

/** Header words such as `=?UTF-8?Q?Gr=C3=BC=C3=9Fe?=`. */
const words = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, how: string, word: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(word, 'base64').toString()
        : Buffer.from(quoted(word.replaceAll('_', ' ')), 'latin1').toString(),
    )
