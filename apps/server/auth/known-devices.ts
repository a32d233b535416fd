import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import { deviceKey, failuresInARow, forget } from '@weft/kit/throttle/throttle.server.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { AppContext } from '../context.ts'
import { cookieOf, cookieText, trustedDevice } from './devices.ts'

/** A device on which nobody has signed in for so long is not known any more. */
const rememberedDays = 90

type User = { id: string; password_hash: string | null }
type Around = AppContext<'key' | 'security'>

/**
 * Which known device this is: one on which this user has signed in before, told by a cookie that only this installation can make and
 * that ends with the password (OWASP, “Slow Down Online Guessing Attacks with Device Cookies”), or one the user trusts. A device that
 * has failed too often is not known any more.
 */
export async function knownDevice(
  { key, security }: Around,
  trx: Scoped,
  user: User | undefined,
  request: FastifyRequest,
): Promise<string | undefined> {
  const account = user ?? nobody
  const device = signedIn(key.root, account, request) ?? (await trustedDevice(trx, account.id, request))
  if (!device) return undefined
  return (await failuresInARow(trx, deviceKey(device))) < (await security()).attempts_before_lock ? device : undefined
}

/** So that as much is done for an address that nobody has. */
const nobody: User = { id: '00000000-0000-0000-0000-000000000000', password_hash: null }

/** Knows this device from now on; what was counted against it is forgotten. */
export async function rememberDevice(
  key: Buffer,
  trx: Scoped,
  user: User,
  request: FastifyRequest,
  reply: FastifyReply,
  device: string | undefined,
): Promise<void> {
  if (device) await forget(trx, [deviceKey(device)])
  const made = `${randomBytes(16).toString('base64url')}.${Math.floor(Date.now() / 1000)}`
  reply.header(
    'set-cookie',
    cookieText(nameOf(key, user), `${made}.${signature(key, user, made)}`, rememberedDays, request),
  )
}

function signedIn(key: Buffer, user: User, request: FastifyRequest): string | undefined {
  const [, made, at, given] =
    /^([\w-]{22}\.(\d{1,12}))\.([\w-]{43})$/.exec(cookieOf(request, nameOf(key, user)) ?? '') ?? []
  if (!made || Date.now() / 1000 - Number(at) > rememberedDays * 86_400) return undefined
  return timingSafeEqual(Buffer.from(given!), Buffer.from(signature(key, user, made)))
    ? `${user.id} ${made}`
    : undefined
}

const signature = (key: Buffer, { id, password_hash }: User, made: string) =>
  createHmac('sha256', key).update(`known device ${id} ${password_hash} ${made}`).digest('base64url')
/** Several people may use one browser, each with a cookie of their own whose name tells nobody who. */
const nameOf = (key: Buffer, { id }: User) =>
  `weft_known_${createHmac('sha256', key).update(`known device ${id}`).digest('hex').slice(0, 12)}`
