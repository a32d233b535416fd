import { isIP } from 'node:net'
import { Invalid, Unavailable, WeftError } from '@weft/kit/errors/errors.ts'
import { heardElsewhere } from '@weft/kit/errors/heard-elsewhere.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'
import { maskerOf, withoutSecret } from '@weft/kit/secrets/mask.server.ts'
import { unsealText } from '@weft/kit/secrets/seal.server.ts'
import type { SecretPlace } from '@weft/kit/secrets/sealed-columns.ts'

const texts = defineMessages({
  refused: {
    en: 'The mail server refused the mail: {reason}',
    de: 'Der Mailserver hat die E-Mail abgelehnt: {reason}',
  },
  unreachable: {
    en: 'The mail server {host} cannot be used at the moment: {reason}',
    de: 'Der Mailserver {host} ist zurzeit nicht nutzbar: {reason}',
  },
})

/** How mails leave. The password is sealed as text, for the place that goes with it. */
export type MailTransport = {
  host: string
  port: number
  security: 'none' | 'starttls' | 'tls'
  user?: string
  password?: string
  sealed_at?: SecretPlace
  from: string
  /** How much of what is said with the mail server is kept: 0 nothing, 1 where it failed, 2 its answers, 3 both sides, 4 the connection too. */
  debug?: number
}

type Outgoing = {
  to: string[]
  subject: string
  text: string
  html: string
  messageId: string
  attachments: {
    filename: string
    content: Buffer
    cid?: string
    contentType?: string
    contentDisposition?: 'inline'
  }[]
  headers: Record<string, string>
}
/** What became of a mail, and what was said about it. */
export type MailDelivery = { dialogue: string; rejected: string[]; failure?: WeftError }

type Transport = { from: string; deliver(mail: Outgoing): Promise<MailDelivery>; close(): void }

/** Few workers ever send a mail, so the library is loaded by those that do. */
const nodemailer = () => import('nodemailer')

/** Finds the address of a host that may be connected to. */
type Resolve = (host: string, port: number) => Promise<string>

/**
 * A way out through a mail server. Connections are kept, unless what is said on them shall be. A tenant's server is looked up by
 * `resolve` for each mail, so that it never leads inside.
 */
async function openTransport(settings: MailTransport, keys: Keyring, resolve?: Resolve): Promise<Transport> {
  const { createTransport } = await nodemailer()
  const { host, from, debug = 0 } = settings
  const password = passwordOf(settings, keys)
  const mask = maskerOf(new Map([[password, 'password']]))
  const shared =
    debug === 0 && !resolve
      ? createTransport({ ...connection(settings, password), pool: true, maxConnections: 2 })
      : undefined
  return {
    from,
    async deliver(mail) {
      const lines: string[] = []
      let one = shared
      try {
        one ??= createTransport({
          ...connection(settings, password),
          ...(debug > 0 && listening(debug, lines)),
          ...(resolve && {
            host: await resolve(host, settings.port),
            ...(!isIP(host) && { tls: { servername: host } }),
          }),
        })
        const info = (await one.sendMail({ ...mail, from })) as { rejected?: string[]; response?: string }
        return { dialogue: debug > 1 ? mask(lines.join('\n')) : '', rejected: (info.rejected ?? []).map(String) }
      } catch (error) {
        return {
          dialogue: mask(lines.join('\n')),
          rejected: [],
          failure: withoutSecret(
            error instanceof WeftError ? error : failureOf(error as SmtpError, host),
            password,
            'password',
          ) as WeftError,
        }
      } finally {
        if (!shared) one?.close()
      }
    },
    close: () => shared?.close(),
  }
}

const passwordOf = ({ password, sealed_at }: MailTransport, keys: Keyring) =>
  !password || !sealed_at ? '' : unsealText(keys, sealed_at, password)

function connection({ host, port, security, user }: MailTransport, pass: string) {
  return {
    host,
    port,
    secure: security === 'tls',
    requireTLS: security === 'starttls',
    ignoreTLS: security === 'none',
    ...(user && { auth: { user, pass } }),
    connectionTimeout: 10_000,
    greetingTimeout: 10_000,
    socketTimeout: 30_000,
    disableFileAccess: true,
    disableUrlAccess: true,
  }
}

type Said = { tnx?: string }
const mostKept = 500

/** Writes down what is said: the library leaves passwords out of it, and the mail itself is never among it. */
function listening(debug: number, lines: string[]) {
  const heard = (said: Said, pattern: string, ...values: unknown[]) => {
    const who = said.tnx === 'client' ? 'C' : said.tnx === 'server' ? 'S' : ''
    const wanted = debug === 2 ? who === 'S' : debug < 4 ? who !== '' : true
    if (!wanted || lines.length >= mostKept) return
    const text = pattern.replace(/%[sdj]/g, () => String(values.shift() ?? ''))
    lines.push(...text.split(/\r?\n/).map((line) => `${who || '*'}: ${line}`.slice(0, 500)))
  }
  const logger = { level() {}, trace: heard, debug: heard, info: heard, warn: heard, error: heard, fatal: heard }
  return { logger: logger as never, transactionLog: true }
}

type SmtpError = Error & { responseCode?: number; response?: string; code?: string }

/** 5xx of a mail is final; signing in, connecting and 4xx are worth another try. */
function failureOf(error: SmtpError, host: string): WeftError {
  const reason = error.response ?? error.message
  const final = error.code === 'EENVELOPE' || error.code === 'EMESSAGE' ? (error.responseCode ?? 550) >= 500 : false
  return final
    ? new Invalid('MAIL_REFUSED', texts.refused({ reason }), { cause: error })
    : new Unavailable('MAIL_UNREACHABLE', texts.unreachable({ host, reason }), { cause: error })
}

/** Transports by their settings, opened once: those of the last changes and of busy tenants stay. */
export function openTransports(keys: Keyring) {
  const open = new Map<string, Promise<Transport>>()
  const drop = (name: string) => {
    const gone = open.get(name)
    open.delete(name)
    void gone?.then((transport) => transport.close(), heardElsewhere)
  }
  return {
    /** Nothing where no host is set. `owner` has one transport at a time: changed settings close the one before. */
    of(owner: string, settings: Partial<MailTransport>, resolve?: Resolve): Promise<Transport> | undefined {
      if (!settings.host) return undefined
      const name = `${owner} ${JSON.stringify(settings)}`
      const known = open.get(name)
      if (known) return known
      for (const other of open.keys()) if (other.startsWith(`${owner} `)) drop(other)
      if (open.size >= 50) drop(open.keys().next().value!)
      const fresh = openTransport(
        { port: 587, security: 'starttls', from: '', ...settings, host: settings.host },
        keys,
        resolve,
      )
      open.set(name, fresh)
      return fresh
    },
    close() {
      for (const name of open.keys()) drop(name)
    },
  }
}
