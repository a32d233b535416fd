import { createHash } from 'node:crypto'
import type { Transporter } from 'nodemailer'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Files, World } from '@weft/kit/define/world.ts'
import { Invalid, Unavailable, type WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages, say, type Language } from '@weft/kit/messages/messages.ts'
import { decrypt } from '@weft/kit/secrets/secrets.server.ts'

const texts = defineMessages({
  refused: { en: 'The mail server refused the mail: {reason}', de: 'Der Mailserver hat die E-Mail abgelehnt: {reason}' },
  unreachable: { en: 'The mail server {host} cannot be used at the moment: {reason}', de: 'Der Mailserver {host} ist zurzeit nicht nutzbar: {reason}' },
  test: { en: 'The mail server of Weft works.', de: 'Der Mailserver von Weft funktioniert.' },
  large: { en: 'The attachments are larger than {limit} MB together.', de: 'Die Anhänge sind zusammen größer als {limit} MB.' },
})

/** Setting `email`. The password is `encrypt(key, …)` as base64. */
export type MailTransport = { host: string; port: number; security: 'none' | 'starttls' | 'tls'; user?: string; password?: string; from: string }
/** What is `hidden` (a code, a link) is sent, but not written into the log. */
type Mail = Parameters<World['mail']>[0] & { html?: string; hidden?: string[] }
/** Whose mail it is: what the log says and where attachments lie. Without a tenant it is the installation's own. */
type Sender = { tenant_id?: string | undefined; project_id?: string | undefined; job_id?: string | undefined; files?: Pick<Files, 'stat' | 'read'> }

export type Mailer = {
  /** Logs the mail and sends it. While no transport is set it stays in the log as kept; one that the log says is sent is not sent again. */
  send(sender: Sender, mail: Mail): Promise<'kept' | 'sent'>
  close(): void
}

const mostAttached = 20_000_000

export function openMailer(db: Database, key: Buffer): Mailer {
  let open: { settings: string; transport: Transporter; from: string; host: string } | undefined

  async function transport() {
    const row = await inScope(db, systemScope, (trx) => trx.selectFrom('settings').select('value').where('key', '=', 'email').executeTakeFirst())
    const settings = JSON.stringify(row?.value ?? null)
    const library = row?.value ? await nodemailer() : undefined
    if (settings === open?.settings) return open
    open?.transport.close()
    const set = row?.value as MailTransport | undefined
    open = set?.host && library ? { settings, ...connected(set, key, library) } : undefined
    return open
  }

  async function send(sender: Sender, mail: Mail) {
    const out = await transport()
    const attachments = await attached(sender, mail.attachments ?? [])
    const outcome = await inScope(db, sender.tenant_id ? { level: 'tenant', tenant_id: sender.tenant_id, project_id: sender.project_id } : systemScope, async (trx): Promise<'kept' | 'sent' | WeftError> => {
      const log = await logged(trx, sender, mail, out?.from ?? '')
      if (log.status === 'sent') return 'sent'
      if (!out) return 'kept'
      try {
        const info = await out.transport.sendMail({ from: out.from, to: mail.to, subject: mail.subject, text: mail.text, ...(mail.html !== undefined && { html: mail.html }), messageId: messageId(log.key, out.from), attachments })
        await trx.updateTable('mail_logs').set({ status: 'sent', sender: out.from, error: info.rejected?.length ? `rejected: ${info.rejected.join(', ')}` : null }).where('id', '=', log.id).execute()
        return 'sent'
      } catch (error) {
        const failure = failureOf(error as SmtpError, out.host)
        await trx.updateTable('mail_logs').set({ status: 'failed', error: failure.message }).where('id', '=', log.id).execute()
        return failure
      }
    })
    if (typeof outcome !== 'string') throw outcome
    return outcome
  }

  return { send, close: () => open?.transport.close() }
}

/** Sends one mail through a transport that is being set up. */
export async function tryTransport(settings: MailTransport, key: Buffer, to: string, language: Language): Promise<void> {
  const { transport, from, host } = connected(settings, key, await nodemailer())
  try {
    const text = say(texts.test(), language)
    await transport.sendMail({ from, to, subject: text, text })
  } catch (error) {
    throw failureOf(error as SmtpError, host)
  } finally {
    transport.close()
  }
}

/** The row of this mail, locked: whoever comes with the same key waits and then sees what became of it. */
async function logged(trx: Scoped, { tenant_id, job_id }: Sender, mail: Mail, from: string) {
  const key = `${tenant_id ?? 'weft'}:${mail.key}`
  await trx
    .insertInto('mail_logs')
    .values({ key, class_name: mail.template ?? '', title: mail.subject, recipient: mail.to.join(', '), sender: from, body: (mail.hidden ?? []).reduce((text, part) => text.replaceAll(part, '••••••'), mail.text), parameters: JSON.stringify({ attachments: mail.attachments ?? [] }), job_id: job_id ?? null })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await trx.selectFrom('mail_logs').select(['id', 'status']).where('key', '=', key).forUpdate().executeTakeFirstOrThrow()
  return { ...row, key }
}

/** Few workers ever send a mail, so the library is loaded by those that do. */
const nodemailer = () => import('nodemailer')

function connected({ host, port, security, user, password, from }: MailTransport, key: Buffer, { createTransport }: Awaited<ReturnType<typeof nodemailer>>) {
  const pass = !password ? '' : decrypt(key, Buffer.from(password, 'base64'))
  const transport = createTransport({
    pool: true,
    maxConnections: 2,
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
  })
  return { transport, from, host }
}

async function attached({ files }: Sender, paths: string[]) {
  if (paths.length === 0 || !files) return []
  const found = await Promise.all(paths.map((path) => files.stat(path)))
  if (found.reduce((sum, file) => sum + file.size, 0) > mostAttached) throw new Invalid('MAIL_TOO_LARGE', texts.large({ limit: mostAttached / 1_000_000 }))
  return Promise.all(found.map(async ({ path }) => ({ filename: path.split('/').at(-1)!, content: Buffer.concat(await (await files.read(path)).toArray() as Buffer[]) })))
}

/** The same mail has the same id, so that a mail server that got it twice can tell. */
const messageId = (key: string, from: string) => `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'weft'}>`

type SmtpError = Error & { responseCode?: number; response?: string; code?: string }

/** 5xx of a mail is final; signing in, connecting and 4xx are worth another try. */
function failureOf(error: SmtpError, host: string): WeftError {
  const reason = error.response ?? error.message
  const final = error.code === 'EENVELOPE' || error.code === 'EMESSAGE' ? (error.responseCode ?? 550) >= 500 : false
  return final ? new Invalid('MAIL_REFUSED', texts.refused({ reason }), { cause: error }) : new Unavailable('MAIL_UNREACHABLE', texts.unreachable({ host, reason }), { cause: error })
}
