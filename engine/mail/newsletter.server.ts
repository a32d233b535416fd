import { messageOf } from '@weft/kit/errors/caught.ts'
import type pg from 'pg'
import type { MailClass } from '@weft/kit/define/mail.ts'
import type { Language } from '@weft/kit/messages/messages.ts'
import type { Mailer } from '../connections/mail.server.ts'
import type { Tidings } from '../scheduler/tidings.server.ts'
import { runWhenTold } from '../scheduler/told-interval.ts'
import { addressOfInstallation } from './installation.server.ts'
import type { Wording } from './render-mail.ts'
import { newsletterToken } from './newsletter-links.server.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

/** The kind of mail around a newsletter's text. */
export type NewsletterMail = MailClass<'subject' | 'content' | 'unsubscribe'>
type Parts = { pool: pg.Pool; mailer: Mailer; mail: NewsletterMail; key: Keyring; perMinute: () => Promise<number> }

type Delivery = { campaign_id: string; email: string; name: string; language: Language; subject: string; body: string }

/** A mail server has answered long before; a mail that is still under way then was cut off by a crash. */
const longest_ms = 5 * 60_000

/** Sends what newsletters still have to send, on any number of machines. Its own clock: nothing else waits for it. */
export function startNewsletters(parts: Parts & { tidings: Pick<Tidings, 'of'> }, { every_ms = 1_000 } = {}) {
  let stopped = false
  const told = { every_ms, table: 'newsletter_campaigns', tidings: parts.tidings }
  const clock = runWhenTold('newsletter', told, async (again) => {
    if ((await sendNewsletters(parts, every_ms, () => stopped)) > 0) again()
  })
  return {
    stop() {
      stopped = true
      return clock.stop()
    },
  }
}

/**
 * Sends as many mails as belong into this stretch of time. Each is written down as being sent before the mail server hears of it, so
 * that a process killed in between sends nobody the same newsletter twice.
 */
export async function sendNewsletters(parts: Parts, stretch_ms: number, stopped = () => false): Promise<number> {
  await giveUpOnCutOff(parts.pool)
  const { rows } = await parts.pool.query(`select 1 from newsletter_campaigns where status = 'sending' limit 1`)
  if (rows.length === 0) return 0
  const most = Math.max(1, Math.round(((await parts.perMinute()) * stretch_ms) / 60_000))
  const base = await addressOfInstallation(parts.pool)
  let sent = 0
  const one = async () => {
    while (sent < most && !stopped()) {
      sent++
      const delivery = await claim(parts.pool)
      if (!delivery) return
      await deliver(parts, delivery, base)
    }
  }
  await Promise.all([one(), one()])
  await finish(parts.pool)
  return sent
}

/** The next mail, written down as being sent. */
async function claim(pool: pg.Pool): Promise<Delivery | undefined> {
  const { rows } = await pool.query<Delivery>(
    `update newsletter_deliveries d set status = 'sending', claimed_at = now()
     from newsletter_campaigns c
     where c.id = d.campaign_id and (d.campaign_id, d.email) = (
       select w.campaign_id, w.email from newsletter_deliveries w join newsletter_campaigns k on k.id = w.campaign_id
       where w.status = 'waiting' and k.status = 'sending' limit 1 for update of w skip locked)
     returning d.campaign_id, d.email, d.name, d.language, case d.language when 'de' then c.subject_de else c.subject_en end as subject, case d.language when 'de' then c.body_de else c.body_en end as body`,
  )
  return rows[0]
}

async function deliver(
  { pool, mailer, mail, key }: Parts,
  { campaign_id, email, name, language, subject, body }: Delivery,
  base: string,
) {
  const token = newsletterToken(key, 'unsubscribe', email)
  const unsubscribe = `${base}/newsletter#unsubscribe=${token}`
  let [status, error]: [string, string | null] = ['failed', null]
  try {
    status = await mailer.send(
      {},
      {
        mail,
        variables: { subject, content: '', unsubscribe },
        within: (usual) => wordsOf(usual, { subject, body }),
        to: [email],
        name,
        language,
        key: `newsletter:${campaign_id}:${email}`,
        copy: false,
        headers: {
          'List-Unsubscribe': `<${base}/api/app/newsletter/unsubscribe/${token}>`,
          'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          Precedence: 'bulk',
        },
      },
    )
  } catch (failure) {
    error = messageOf(failure)
  }
  await pool.query(
    `update newsletter_deliveries set status = $3, error = $4, done_at = now() where campaign_id = $1 and email = $2 and status = 'sending'`,
    [campaign_id, email, status, error],
  )
}

/** The newsletter's own words inside of those that surround every newsletter. */
export const wordsOf = (usual: Wording, { subject, body }: Wording): Wording => ({
  subject,
  body: /\{\{\s*content\s*\}\}/.test(usual.body)
    ? usual.body.replace(/\{\{\s*content\s*\}\}/, () => body)
    : `${body}\n\n${usual.body}`,
})

/** What was cut off may have arrived or not; nobody gets it once more. */
const giveUpOnCutOff = (pool: pg.Pool) =>
  pool.query(
    `update newsletter_deliveries set status = 'unsure', done_at = now() where status = 'sending' and claimed_at < now() - make_interval(secs => $1)`,
    [longest_ms / 1_000],
  )

const finish = (pool: pg.Pool) =>
  pool.query(
    `update newsletter_campaigns c set status = 'sent', finished_at = now() where c.status = 'sending' and not exists (select from newsletter_deliveries d where d.campaign_id = c.id and d.status in ('waiting', 'sending'))`,
  )
