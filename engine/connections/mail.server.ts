import { createHash, randomUUID } from 'node:crypto'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Tables } from '@weft/kit/database/tables.ts'
import type { MailClass, MailValues, MailVariable } from '@weft/kit/define/mail.ts'
import type { MailLayout } from '@weft/kit/define/mail-layout.ts'
import type { Files } from '@weft/kit/define/step-context.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict, Invalid, type WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import type { Selectable } from 'kysely'
import type { RenderedMail, renderMail, Wording } from '../mail/render-mail.ts'
import { openTransports, type MailDelivery, type MailTransport } from '../mail/transport.server.ts'
import { mailSettings, ownTransport, wordingOf } from '../mail/wording.server.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'
import { allowList, openEgress } from './egress.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

const texts = defineMessages({
  masked: {
    en: 'This mail had a code or a link in it that is not kept. Please have a new one sent where it came from.',
    de: 'In dieser E-Mail stand ein Code oder Link, der nicht aufbewahrt wird. Bitte lassen Sie dort, wo sie herkam, eine neue senden.',
  },
  noServer: { en: 'No mail server is set up yet.', de: 'Es ist noch kein Mailserver eingerichtet.' },
  gone: {
    en: 'The attachments of this mail are not there any more.',
    de: 'Die Anhänge dieser E-Mail sind nicht mehr vorhanden.',
  },
  large: {
    en: 'The attachments are larger than {limit} MB together.',
    de: 'Die Anhänge sind zusammen größer als {limit} MB.',
  },
})

/** A mail to be written: its class, and what it is about. `key` is its identity: the same key is the same mail. */
type MailOrder<Key extends string> = {
  mail: MailClass<Key>
  variables: MailValues<Key>
  to: string[]
  /** Whom the greeting names. */
  name?: string
  /** The tenant's unless said. */
  language?: Language
  key: string
  /** Paths in the sender's files, or what is at hand. */
  attachments?: (string | { name: string; content: Buffer })[]
  headers?: Record<string, string>
  /** Instead of the words in force, to try others. */
  wording?: Wording
  /** Puts words of its own into those in force. */
  within?: (usual: Wording) => Wording
  /** Whether the log keeps a copy of what was written; one of many like it needs none. */
  copy?: boolean
  /** Takes secrets out of the copy the log keeps; one in which there were any is not sent again. */
  mask?: Mask
}
/** Whose mail it is: what the log says and where attachments lie. Without a tenant it is the installation's own. */
type Sender = {
  tenant_id?: string | undefined
  project_id?: string | undefined
  workflow_id?: string | undefined
  job_id?: string | undefined
  files?: Pick<Files, 'stat' | 'read'>
}

export type Mailer = {
  /**
   * Writes a mail of a class in the words of the tenant or provider, logs it and sends it. While no transport is set it stays in
   * the log as kept; one that the log says is sent is not sent again.
   */
  send<Key extends string>(sender: Sender, order: MailOrder<Key>): Promise<'kept' | 'sent'>
  /** Sends a mail of the log as it was kept: the same one where it has not left yet, otherwise once more with an entry of its own. */
  resend(sender: Sender, id: string): Promise<'kept' | 'sent'>
  close(): void
}

const mostAttached = 20_000_000

/** Writes a mail in the words of a tenant, or in words that are only tried; `owner` is who wrote them. */
type WriteElsewhere = (owner: string, ...letter: Parameters<typeof renderMail>) => Promise<RenderedMail>

