import { inScope, systemScope, type Database } from '@weft/kit/database/connect.server.ts'
import { sql } from 'kysely'
import { passwordLink } from './password-links.ts'
import { forgetFailures } from './login-throttle.ts'

/** Unlocks an account at the console, and makes a link that sets a new password once; nothing when nobody has the address. */
export const unlockAccount = (
  db: Database,
  email: string,
): Promise<{ email: string; link: string | undefined } | undefined> =>
  inScope(db, systemScope, async (trx) => {
    const user = await trx
      .updateTable('users')
      .set({ locked_at: null })
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .returning(['id', 'email', 'first_name', 'last_name', 'language', 'active'])
      .executeTakeFirst()
    if (!user) return undefined
    await forgetFailures(trx, user.email)
    return {
      email: user.email,
      link: user.active ? await passwordLink(trx, user, 'reset', sql`now() + interval '1 hour'`) : undefined,
    }
  })
