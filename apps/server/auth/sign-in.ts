import { inScope, systemScope, type Scoped } from '@weft/kit/database/connect.server.ts'
import { isListed } from '@weft/kit/define/ip-range.ts'
import { Conflict, Forbidden, Invalid } from '@weft/kit/errors/errors.ts'
import { header } from '@weft/kit/http/request.server.ts'
import { defineMessages } from '@weft/kit/messages/messages.ts'
import { passwordFits } from '@weft/kit/secrets/passwords.server.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { sendLockedMail } from './account-mails.ts'
import { trust } from './devices.ts'
import { wrongAddress } from './guard.ts'
import { knownDevice, rememberDevice } from './known-devices.ts'
import { levelOf, profileOf } from './profile.ts'
import { isAllowedUnknown } from './rights.ts'
import { answerChallenge, challenge, challengedUser, neededFactor, wrongCode } from './second-factor.ts'
import { startSession } from './sessions.ts'
import { countFailure, forgetFailures, refuseThrottled, type Attempt } from './login-throttle.ts'

const texts = defineMessages({
  wrong: { en: 'Login data do not match.', de: 'Die Anmeldedaten stimmen nicht überein.' },
  locked: {
    en: 'Your account is locked. Please contact the provider.',
    de: 'Ihr Konto ist gesperrt. Bitte wenden Sie sich an den Anbieter.',
  },
  deactivated: {
    en: 'Your account is deactivated. Please contact your partner.',
    de: 'Ihr Konto ist deaktiviert. Bitte wenden Sie sich an Ihren Partner.',
  },
  address: {
    en: 'The IP address {ip} is not allowed: you cannot sign in from your current address.',
    de: 'Die IP-Adresse {ip} ist nicht zugelassen: Von Ihrer aktuellen Adresse aus können Sie sich nicht anmelden.',
  },
})

export type Host = 'admin' | 'app'
type Call = { request: FastifyRequest; reply: FastifyReply; host: Host }
type User = Awaited<ReturnType<typeof userById>>

/**
 * Signs somebody in, or says why not. The order decides what an error gives away: waiting first, whoever asks; then the password;
 * everything about the account only after it was right.
 */
export async function signIn(
  context: AppContext<'db' | 'key' | 'mailWorks' | 'mailer' | 'security'>,
  call: Call,
  { email, password }: { email: string; password: string },
) {
  const { found, attempt } = await inScope(context.db, systemScope, async (trx) => {
    const found = await trx
      .selectFrom('users')
      .selectAll()
      .where((eb) => eb(eb.fn('lower', ['email']), '=', email.toLowerCase()))
      .executeTakeFirst()
    const attempt = { email, address: call.request.ip, device: await knownDevice(context, trx, found, call.request) }
    await refuseThrottled(trx, attempt)
    return { found, attempt }
  })
  const fits = await passwordFits(found?.password_hash, password)
  if (!found || !fits || !isAllowedHost(found, call)) {
    await failed(context, attempt)
    throw new Invalid('AUTH_INVALID', texts.wrong())
  }
  const factor = await inScope(context.db, systemScope, async (trx) => {
    const factor = await neededFactor(trx, context, found.id, call.request)
    // Whoever guesses has neither a device the account knows nor its second factor; its owner has one of them, or a reset.
    if (found.locked_at && !attempt.device && !factor)
      throw new Conflict('AUTH_LOCKED', texts.locked(), { locked: true })
    await refuseInactive(trx, found)
    await refuseAddress(trx, found, call.request)
    await refuseRoute(context, found, call.request)
    return factor
  })
  if (factor) throw await challenge(context, found, factor)
  return inScope(context.db, systemScope, (trx) =>
    admitted(context, trx, { user: found, attempt, proven: false }, call),
  )
}