/** `elsewhere` is asked to write where somebody else's process must not be held by it; the provider's own words are written here. */
export function openMailer(db: Database, key: Keyring, elsewhere?: WriteElsewhere): Mailer {
  const transports = openTransports(key)
  const egress = openEgress(allowList(db))

  async function send<Key extends string>(sender: Sender, order: MailOrder<Key>) {
    const { letter, kept, logo, out } = await written(sender, order)
    const attachments = [...(logo ? [logo] : []), ...(await attached(sender, order.attachments ?? []))]
    const outcome = await inScope(db, scopeOf(sender), async (trx): Promise<'kept' | 'sent' | WeftError> => {
      const log = await logged(trx, sender, order, kept, out?.from ?? '')
      if (log.status === 'sent') return 'sent'
      if (!out) return 'kept'
      const delivery = await out.deliver({
        ...letter,
        to: order.to,
        attachments,
        headers: order.headers ?? {},
        messageId: messageId(log.key, out.from),
      })
      return noted(trx, log.id, out.from, delivery)
    })
    if (typeof outcome !== 'string') throw outcome
    return outcome
  }

  /** The mail, and what of it is kept: codes and links are not. */
  async function written<Key extends string>(
    { tenant_id, project_id }: Sender,
    { mail, variables, to, name = '', ...order }: MailOrder<Key>,
  ) {
    const { layout, email, usual, language, own } = await inScope(db, systemScope, async (trx) => {
      const language = order.language ?? (await languageOf(trx, tenant_id))
      return {
        ...(await mailSettings(trx)),
        own: await ownTransport(trx, project_id),
        language,
        usual: order.wording ?? (await wordingOf(trx, mail, language, tenant_id)),
      }
    })
    const wording = order.within?.(usual) ?? usual
    const { renderMail, valuesOf } = await import('../mail/render-mail.ts')
    const foreign = elsewhere && (tenant_id !== undefined || order.wording !== undefined || order.within !== undefined)
    const write = async (...letter: Parameters<typeof renderMail>) =>
      foreign ? elsewhere(tenant_id ?? 'provider', ...letter) : renderMail(...letter)
    const reader = { name, email: to.join(', '), language }
    const values = (masked: boolean) => valuesOf(mail, variables, reader, layout, email.url ?? '', { masked })
    const logo = mail.layout === 'none' ? undefined : logoOf(layout)
    const letter = await write(
      mail,
      wording,
      values(false),
      { ...layout, logo: logo ? `cid:${logo.cid}` : '' },
      language,
    )
    const shown = values(true)
    const masked = Object.values<MailVariable>(mail.variables).some((variable) => variable.hidden)
    const about = Object.fromEntries(Object.keys(mail.variables).map((name) => [name, shown[name]]))
    const copy =
      order.copy === false
        ? { subject: letter.subject, text: '', html: '' }
        : masked || logo
          ? await write(mail, wording, shown, { ...layout, logo: '' }, language)
          : letter
    const { mask = (same) => same } = order
    const shownCopy = mask({ subject: copy.subject, text: copy.text, html: copy.html })
    const hides =
      masked ||
      order.copy === false ||
      shownCopy.subject !== copy.subject ||
      shownCopy.text !== copy.text ||
      shownCopy.html !== copy.html
    return {
      letter,
      logo,
      kept: { ...shownCopy, masked: hides, language, variables: mask(about) },
      out: await wayOut(project_id, own, email),
    }
  }

  /** Through the project's own server where it has one, which must not lead inside; through the installation's otherwise. */
  const wayOut = (
    project_id: string | undefined,
    own: Partial<MailTransport> | undefined,
    email: Partial<MailTransport>,
  ) =>
    own ? transports.of(project_id!, { ...own, debug: email.debug ?? 0 }, egress.resolve) : transports.of('weft', email)

  async function resend(sender: Sender, id: string) {
    const { mail, email, own } = await inScope(db, systemScope, async (trx) => ({
      mail: await trx.selectFrom('mail_logs').selectAll().where('id', '=', id).executeTakeFirst(),
      ...(await mailSettings(trx)),
      own: await ownTransport(trx, sender.project_id),
    }))
    if (!mail || (mail.tenant_id ?? undefined) !== sender.tenant_id) throw notFound()
    if (mail.masked) throw new Conflict('MAIL_MASKED', texts.masked())
    const out = await wayOut(sender.project_id, own, email)
    if (!out) throw new Conflict('MAIL_NO_SERVER', texts.noServer())
    const attachments = await attached(sender, (mail.parameters as { attachments?: string[] }).attachments ?? []).catch(
      () => {
        throw new Conflict('MAIL_ATTACHMENTS_GONE', texts.gone())
      },
    )
    const outcome = await inScope(db, scopeOf(sender), async (trx) => {
      const log = mail.status === 'sent' ? await again(trx, mail) : { id, key: mail.key! }
      const delivery = await out.deliver({
        subject: mail.title,
        text: mail.body,
        html: mail.html,
        to: mail.recipient.split(', '),
        attachments,
        headers: {},
        messageId: messageId(log.key, out.from),
      })
      return noted(trx, log.id, out.from, delivery)
    })
    if (typeof outcome !== 'string') throw outcome
    return outcome
  }

  return {
    send,
    resend,
    close() {
      transports.close()
      void egress.close()
    },
  }
}

