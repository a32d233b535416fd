import { createHash } from 'node:crypto'
import type { Transporter } from 'nodemailer'
import type { MailSender } from '@weft/kit/define/mail-session.ts'
import { partlyRefused, smtpError } from './errors.ts'

type Info = { rejected?: (string | { address: string })[]; rejectedErrors?: { response?: string }[] }

export const senderBy = (transport: Transporter, { host, from: own }: { host: string; from: string }): MailSender => ({
  async send({ from = own, to, cc, bcc, reply_to, subject, text, html, attachments, key }) {
    const info = (await transport
      .sendMail({
        from,
        to,
        cc,
        bcc,
        subject,
        text,
        attachments: attachments.map(({ name, content }) => ({ filename: name, content: Buffer.from(content) })),
        messageId: messageIdOf(key, from),
        ...(reply_to !== undefined && { replyTo: reply_to }),
        ...(html !== undefined && { html }),
      })
      .catch((cause: unknown) => {
        throw smtpError(host, cause)
      })) as Info
    const rejected = (info.rejected ?? []).map((one) => (typeof one === 'string' ? one : one.address))
    if (rejected.length > 0) throw partlyRefused(rejected, info.rejectedErrors?.[0]?.response ?? '')
  },
  close: async () => transport.close(),
})

/** The same for a mail that is sent again, so that whoever gets it twice can tell. */
const messageIdOf = (key: string, from: string) =>
  `<${createHash('sha256').update(key).digest('hex').slice(0, 32)}@${/@([\w.-]+)/.exec(from)?.[1] ?? 'weft'}>`
