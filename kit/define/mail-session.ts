import type { Message } from '../messages/messages.ts'

/** A folder of a mailbox. */
type FoundMailFolder = { name: string; messages: number | null; unseen: number | null }

export type MailAddress = { name: string; address: string }

export type ReceivedMail = {
  /** Tells the mail from all others of its folder for as long as the folder lives. */
  id: string
  message_id: string
  in_reply_to: string
  from: MailAddress[]
  to: MailAddress[]
  cc: MailAddress[]
  reply_to: MailAddress[]
  subject: string
  /** When it was sent, as ISO 8601; empty where it does not say. */
  sent_at: string
  received_at: string
  text: string
  html: string
  flags: string[]
  attachments: { name: string; type: string; content: Uint8Array }[]
  /** It is larger than what was to be read: neither text nor attachments are here. */
  too_large: boolean
}

/** What becomes of a mail that was read. */
export type MailMark = { seen?: boolean; flagged?: boolean; move_to?: string; delete?: true }

/** `cursor` as of any source; of systems that cannot tell where a reading stands there is none, and `settle` says that it is safe. */
export type MailBatch = {
  mails: ReceivedMail[]
  cursor?: unknown
  settle?: () => Promise<void>
  /** What people should know of it, such as that a mailbox was made anew and is read from its beginning. */
  notice?: Message
}

/** An open line to a mailbox. */
export type MailboxSession = {
  folders(): Promise<FoundMailFolder[]>
  /** What came, the oldest first, behind `cursor` where one is given; parsed one by one, as each may be large. */
  receive(
    query: { folder: string; limit: number; only_unseen: boolean; max_bytes: number },
    cursor?: unknown,
  ): AsyncIterable<MailBatch>
  /** Systems without flags and folders only delete. Throws Invalid for what the system cannot do. */
  mark(folder: string, ids: readonly string[], mark: MailMark): Promise<void>
  close(): Promise<void>
}

export type OutgoingMail = {
  /** The connection's own sender unless said. */
  from?: string | undefined
  to: string[]
  cc: string[]
  bcc: string[]
  reply_to?: string | undefined
  subject: string
  text: string
  html?: string | undefined
  attachments: { name: string; content: Uint8Array }[]
  /** The same for a mail that is sent again: becomes its Message-ID. */
  key: string
}

/** An open line to a server that takes mails. */
export type MailSender = {
  /** Throws Invalid for a mail the server will never take, Unavailable where another try may help. */
  send(mail: OutgoingMail): Promise<void>
  close(): Promise<void>
}