async function languageOf(trx: Scoped, tenant_id: string | undefined): Promise<Language> {
  const tenant = tenant_id
    ? await trx.selectFrom('tenants').select('language').where('id', '=', tenant_id).executeTakeFirst()
    : undefined
  return (tenant?.language as Language | undefined) ?? 'de'
}

const scopeOf = ({ tenant_id, project_id }: Sender) =>
  tenant_id ? ({ level: 'tenant', tenant_id, project_id } as const) : systemScope

type Kept = RenderedMail & { masked: boolean; language: Language; variables: Record<string, unknown> }

/** The row of this mail, locked: whoever comes with the same key waits and then sees what became of it. */
async function logged<Key extends string>(
  trx: Scoped,
  { tenant_id, job_id, workflow_id }: Sender,
  { key: own, mail, to, attachments = [] }: MailOrder<Key>,
  { subject, text, html, masked, language, variables }: Kept,
  from: string,
) {
  const key = `${tenant_id ?? 'weft'}:${own}`
  const parameters = JSON.stringify({
    ...variables,
    attachments: attachments.map((one) => (typeof one === 'string' ? one : one.name)),
  })
  await trx
    .insertInto('mail_logs')
    .values({
      key,
      class_name: mail.name,
      title: subject,
      recipient: to.join(', '),
      sender: from,
      body: text,
      html,
      language,
      masked,
      parameters,
      job_id: job_id ?? null,
      workflow_id: workflow_id ?? null,
    })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const row = await trx
    .selectFrom('mail_logs')
    .select(['id', 'status'])
    .where('key', '=', key)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return { ...row, key }
}

/** A new entry for a mail that has left before. */
async function again(trx: Scoped, { id, key, ...mail }: Selectable<Tables['mail_logs']>) {
  const { created_at: _, updated_at: __, dialogue: ___, error: ____, ...same } = mail
  const fresh = `${key}:again:${randomUUID()}`
  const made = await trx
    .insertInto('mail_logs')
    .values({ ...same, parameters: JSON.stringify(mail.parameters), status: 'kept', key: fresh, resent_from: id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id: made.id, key: fresh }
}

async function noted(
  trx: Scoped,
  id: string,
  sender: string,
  { dialogue, rejected, failure }: MailDelivery,
): Promise<'sent' | WeftError> {
  const outcome = failure
    ? { status: 'failed', error: failure.message }
    : { status: 'sent', sender, error: rejected.length > 0 ? `rejected: ${rejected.join(', ')}` : null }
  await trx
    .updateTable('mail_logs')
    .set({ ...outcome, dialogue })
    .where('id', '=', id)
    .execute()
  return failure ?? 'sent'
}

/** The picture of the layout as a part of the mail that its HTML shows. */
function logoOf({ logo }: MailLayout) {
  const [, kind, data] = /^data:image\/(\w+);base64,(.+)$/.exec(logo) ?? []
  return kind && data
    ? {
        filename: `logo.${kind}`,
        content: Buffer.from(data, 'base64'),
        contentType: `image/${kind}`,
        cid: 'logo@weft',
        contentDisposition: 'inline' as const,
      }
    : undefined
}

async function attached({ files }: Sender, given: NonNullable<MailOrder<string>['attachments']>) {
  const paths = files ? given.filter((one) => typeof one === 'string') : []
  const ready = given.filter((one) => typeof one !== 'string').map(({ name, content }) => ({ filename: name, content }))
  const found = await Promise.all(paths.map((path) => files!.stat(path)))
  if (
    found.reduce((sum, file) => sum + file.size, 0) + ready.reduce((sum, file) => sum + file.content.length, 0) >
    mostAttached
  )
    throw new Invalid('MAIL_TOO_LARGE', texts.large({ limit: mostAttached / 1_000_000 }))
  const read = await Promise.all(
    found.map(async ({ path }) => ({
      filename: path.split('/').at(-1)!,
      content: Buffer.concat((await (await files!.read(path)).toArray()) as Buffer[]),
    })),
  )
  return [...read, ...ready]
}

/** The same mail has the same id, so that a mail server that got it twice can tell. */
const messageId = (key: string, from: string) =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'weft'}>`
