import type { Answer, ListRow } from '@weft/kit/contracts/client.ts'
import type { Tone } from '@weft/kit/ui/bits.tsx'

/** Where a list of mails comes from: those of the project, or of the installation itself. */
export type MailsPath = '/mail_logs' | '/settings/email/log'
export type Mail = ListRow<MailsPath>
export type WholeMail = Answer<'GET', `${MailsPath}/${string}`>['data']
export type MailStatus = Mail['status']

export const tones: Record<MailStatus, Tone> = { kept: 'amber', sent: 'green', failed: 'red', received: 'blue' }
