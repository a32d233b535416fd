import { createHash, createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { environment } from '@weft/kit/env/environment.server.ts'
import { Invalid, Unauthorised, WeftError } from '@weft/kit/errors/errors.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { AppContext } from '../context.ts'
import { sendCodeMail, type Recipient } from './account-mails.ts'
import { useCode } from './authenticator.ts'
import { isTrusted } from './devices.ts'
import { throttled } from './login-throttle.ts'
import type { Keyring } from '@weft/kit/secrets/keyring.server.ts'

const texts = defineMessages({
  byMail: {
    en: 'A two-factor code is required on a new device or from a new address. It was sent to {address}.',
    de: 'Auf einem neuen Gerät oder von einer neuen Adresse ist ein Zwei-Faktor-Code erforderlich. Er wurde an {address} gesendet.',
  },
  byApplication: {
    en: 'A two-factor code is required on a new device or from a new address. Your authenticator application shows it.',
    de: 'Auf einem neuen Gerät oder von einer neuen Adresse ist ein Zwei-Faktor-Code erforderlich. Ihre Authenticator-App zeigt ihn an.',
  },
  wrong: { en: 'The two-factor code is wrong.', de: 'Der Zwei-Faktor-Code ist falsch.' },
  over: {
    en: 'This sign-in has expired. Please sign in again.',
    de: 'Diese Anmeldung ist abgelaufen. Bitte melden Sie sich erneut an.',
  },
  soon: {
    en: 'Please wait {seconds, plural, one {one second} other {# seconds}} before you ask for another code.',
    de: 'Bitte warten Sie {seconds, plural, one {eine Sekunde} other {# Sekunden}}, bevor Sie einen weiteren Code anfordern.',
  },
})

/** How long a sign-in waits for its code, how often one may be tried, and how often one is sent. */
const challengeMinutes = 30
const mostTries = 5
const secondsBetween = 60
const mostResends = 5
/** Milliseconds a sign-in waits to say whether its mail has left. */
const longestSending = 4_000

export type ChallengedUser = Recipient & { id: string }
type Method = 'mail' | 'totp'

const digest = (token: string) => createHash('sha256').update(token).digest()
/** Six digits are soon tried out; without the key their hash tells nothing. */
const codeHash = (key: Keyring, id: string, code: string) =>
  createHmac('sha256', key.root).update(`${id} ${code}`).digest()

/** The second factor this sign-in needs: none from a trusted device where it was before, nor while a code could not arrive. */
export async function neededFactor(
  trx: Scoped,
  { security, mailWorks }: AppContext<'mailWorks' | 'security'>,
  user_id: string,
  request: FastifyRequest,
): Promise<Method | undefined> {
  const own = await trx
    .selectFrom('authenticators')
    .select('user_id')
    .where('user_id', '=', user_id)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst()
  const method = own
    ? 'totp'
    : (await security()).two_factor && environment().WEFT_TWO_FACTOR !== 'off' && (await mailWorks())
      ? 'mail'
      : undefined
  return method && (await isTrusted(trx, user_id, request)) ? undefined : method
}

/** Keeps the sign-in waiting for its code, which a mail brings or the application shows, and says so as an error. */
export async function challenge(
  context: AppContext<'db' | 'key' | 'mailer' | 'security'>,
  user: ChallengedUser,
  method: Method,
): Promise<WeftError> {
  const token = randomBytes(32).toString('base64url')
  const id = await inScope(context.db, systemScope, async (trx) => {
    if (method === 'mail') await refuseTooMany(trx, user.id)
    await trx
      .deleteFrom('sign_in_challenges')
      .where('user_id', '=', user.id)
      .where('created_at', '<', sql<string>`now() - interval '1 day'`)
      .execute()
    return (
      await trx
        .insertInto('sign_in_challenges')
        .values({ user_id: user.id, token_hash: digest(token), method })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id
  })
  const sent = method === 'mail' ? await sendCode(context, id, user) : undefined
  const address = masked(user.email)
  const { code_minutes, device_days } = await context.security()
  const meta = {
    challenge: token,
    method,
    code_minutes,
    device_days,
    ...(method === 'mail' && { address, sent, resend_after: secondsBetween }),
  }
  return new Unauthorised('AUTH_2FA_REQUIRED', method === 'mail' ? texts.byMail({ address }) : texts.byApplication(), {
    meta,
  })
}

/** Sends another code; the tries that were made stay counted. */
export async function resend(context: AppContext<'db' | 'key' | 'mailer' | 'security'>, token: string) {
  const { user, id } = await inScope(context.db, systemScope, async (trx) => {
    const open = await openChallenge(trx, token)
    if (open.method !== 'mail') throw over()
    const left = secondsBetween - open.since_sent
    if (left > 0)
      throw new WeftError(429, 'AUTH_2FA_WAIT', texts.soon({ seconds: Math.ceil(left) }), {
        retry_after: Math.ceil(left),
      })
    await refuseTooMany(trx, open.user_id)
    const user = await trx
      .selectFrom('users')
      .select(['id', 'email', 'first_name', 'last_name', 'language'])
      .where('id', '=', open.user_id)
      .executeTakeFirstOrThrow()
    return { user, id: open.id }
  })
  return { sent: await sendCode(context, id, user), resend_after: secondsBetween }
}

async function sendCode(context: AppContext<'db' | 'key' | 'mailer' | 'security'>, id: string, user: ChallengedUser) {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const { code_minutes } = await context.security()
  await inScope(context.db, systemScope, (trx) =>
    trx
      .updateTable('sign_in_challenges')
      .set({
        code_hash: codeHash(context.key, id, code),
        code_until: sql`now() + make_interval(mins => ${code_minutes})`,
        sent_at: sql`now()`,
        sends: sql`sends + 1`,
      })
      .where('id', '=', id)
      .execute(),
  )
  // A mail server that takes its time keeps nobody waiting; the mail goes out all the same, and the log says what became of it.
  return Promise.race([
    sendCodeMail(context, user, code, code_minutes).then((outcome) => outcome === 'sent'),
    sleep(longestSending, undefined, { ref: false }),
  ])
}

async function refuseTooMany(trx: Scoped, user_id: string) {
  const { sends } = await trx
    .selectFrom('sign_in_challenges')
    .select(sql<number>`coalesce(sum(sends), 0)::int`.as('sends'))
    .where('user_id', '=', user_id)
    .where('sent_at', '>', sql<string>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow()
  if (sends > mostResends) throw throttled(20 * 60)
}

async function openChallenge(trx: Scoped, token: string) {
  const found = await trx
    .selectFrom('sign_in_challenges')
    .selectAll()
    .select(sql<number>`coalesce(extract(epoch from now() - sent_at), 1e9)::float`.as('since_sent'))
    .select(sql<boolean>`coalesce(code_until > now(), false)`.as('code_lives'))
    .where('token_hash', '=', digest(token))
    .where('used_at', 'is', null)
    .where('created_at', '>', sql<string>`now() - make_interval(mins => ${challengeMinutes})`)
    .forUpdate()
    .executeTakeFirst()
  if (!found || found.tries >= mostTries) throw over()
  return found
}

/** Whose sign-in waits. */
export const challengedUser = async (trx: Scoped, token: string) => (await openChallenge(trx, token)).user_id

/** Takes a code: true once, for the right one. A try is counted before anything is compared. */
export async function answerChallenge(
  { key }: AppContext<'key'>,
  trx: Scoped,
  token: string,
  code: string,
): Promise<boolean> {
  const open = await openChallenge(trx, token)
  await trx
    .updateTable('sign_in_challenges')
    .set({ tries: open.tries + 1 })
    .where('id', '=', open.id)
    .execute()
  const right =
    open.method === 'totp'
      ? await useCode(trx, key, open.user_id, code)
      : open.code_lives &&
        open.code_hash !== null &&
        timingSafeEqual(open.code_hash, codeHash(key, open.id, code.replace(/\s/g, '')))
  if (right)
    await trx
      .updateTable('sign_in_challenges')
      .set({ used_at: sql`now()`, code_hash: null })
      .where('id', '=', open.id)
      .execute()
  return right
}

export const wrongCode = () => new Invalid('AUTH_2FA_WRONG', texts.wrong())
const over = () => new Invalid('AUTH_2FA_OVER', texts.over())

/** `kim@hanse.example` → `k••@hanse.example`: enough to know which mailbox to open. */
const masked = (email: string) => email.replace(/^(.).*(?=@)/, '$1••')
