import { createHash, randomBytes } from 'node:crypto'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import { isListed } from '@weft/kit/define/ip-range.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { sql } from 'kysely'
import { permissionsFor, type RouteAllowlist, type Rights } from './rights.ts'

const digest = (token: string) => createHash('sha256').update(token).digest()

/** Starts a session and answers its token, which is nowhere stored: 256 random bits. */
export async function startSession(
  trx: Scoped,
  user_id: string,
  session: { address: string; agent: string; idle_minutes?: number; hours?: number },
): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx
    .insertInto('sessions')
    .values({ user_id, token_hash: digest(token), ...session })
    .execute()
  await trx.updateTable('users').set({ last_sign_in_at: new Date().toISOString() }).where('id', '=', user_id).execute()
  return token
}

/** What a request works on: nothing, a tenant or a project, by the names its headers give them. */
export type SessionQuery = {
  wanted?: 'tenant' | 'project' | undefined
  tenant_key?: string | undefined
  project_id?: string | undefined
  routes?: string[]
  /** From where, for users who may come from certain addresses only. */ address?: string
}
export type Session = {
  caller: Caller
  tenant: { id: string; active: boolean } | null
  project_id: string | null
  allowlists: RouteAllowlist[] | null
  support_access_id: string | null
}

type Found = {
  session: { id: string; address: string; revoked_at: string | null; idle_minutes: number; hours: number }
  idle_seconds: number
  age_seconds: number
  caller: Caller & { active: boolean; ip_check_active: boolean }
  tenant: Session['tenant']
  project_id: string | null
} & Rights

/**
 * Who a token belongs to, if its session lives and its user is active, what their role allows, and which tenant and
 * project they find in their own scope: one round trip, because every request asks.
 */
export async function resolveSession(
  db: Database,
  token: string,
  { wanted, tenant_key, project_id, routes = [], address }: SessionQuery = {},
): Promise<Session | undefined> {
  const { rows } =
    await sql<Found>`select e.*, r.* from weft_enter(${digest(token)}, ${wanted ?? ''}, ${tenant_key ?? null}, ${project_id ?? null}) e, weft_rights(e.caller, e.tenant, ${routes}::text[]) r`.execute(
      db,
    )
  const found = rows[0]
  if (
    !found ||
    found.session.revoked_at ||
    !found.caller.active ||
    found.idle_seconds > found.session.idle_minutes * 60 ||
    found.age_seconds > found.session.hours * 3600
  )
    return undefined
  const { caller, session } = found
  if (
    caller.ip_check_active &&
    address !== undefined &&
    address !== session.address &&
    !(await isGranted(db, caller.id, address))
  )
    return undefined
  // Once a minute is enough to tell idle from busy, and spares every request a write.
  if (found.idle_seconds > 60)
    await inScope(db, systemScope, (trx) =>
      trx
        .updateTable('sessions')
        .set({ used_at: new Date().toISOString() })
        .where('id', '=', found.session.id)
        .execute(),
    )
  const { id, kind, role, partner_id, tenant_id, email, language } = found.caller
  const permissions = permissionsFor(kind, role, found.own_role)
  return {
    caller: { id, kind, role, permissions, partner_id, tenant_id, email, language, session_id: found.session.id },
    tenant: found.tenant,
    project_id: found.project_id,
    allowlists: found.gates,
    support_access_id: found.support_access_id,
  }
}

type SessionEnd = { reason: 'idle' | 'age' | 'revoked'; at: string; minutes?: number }

/** Why a session is over, for whoever holds its token: unused or older than so many minutes, or ended by somebody. Undefined for a token that never was one. */
export function sessionEnd(db: Database, token: string): Promise<SessionEnd | undefined> {
  return inScope(db, systemScope, async (trx) => {
    const found = await trx
      .selectFrom('sessions')
      .select(['revoked_at', 'used_at', 'created_at', 'idle_minutes', 'hours'])
      .where('token_hash', '=', digest(token))
      .executeTakeFirst()
    if (!found) return undefined
    const { revoked_at, used_at, created_at, idle_minutes, hours } = found
    const after = (begin: string, minutes: number) => new Date(new Date(begin).getTime() + minutes * 60_000)
    const [idle, old] = [after(used_at, idle_minutes), after(created_at, hours * 60)]
    if (revoked_at) return { reason: 'revoked', at: new Date(revoked_at).toISOString() }
    return idle < old
      ? { reason: 'idle', at: idle.toISOString(), minutes: idle_minutes }
      : { reason: 'age', at: old.toISOString(), minutes: hours * 60 }
  })
}

export const endSession = (db: Database, session_id: string) =>
  inScope(db, systemScope, (trx) =>
    trx.updateTable('sessions').set({ revoked_at: new Date().toISOString() }).where('id', '=', session_id).execute(),
  )

/** A session that began at a granted address is good at granted addresses only. */
const isGranted = (db: Database, user_id: string, address: string) =>
  inScope(db, systemScope, async (trx) =>
    isListed(
      address,
      (await trx.selectFrom('granted_ips').select('ip_address').where('user_id', '=', user_id).execute()).map(
        (one) => one.ip_address,
      ),
    ),
  )

/** Signs a user out wherever they are signed in, but for the session `but`. */
export const endSessions = (trx: Scoped, user_id: string, but?: string) =>
  trx
    .updateTable('sessions')
    .set({ revoked_at: new Date().toISOString() })
    .where('user_id', '=', user_id)
    .where('revoked_at', 'is', null)
    .$if(but !== undefined, (query) => query.where('id', '!=', but!))
    .execute()

const lives = sql<boolean>`revoked_at is null and used_at > now() - make_interval(mins => idle_minutes) and created_at > now() - make_interval(hours => hours)`

/** Which of these sessions still live. */
export async function livingSessions(db: Database, ids: string[]): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const rows = await inScope(db, systemScope, (trx) =>
    trx
      .selectFrom('sessions')
      .select('id')
      .where('id', 'in', [...new Set(ids)])
      .where(lives)
      .execute(),
  )
  return new Set(rows.map((row) => row.id))
}

/** The sessions of a user that still live. */
export const liveSessions = (trx: Scoped, user_id: string) =>
  trx
    .selectFrom('sessions')
    .select(['id', 'address', 'agent', 'created_at', 'used_at'])
    .where('user_id', '=', user_id)
    .where(lives)
    .orderBy('used_at', 'desc')
    .execute()
