import type { MailClass, MailValues } from '@weft/kit/define/mail.ts'
import type { Files } from '@weft/kit/define/step-context.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { Mask } from '@weft/kit/secrets/mask.server.ts'
import type { Wording } from './render-mail.ts'

/** A mail to be written: its class, and what it is about. `key` is its identity: the same key is the same mail. */
export type MailOrder<Key extends string> = {
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
  /** HTML under what the mail says, and the PNG pictures it shows as `cid:` and their name. */
  below?: { html: string; pictures: { cid: string; content: Buffer }[] }
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
export type Sender = {
  tenant_id?: string | undefined
  project_id?: string | undefined
  workflow_id?: string | undefined
  job_id?: string | undefined
  files?: Pick<Files, 'stat' | 'read'>
}
