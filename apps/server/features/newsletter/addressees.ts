import { isAddress } from '@weft/kit/define/mail-addresses.ts'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { Language } from '@weft/kit/messages/messages.ts'

type Audience = 'subscribers' | 'partners' | 'tenants' | 'users'
type Addressee = { email: string; name: string; language: Language }

/** Who gets a newsletter: each address once, and nobody who has said that they want none. */
export async function addressees(trx: Scoped, audience: Audience): Promise<Addressee[]> {
  const out = await trx
    .selectFrom('newsletter_subscribers')
    .select('email')
    .where('status', '=', 'unsubscribed')
    .execute()
  const gone = new Set(out.map(({ email }) => email.toLowerCase()))
  const found = new Map<string, Addressee>()
  for (const { email, name, language } of await people(trx, audience)) {
    const address = email.trim().toLowerCase()
    if (isAddress(address) && !gone.has(address) && !found.has(address))
      found.set(address, { email: address, name: name.trim(), language: language === 'en' ? 'en' : 'de' })
  }
  return [...found.values()]
}

async function people(trx: Scoped, audience: Audience): Promise<{ email: string; name: string; language: string }[]> {
  if (audience === 'subscribers')
    return trx
      .selectFrom('newsletter_subscribers')
      .select(['email', 'name', 'language'])
      .where('status', '=', 'subscribed')
      .orderBy('email')
      .execute()
  if (audience === 'tenants')
    return (
      await trx
        .selectFrom('tenants')
        .select(['email', 'contact_person', 'language'])
        .where('active', '=', true)
        .where('email', '<>', '')
        .orderBy('email')
        .execute()
    ).map((row) => ({ ...row, name: row.contact_person }))
  const users = await trx
    .selectFrom('users')
    .select(['email', 'first_name', 'last_name', 'language', 'kind'])
    .where('active', '=', true)
    .orderBy('email')
    .execute()
  return users
    .filter(({ kind }) => audience === 'users' || kind === 'partner')
    .map((user) => ({ ...user, name: `${user.first_name} ${user.last_name}` }))
}
