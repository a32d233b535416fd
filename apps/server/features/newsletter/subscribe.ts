import { randomUUID } from 'node:crypto'
import { newsletterConfirmation } from '@weft/catalogue/mails/newsletter-confirmation.ts'
import { addressOf, newsletterToken } from '@weft/engine/mail/newsletter-links.server.ts'
import { mailSettings } from '@weft/engine/mail/wording.server.ts'
import { inScope, systemScope } from '@weft/kit/database/connect.server.ts'
import { Invalid } from '@weft/kit/errors/errors.ts'
import { ignoring } from '@weft/kit/log/ignore.server.ts'
import { defineMessages, type Language } from '@weft/kit/messages/messages.ts'
import { sql } from 'kysely'
import type { AppContext } from '../../context.ts'

const texts = defineMessages({ wrong: { en: 'This link is not valid.', de: 'Dieser Link ist ungültig.' } })

type Wish = { email: string; name: string; language: Language; source: 'admin' | 'page' }
type Reached = AppContext<'db' | 'key' | 'mailer'>

/**
 * Enters an address and asks it by mail whether that is wanted; nothing is sent to it before. Whoever is subscribed already is left
 * alone, and no address is asked more often than once in ten minutes.
 */
export async function subscribe(
  { db, key, mailer }: Reached,
  { email, name, language, source }: Wish,
): Promise<{ id: string; mail: 'sent' | 'kept' | 'failed' | 'none' }> {
  const { row, base } = await inScope(db, systemScope, async (trx) => {
    const known = await trx
      .selectFrom('newsletter_subscribers')
      .selectAll()
      .select(sql<boolean>`coalesce(asked_at > now() - interval '10 minutes', false)`.as('asked_lately'))
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .forUpdate()
      .executeTakeFirst()
    const { email: settings } = await mailSettings(trx)
    const base = (settings as { url?: string }).url?.replace(/\/$/, '') ?? ''
    if (known?.status === 'subscribed' || known?.asked_lately) return { row: { id: known.id, ask: false }, base }
    const asked = { status: 'pending', name, language, source, asked_at: sql<string>`now()` }
    const saved = known
      ? await trx
          .updateTable('newsletter_subscribers')
          .set(asked)
          .where('id', '=', known.id)
          .returning('id')
          .executeTakeFirstOrThrow()
      : await trx
          .insertInto('newsletter_subscribers')
          .values({ email, ...asked })
          .returning('id')
          .executeTakeFirstOrThrow()
    return { row: { id: saved.id, ask: true }, base }
  })
  if (!row.ask) return { id: row.id, mail: 'none' }
  const link = `${base}/newsletter#confirm=${newsletterToken(key, 'confirm', email)}`
  const mail = await mailer
    .send(
      {},
      {
        mail: newsletterConfirmation,
        variables: { link },
        to: [email],
        name,
        language,
        key: `newsletter:confirm:${randomUUID()}`,
      },
    )
    .catch(ignoring('the confirmation of a newsletter did not leave, and the screen says so', 'failed'))
  return { id: row.id, mail }
}

/** What the link of the mail does: from now on the newsletter comes. */
export async function confirm({ db, key }: Reached, token: string): Promise<string> {
  const email = addressOf(key, 'confirm', token)
  const found =
    email &&
    (await inScope(db, systemScope, (trx) =>
      trx
        .updateTable('newsletter_subscribers')
        .set({ status: 'subscribed', confirmed_at: sql<string>`now()`, unsubscribed_at: null })
        .where((eb) => eb(eb.fn('lower', ['email']), '=', email))
        .where('status', '<>', 'unsubscribed')
        .returning('email')
        .executeTakeFirst(),
    ))
  if (!found) throw new Invalid('NEWSLETTER_LINK', texts.wrong())
  return found.email
}

/** What the link below a newsletter does, for a subscriber as for anybody else who got it: none comes any more. */
export async function unsubscribe({ db, key }: Reached, token: string): Promise<string> {
  const email = addressOf(key, 'unsubscribe', token)
  if (!email) throw new Invalid('NEWSLETTER_LINK', texts.wrong())
  const gone = { status: 'unsubscribed', unsubscribed_at: sql<string>`now()` }
  await inScope(db, systemScope, (trx) =>
    trx
      .insertInto('newsletter_subscribers')
      .values({ email, source: 'mail', ...gone })
      .onConflict((conflict) => conflict.expression(sql`lower(email)`).doUpdateSet(gone))
      .execute(),
  )
  await inScope(db, systemScope, (trx) =>
    trx
      .updateTable('newsletter_deliveries')
      .set({ status: 'cancelled' })
      .where('email', '=', email)
      .where('status', '=', 'waiting')
      .execute(),
  )
  return email
}
