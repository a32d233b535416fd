import { createHash, randomBytes } from 'node:crypto'
import { emailSettings } from '@weft/catalogue/resources/setting/email.ts'
import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { readSettings } from '@weft/kit/database/settings.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { sendChangedMail, sendInvitation, sendResetMail } from './account-mails.ts'
import { revokeDevices } from './devices.ts'
import { refuseWeakPassword } from './password-rules.ts'
import { endSessions } from './sessions.ts'
import { forgetFailures } from './login-throttle.ts'

const texts = defineMessages({
  over: {
    en: 'This link has expired or was used already. Please ask for a new one.',
    de: 'Dieser Link ist abgelaufen oder wurde bereits verwendet. Bitte fordern Sie einen neuen an.',
  },
})

/** So many resets of one account an hour; more would only fill its mailbox. */
const mostResets = 3

type Account = { id: string; email: string; first_name: string; last_name: string; language: string }
const digest = (token: string) => createHash('sha256').update(token).digest()

/** Mails a link that sets a new password. Says nothing of whether anybody has the address. */
export async function requestReset(
  context: AppContext<'db' | 'mailer' | 'security'>,
  email: string,
  isTheirs: (user: { kind: string; email: string }) => boolean,
): Promise<void> {
  const { reset_minutes } = await context.security()
  const found = await inScope(context.db, systemScope, async (trx) => {
    const user = await trx
      .selectFrom('users')
      .selectAll()
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .executeTakeFirst()
    if (!user || !user.active || !isTheirs(user)) return undefined
    const { asked } = await trx
      .selectFrom('password_links')
      .select(sql<number>`count(*)::int`.as('asked'))
      .where('user_id', '=', user.id)
      .where('purpose', '=', 'reset')
      .where('created_at', '>', sql<string>`now() - interval '1 hour'`)
      .executeTakeFirstOrThrow()
    if (asked >= mostResets) return undefined
    return { user, url: await passwordLink(trx, user, 'reset', sql`now() + make_interval(mins => ${reset_minutes})`) }
  })
  if (found) await sendResetMail(context, found.user, found.url, reset_minutes)
}

/** Invites somebody to set a first password. Where no mail can leave, whoever invites is given the link to hand on. */
export async function invite(
  context: AppContext<'db' | 'mailer' | 'security'>,
  user: Account,
): Promise<{ mail: 'kept' | 'sent' | 'failed'; link?: string }> {
  const { invitation_days } = await context.security()
  const link = await inScope(context.db, systemScope, async (trx) => {
    await trx
      .updateTable('users')
      .set({ invited_at: sql`now()` })
      .where('id', '=', user.id)
      .execute()
    return passwordLink(trx, user, 'invitation', sql`now() + make_interval(days => ${invitation_days})`)
  })
  const mail = await sendInvitation(context, user, link, invitation_days)
  return mail === 'sent' ? { mail } : { mail, link }
}

/** What a link is for, to show it before a password is asked. */
export const readLink = async (trx: Scoped, token: string) => {
  const link = await trx
    .selectFrom('password_links as l')
    .innerJoin('users as u', 'u.id', 'l.user_id')
    .select(['l.id', 'l.purpose', 'u.id as user_id', 'u.email', 'u.kind', 'u.first_name', 'u.last_name', 'u.language'])
    .where('l.token_hash', '=', digest(token))
    .where('l.used_at', 'is', null)
    .where('l.expires_at', '>', sql<string>`now()`)
    .where('u.active', '=', true)
    .executeTakeFirst()
  if (!link) throw new Invalid('LINK_OVER', texts.over())
  return link
}

/** Sets the password a link stands for: unlocks the account, ends its sessions, trusts no device any more. A link is good once. */
export async function setPassword(
  context: AppContext<'db' | 'mailer' | 'security'>,
  token: string,
  password: string,
  isTheirs: (user: { kind: string; email: string }) => boolean,
): Promise<void> {
  const link = await inScope(context.db, systemScope, (trx) => readLink(trx, token))
  if (!isTheirs(link)) throw new Invalid('LINK_OVER', texts.over())
  await refuseWeakPassword(context, 'password', password, [link.email, link.first_name, link.last_name])
  const password_hash = await hashPassword(password)
  await inScope(context.db, systemScope, async (trx) => {
    const { numUpdatedRows } = await trx
      .updateTable('password_links')
      .set({ used_at: sql`now()` })
      .where('user_id', '=', link.user_id)
      .where('used_at', 'is', null)
      .where((eb) =>
        eb.exists(trx.selectFrom('password_links').select('id').where('id', '=', link.id).where('used_at', 'is', null)),
      )
      .executeTakeFirstOrThrow()
    if (numUpdatedRows === 0n) throw new Invalid('LINK_OVER', texts.over())
    await trx.updateTable('users').set({ password_hash, locked_at: null }).where('id', '=', link.user_id).execute()
    await forgetFailures(trx, link.email)
    await endSessions(trx, link.user_id)
    await revokeDevices(trx, link.user_id)
  })
  if (link.purpose === 'reset') void sendChangedMail(context, link)
}

/** A link that sets a password once. The token stands behind the `#`, where no server, log or foreign page sees it. */
export async function passwordLink(
  trx: Scoped,
  user: Account,
  purpose: 'reset' | 'invitation',
  expires_at: ReturnType<typeof sql>,
) {
  const token = randomBytes(32).toString('base64url')
  await trx
    .insertInto('password_links')
    .values({ user_id: user.id, token_hash: digest(token), purpose, expires_at: expires_at as never })
    .execute()
  const { url } = await readSettings(trx, emailSettings)
  return `${(url || environment().WEFT_URL || `http://localhost:${environment().PORT}`).replace(/\/$/, '')}/auth/password/reset#${new URLSearchParams({ token, email: user.email }).toString()}`
}