/** The second half of a sign-in whose device or address was new: the code. */
export async function signInWithCode(
  context: AppContext<'db' | 'key' | 'mailer' | 'security'>,
  call: Call,
  { challenge: token, code, trust_device }: { challenge: string; code: string; trust_device: boolean },
) {
  const { user, attempt, right } = await inScope(context.db, systemScope, async (trx) => {
    const user = await userById(trx, await challengedUser(trx, token))
    if (!isAllowedHost(user, call)) throw new Invalid('AUTH_INVALID', texts.wrong())
    const attempt = {
      email: user.email,
      address: call.request.ip,
      device: await knownDevice(context, trx, user, call.request),
    }
    await refuseThrottled(trx, attempt)
    await refuseInactive(trx, user)
    await refuseAddress(trx, user, call.request)
    await refuseRoute(context, user, call.request)
    return { user, attempt, right: await answerChallenge(context, trx, token, code) }
  })
  if (!right) {
    await failed(context, attempt)
    throw wrongCode()
  }
  return inScope(context.db, systemScope, async (trx) => {
    if (trust_device) await trust(trx, user.id, call.request, call.reply, (await context.security()).device_days)
    return admitted(context, trx, { user, attempt, proven: true }, call)
  })
}

/** Whoever is locked out by this is told by mail, which nobody waits for: how long an answer takes must tell nothing. */
async function failed(context: AppContext<'db' | 'mailer' | 'security'>, attempt: Attempt) {
  const locked = await countFailure(context.db, attempt, await context.security())
  if (locked) void sendLockedMail(context, locked)
}

const userById = (trx: Scoped, id: string) =>
  trx.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

/** The provider's staff sign in at the admin host, everybody else at the app's, with the workspace of their address. */
export function isAllowedHost(
  { kind, email }: { kind: string; email: string },
  { request, host }: Omit<Call, 'reply'>,
): boolean {
  if ((kind === 'admin') !== (host === 'admin')) return false
  const workspace = header(request, 'x-workspace')
  return host === 'admin' || workspace === undefined || workspace.toLowerCase() === email.toLowerCase().split('@')[1]
}

async function refuseInactive(trx: Scoped, user: User) {
  if (!user.active) throw new Forbidden('AUTH_DEACTIVATED', texts.deactivated())
  const level = await levelOf(trx, user)
  if (level && !level.active) throw new Forbidden('AUTH_DEACTIVATED', texts.deactivated())
}

/** A user whose check is switched on may come only from where they were granted to come from. */
async function refuseAddress(trx: Scoped, user: User, request: FastifyRequest) {
  if (!user.ip_check_active) return
  const granted = await trx.selectFrom('granted_ips').select('ip_address').where('user_id', '=', user.id).execute()
  if (
    !isListed(
      request.ip,
      granted.map((one) => one.ip_address),
    )
  )
    throw new Forbidden('AUTH_IP_DENIED', texts.address({ ip: request.ip }))
}

/** The whitelist of this route may be for certain users only: who this is, is known by now. */
async function refuseRoute({ db }: AppContext<'db'>, { id, tenant_id }: User, request: FastifyRequest) {
  if (!(await isAllowedUnknown(db, request.routeOptions.url ?? '', request.ip, { id, tenant_id })))
    throw wrongAddress(request)
}

/**
 * Starts the session. Whoever guessed at the same time and failed often enough meanwhile has thrown this one out as well. A lock stays
 * for strangers when its owner comes in on a known device; who has `proven` more than the password ends it.
 */
async function admitted(
  { security, key }: AppContext<'key' | 'security'>,
  trx: Scoped,
  { user, attempt, proven }: { user: User; attempt: Attempt; proven: boolean },
  { request, reply }: Call,
) {
  await refuseThrottled(trx, attempt, { lock: true })
  if (!user.locked_at || proven) await forgetFailures(trx, user.email)
  if (user.locked_at && proven)
    await trx.updateTable('users').set({ locked_at: null }).where('id', '=', user.id).execute()
  await rememberDevice(key.root, trx, user, request, reply, attempt.device)
  const { idle_minutes, session_hours } = await security()
  const token = await startSession(trx, user.id, {
    address: request.ip,
    agent: (request.headers['user-agent'] ?? '').slice(0, 400),
    idle_minutes,
    hours: session_hours,
  })
  const tenant = await levelOf(trx, user)
  if (tenant) reply.header('api-key', tenant.api_token)
  return { data: await profileOf(trx, user.id), meta: { token, ...(tenant && { tenant }) } }
}
