import { randomUUID } from 'node:crypto'
import { accountLocked } from '@weft/catalogue/mails/account-locked.ts'
import { invitation } from '@weft/catalogue/mails/invitation.ts'
import { passwordChanged } from '@weft/catalogue/mails/password-changed.ts'
import { passwordReset } from '@weft/catalogue/mails/password-reset.ts'
import { signInCode } from '@weft/catalogue/mails/sign-in-code.ts'
import type { MailClass, MailValues } from '@weft/kit/define/mail.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import { createSemaphore } from '@weft/kit/semaphore/semaphore.ts'
import type { AppContext } from '../context.ts'

const texts = defineMessages({
  minutes: {
    en: '{minutes, plural, one {one minute} other {# minutes}}',
    de: '{minutes, plural, one {eine Minute} other {# Minuten}}',
  },
  days: { en: '{days, plural, one {one day} other {# days}}', de: '{days, plural, one {einen Tag} other {# Tage}}' },
})

export type Recipient = { email: string; first_name: string; last_name: string; language: string }

export const sendCodeMail = (deps: Posting, to: Recipient, code: string, minutes: number) =>
  sendAccountMail(deps, to, signInCode, { code, valid_for: texts.minutes({ minutes }) })
export const sendResetMail = (deps: Posting, to: Recipient, link: string, minutes: number) =>
  sendAccountMail(deps, to, passwordReset, { link, valid_for: texts.minutes({ minutes }) })
export const sendInvitation = (deps: Posting, to: Recipient, link: string, days: number) =>
  sendAccountMail(deps, to, invitation, { link, valid_for: texts.days({ days }) })
export const sendChangedMail = (deps: Posting, to: Recipient) => sendAccountMail(deps, to, passwordChanged, {})
export const sendLockedMail = (deps: Posting, to: Recipient) => sendAccountMail(deps, to, accountLocked, {})

// Each holds a connection of the database while the mail server answers.
const sending = createSemaphore({ at_once: 3, waiting: 200, full: () => new Error('too many mails are waiting') })

type Posting = AppContext<'mailer'>

/** Sends a letter of the installation in its reader's language. */
async function sendAccountMail<Key extends string>(
  { mailer }: Posting,
  to: Recipient,
  mail: MailClass<Key>,
  variables: MailValues<Key>,
): Promise<'kept' | 'sent' | 'failed'> {
  const name = [to.first_name, to.last_name].filter(Boolean).join(' ')
  try {
    return await sending(() =>
      mailer.send(
        {},
        { mail, variables, to: [to.email], name, language: to.language as Language, key: `account:${randomUUID()}` },
      ),
    )
  } catch (error) {
    return ignoring('the mail of an account did not leave', 'failed')(error)
  }
}
