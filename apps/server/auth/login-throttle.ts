import type { SecuritySettings } from '@weft/catalogue/resources/setting/security.ts'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import {
  accountKey,
  addressKey,
  addressShare,
  countFailures,
  deviceKey,
  forget,
  secondsToWait,
} from '@weft/kit/throttle/throttle.server.ts'
import { sql } from 'kysely'
import type { Recipient } from './account-mails.ts'

const texts = defineMessages({
  throttled: {
    en: 'Too many login attempts. Please wait {minutes, plural, one {a minute} other {# minutes}} and try again.',
    de: 'Zu viele Anmeldeversuche. Bitte warten Sie {minutes, plural, one {eine Minute} other {# Minuten}} und versuchen Sie es erneut.',
  },
})

/** Somebody trying to sign in: as whom, from where, and on which device if the account knows it. */
export type Attempt = { email: string; address: string; device: string | undefined }

/** A device that is known answers for itself alone: what strangers do elsewhere keeps nobody out there, nor the other way round. */
const keysOf = ({ email, address, device }: Attempt) =>
  device ? [deviceKey(device)] : [accountKey(email), addressKey(address)]

/** Throws AUTH_THROTTLED while an account, address or device has to wait, whether somebody has the account or not. */
export async function refuseThrottled(trx: Scoped, attempt: Attempt, options: { lock?: boolean } = {}): Promise<void> {
  const seconds = await secondsToWait(trx, keysOf(attempt), options)
  if (seconds > 0) throw throttled(seconds)
}

export const throttled = (seconds: number) =>
  new WeftError(429, 'AUTH_THROTTLED', texts.throttled({ minutes: Math.ceil(seconds / 60) }), {
    retry_after: Math.ceil(seconds),
  })

/**
 * Counts a wrong password or code. Too many in a row lock the account for devices it does not know; whom that has just locked out is
 * answered. On a known device they only end that it is known.
 */
export function countFailure(
  db: Database,
  attempt: Attempt,
  settings: SecuritySettings,
): Promise<Recipient | undefined> {
  const { email, device } = attempt
  return inScope(db, systemScope, async (trx) => {
    const [inARow] = await countFailures(
      trx,
      keysOf(attempt).map((key, i) => ({ ...settings, key, tries: settings.tries * (i === 1 ? addressShare : 1) })),
    )
    // The same statements whether the account exists or not, so that the time they take tells nothing.
    const locks = !device && inARow! >= settings.attempts_before_lock
    return trx
      .updateTable('users')
      .set({ locked_at: sql`now()` })
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .where('locked_at', 'is', null)
      .where(sql<boolean>`${locks}`)
      .returning(['email', 'first_name', 'last_name', 'language'])
      .executeTakeFirst()
  })
}

/** After a completed sign-in, a reset or an unlocking nothing is held against the account. */
export const forgetFailures = (trx: Scoped, email: string) => forget(trx, [accountKey(email)])
