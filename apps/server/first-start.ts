import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { environment, type Environment } from '@weft/kit/env/environment.server.ts'
import { sql } from 'kysely'
import { generatePassword } from '@weft/kit/secrets/generate-password.ts'
import { hashPassword } from '@weft/kit/secrets/passwords.server.ts'

export type SignIn = { email: string; password: string; about: string }

/**
 * Makes the first administrator on an empty installation and answers how they sign in; nothing when there is one
 * already. Their domain becomes the provider's workspace. Several servers may start at once: the first one does it.
 */
export function firstStart(
  db: Database,
  {
    WEFT_ADMIN_EMAIL,
    WEFT_ADMIN_PASSWORD,
  }: Pick<Environment, 'WEFT_ADMIN_EMAIL' | 'WEFT_ADMIN_PASSWORD'> = environment(),
): Promise<SignIn | undefined> {
  const email = WEFT_ADMIN_EMAIL.toLowerCase()
  return inScope(db, systemScope, async (trx) => {
    await sql`select pg_advisory_xact_lock(hashtext('weft first start'))`.execute(trx)
    const known = await trx.selectFrom('users').select('id').where('kind', '=', 'admin').limit(1).executeTakeFirst()
    if (known) return undefined
    const password = WEFT_ADMIN_PASSWORD ?? generatePassword()
    await trx
      .insertInto('users')
      .values({
        kind: 'admin',
        role: 'admin',
        email,
        first_name: 'Ada',
        last_name: 'Admin',
        password_hash: await hashPassword(password),
      })
      .execute()
    await trx
      .insertInto('settings')
      .values({ key: 'admin_workspace', value: JSON.stringify(email.split('@')[1]) })
      .execute()
    return { email, password, about: 'admin' }
  })
}
