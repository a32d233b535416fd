import { createHash, randomBytes } from 'node:crypto'
import type { Scoped } from '@weft/kit/database/connect.server.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'

const cookie = 'weft_device'
const digest = (token: string) => createHash('sha256').update(token).digest()
const tokenOf = (request: FastifyRequest) => /^[\w-]{43}$/.exec(cookieOf(request, cookie) ?? '')?.[0]

/** What a browser has kept under a name. */
export const cookieOf = (request: FastifyRequest, name: string) =>
  new RegExp(`(?:^|;\\s*)${name}=([^;\\s]+)(?:;|$)`).exec(request.headers.cookie ?? '')?.[1]
/** Scripts cannot read it, and no foreign page can have it sent. */
export const cookieText = (name: string, value: string, days: number, { protocol }: FastifyRequest) =>
  `${name}=${value}; Path=/api; Max-Age=${days * 86_400}; HttpOnly; SameSite=Strict${protocol === 'https' ? '; Secure' : ''}`

/** So many addresses a device is known at; the oldest is forgotten first. */
const mostAddresses = 20

/** Whether this browser was trusted by this user and is where it was before. */
export async function isTrusted(trx: Scoped, user_id: string, request: FastifyRequest): Promise<boolean> {
  const token = tokenOf(request)
  if (!token) return false
  const known = await living(trx, user_id)
    .select('addresses')
    .where('token_hash', '=', digest(token))
    .executeTakeFirst()
  if (!known || !(known.addresses as string[]).includes(request.ip)) return false
  await trx
    .updateTable('trusted_devices')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('token_hash', '=', digest(token))
    .execute()
  return true
}

/** The device this user trusts that asks here, wherever it is now. */
export async function trustedDevice(
  trx: Scoped,
  user_id: string,
  request: FastifyRequest,
): Promise<string | undefined> {
  const token = tokenOf(request)
  return token
    ? (await living(trx, user_id).select('id').where('token_hash', '=', digest(token)).executeTakeFirst())?.id
    : undefined
}

/** Trusts this browser at this address; one that is trusted already is only met at a new address. */
export async function trust(
  trx: Scoped,
  user_id: string,
  request: FastifyRequest,
  reply: FastifyReply,
  days: number,
): Promise<void> {
  const token = tokenOf(request) ?? randomBytes(32).toString('base64url')
  const before = await living(trx, user_id)
    .select('addresses')
    .where('token_hash', '=', digest(token))
    .executeTakeFirst()
  const addresses = JSON.stringify(
    [...new Set([request.ip, ...((before?.addresses as string[] | undefined) ?? [])])].slice(0, mostAddresses),
  )
  const expires_at = sql<string>`now() + make_interval(days => ${days})`
  const agent = (request.headers['user-agent'] ?? '').slice(0, 400)
  await trx
    .insertInto('trusted_devices')
    .values({ user_id, token_hash: digest(token), agent, addresses, expires_at })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'token_hash'])
        .doUpdateSet({ agent, addresses, expires_at, used_at: sql`now()`, created_at: sql`now()`, revoked_at: null }),
    )
    .execute()
  reply.header('set-cookie', cookieText(cookie, token, 90, request))
}

const living = (trx: Scoped, user_id: string) =>
  trx
    .selectFrom('trusted_devices')
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<string>`now()`)

/** The devices a user trusts, as the user sees them. */
export const trustedDevices = async (trx: Scoped, user_id: string) =>
  (
    await living(trx, user_id)
      .select(['id', 'agent', 'addresses', 'created_at', 'used_at', 'expires_at'])
      .orderBy('used_at', 'desc')
      .execute()
  ).map((device) => ({ ...device, addresses: device.addresses as string[] }))

/** Takes trust back, of one device or of all. */
export const revokeDevices = (trx: Scoped, user_id: string, id?: string) =>
  trx
    .updateTable('trusted_devices')
    .set({ revoked_at: sql`now()` })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .executeTakeFirstOrThrow()
