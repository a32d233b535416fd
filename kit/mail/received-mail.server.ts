import type { AddressObject, EmailAddress } from 'mailparser'
import type { MailAddress, ReceivedMail } from '../define/mail-session.ts'

type Known = Pick<ReceivedMail, 'id' | 'flags' | 'too_large'> & { received_at?: string }

/** A mail as it came over the line, taken apart. What cannot be understood in it is left out, never the mail. */
export async function receivedMail(source: Buffer, { received_at = '', ...known }: Known): Promise<ReceivedMail> {
  const { simpleParser } = await import('mailparser')
  const mail = await simpleParser(source, { skipTextToHtml: true, skipImageLinks: true, skipTextLinks: true })
  const sent = mail.date && !Number.isNaN(mail.date.getTime()) ? mail.date.toISOString() : ''
  return {
    ...known,
    message_id: mail.messageId ?? '',
    in_reply_to: mail.inReplyTo ?? '',
    from: addressesOf(mail.from),
    to: addressesOf(mail.to),
    cc: addressesOf(mail.cc),
    reply_to: addressesOf(mail.replyTo),
    subject: mail.subject ?? '',
    sent_at: sent,
    received_at: received_at || sent,
    text: known.too_large ? '' : (mail.text ?? ''),
    html: known.too_large || !mail.html ? '' : mail.html,
    attachments: known.too_large
      ? []
      : mail.attachments.map(({ filename, contentType, content }, i) => ({
          name: filename ?? `attachment-${i + 1}`,
          type: contentType,
          content,
        })),
  }
}

/** Those of a group stand for it. */
const addressesOf = (found: AddressObject | AddressObject[] | undefined): MailAddress[] =>
  [found ?? []].flat().flatMap(({ value }) => value.flatMap(membersOf))

const membersOf = ({ name, address, group }: EmailAddress): MailAddress[] =>
  group ? group.flatMap(membersOf) : address ? [{ name, address }] : []
