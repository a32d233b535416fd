import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'

export type SignIn = { email: string; password: string; about: string }

/**
 * Makes the first administrator on an empty installation and answers how he signs in; nothing when there is one already. His
 * domain becomes the provider's workspace. Several servers may start at once: the first one does it.
 */
export function firstStart(db: Database, environment = process.env): Promise<SignIn | undefined> {
  const email = (environment['WEFT_ADMIN_EMAIL'] ?? 'admin@weft.example').toLowerCase()
  return inScope(db, systemScope, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('weft first start'))`.execute(trx)
    const known = await trx.selectFrom('users').select('id').where('kind', '=', 'admin').limit(1).executeTakeFirst()
    if (known) return undefined
    const password = environment['WEFT_ADMIN_PASSWORD'] ?? generatePassword()
    await trx.insertInto('users').values({ kind: 'admin', role: 'admin', email, first_name: 'Ada', last_name: 'Admin', password_hash: await hashPassword(password) }).execute()
    await trx.insertInto('settings').values({ key: 'admin_workspace', value: JSON.stringify(email.split('@')[1]) }).execute()
    // The demo shows its sign-ins, so a password made up here is kept for it; one the operator chose is nowhere but in his hands.
    if (environment['WEFT_DEMO'] !== '0' && !environment['WEFT_ADMIN_PASSWORD']) await trx.insertInto('settings').values({ key: 'first_password', value: JSON.stringify(password) }).execute()
    return { email, password, about: 'admin' }
  })
}
