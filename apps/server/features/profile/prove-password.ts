import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { invalidField } from '@weft/kit/errors/common.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { passwordFits } from '@weft/kit/secrets/passwords.server.ts'

const texts = defineMessages({
  wrongPassword: { en: 'This is not your current password.', de: 'Das ist nicht Ihr aktuelles Passwort.' },
})

/** For routes that ask for the password, which must not be tried out there either. */
export const provingRate = { rateLimit: { max: 20, timeWindow: '1 minute' } } as const

/** What is somebody's own, whatever level they are of. */
export const asUser = <T>(db: Database, user: Caller, work: (trx: Scoped) => Promise<T>) =>
  inScope(db, { ...systemScope, user_id: user.id }, work)

export async function provePassword(db: Database, user: Caller, password: string) {
  const { password_hash } = await asUser(db, user, (trx) =>
    trx.selectFrom('users').select('password_hash').where('id', '=', user.id).executeTakeFirstOrThrow(),
  )
  if (!(await passwordFits(password_hash, password))) throw invalidField('current_password', texts.wrongPassword())
}
