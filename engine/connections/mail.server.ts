import { createHash } from 'node:crypto'
import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { notFound } from '@weft/kit/errors/common.ts'
import { Conflict, type WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { MailBodies } from '../mail/archive.server.ts'
import { readAttachments } from '../mail/attachments.server.ts'
import { composeMail, type WriteElsewhere } from '../mail/compose.server.ts'
import { logAgain, logMail, noteDelivery } from '../mail/mail-log.server.ts'
import type { MailOrder, Sender } from '../mail/order.ts'
import { openTransports, type MailTransport } from '../mail/transport.server.ts'
import { mailSettings, ownTransport } from '../mail/wording.server.ts'
import { allowList, openEgress } from './egress.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

const texts = defineMessages({
  masked: {
    en: 'This mail had a code or a link in it that is not kept. Please have a new one sent where it came from.',
    de: 'In dieser E-Mail stand ein Code oder Link, der nicht aufbewahrt wird. Bitte lassen Sie dort, wo sie herkam, eine neue senden.',
  },
  received: {
    en: 'This mail was received, not sent from here.',
    de: 'Diese E-Mail wurde empfangen und nicht von hier gesendet.',
  },
  noServer: { en: 'No mail server is set up yet.', de: 'Es ist noch kein Mailserver eingerichtet.' },
  gone: {
    en: 'The attachments of this mail are not there any more.',
    de: 'Die Anhänge dieser E-Mail sind nicht mehr vorhanden.',
  },
})

export type Mailer = {
  /**
   * Writes a mail of a class in the words of the tenant or provider, logs it and sends it. While no transport is set it stays in
   * the log as kept; one that the log says is sent is not sent again.
   */
  send<Key extends string>(sender: Sender, order: MailOrder<Key>): Promise<'kept' | 'sent'>
  /** Sends a mail of the log as it was kept: the same one where it has not left yet, otherwise once more with an entry of its own. */
  resend(sender: Sender, id: string, said: MailBodies): Promise<'kept' | 'sent'>
  close(): void
}

/** `elsewhere` is asked to write where somebody else's process must not be held by it; the provider's own words are written here. */
export function openMailer(db: Database, key: Keyring, elsewhere?: WriteElsewhere): Mailer {
  const transports = openTransports(key)
  const egress = openEgress(allowList(db))

  async function send<Key extends string>(sender: Sender, order: MailOrder<Key>) {
    const { letter, kept, inline, own, email } = await composeMail(db, elsewhere, sender, order)
    const out = await wayOut(sender.project_id, own, email)
    const attachments = [...inline, ...(await readAttachments(sender, order.attachments ?? []))]
    const outcome = await inScope(db, scopeOf(sender), async (trx): Promise<'kept' | 'sent' | WeftError> => {
      const log = await logMail(trx, sender, order, kept, out?.from ?? '')
      if (log.status === 'sent') return 'sent'
      if (!out) return 'kept'
      const delivery = await out.deliver({
        ...letter,
        to: order.to,
        attachments,
        headers: order.headers ?? {},
        messageId: messageId(log.key, out.from),
      })
      return noteDelivery(trx, log.id, out.from, delivery)
    })
    if (typeof outcome !== 'string') throw outcome
    return outcome
  }

  /** Through the project's own server where it has one, which must not lead inside; through the installation's otherwise. */
  const wayOut = (
    project_id: string | undefined,
    own: Partial<MailTransport> | undefined,
    email: Partial<MailTransport>,
  ) =>
    own ? transports.of(project_id!, { ...own, debug: email.debug ?? 0 }, egress.resolve) : transports.of('weft', email)

  async function resend(sender: Sender, id: string, said: MailBodies) {
    const { mail, email, own } = await inScope(db, systemScope, async (trx) => ({
      mail: await trx.selectFrom('mail_logs').selectAll().where('id', '=', id).executeTakeFirst(),
      ...(await mailSettings(trx)),
      own: await ownTransport(trx, sender.project_id),
    }))
    if (!mail || (mail.tenant_id ?? undefined) !== sender.tenant_id) throw notFound()
    if (mail.status === 'received') throw new Conflict('MAIL_RECEIVED', texts.received())
    if (mail.masked) throw new Conflict('MAIL_MASKED', texts.masked())
    const out = await wayOut(sender.project_id, own, email)
    if (!out) throw new Conflict('MAIL_NO_SERVER', texts.noServer())
    const attachments = await readAttachments(
      sender,
      (mail.parameters as { attachments?: string[] }).attachments ?? [],
    ).catch(() => {
      throw new Conflict('MAIL_ATTACHMENTS_GONE', texts.gone())
    })
    const outcome = await inScope(db, scopeOf(sender), async (trx) => {
      const log =
        mail.status === 'sent' ? await logAgain(trx, { ...mail, ...said, archived_at: null }) : { id, key: mail.key! }
      const delivery = await out.deliver({
        subject: mail.title,
        text: said.body,
        html: said.html,
        to: mail.recipient.split(', '),
        attachments,
        headers: {},
        messageId: messageId(log.key, out.from),
      })
      return noteDelivery(trx, log.id, out.from, delivery)
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

const scopeOf = ({ tenant_id, project_id }: Sender) =>
  tenant_id ? ({ level: 'tenant', tenant_id, project_id } as const) : systemScope

/** The same mail has the same id, so that a mail server that got it twice can tell. */
const messageId = (key: string, from: string) =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'weft'}>`
