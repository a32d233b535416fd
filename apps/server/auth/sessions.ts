import { createHash, randomBytes } from 'node:crypto'
import { inScope, systemScope, type Database, type Scoped } from '@weft/kit/database/connect.server.ts'
import type { Caller } from '@weft/kit/http/request.server.ts'
import { sql } from 'kysely'

/** A session ends after this many seconds without use, and after this many in any case. */
const idle = 60 * 60
const longest = 24 * 60 * 60

const digest = (token: string) => createHash('sha256').update(token).digest()

/** Starts a session and answers its token, which is nowhere stored: 256 random bits. */
export async function startSession(trx: Scoped, user_id: string, { address, agent }: { address: string; agent: string }): Promise<string> {
  const token = randomBytes(32).toString('base64url')
  await trx.insertInto('sessions').values({ user_id, token_hash: digest(token), address, agent }).execute()
  await trx.updateTable('users').set({ last_sign_in_at: new Date().toISOString() }).where('id', '=', user_id).execute()
  return token
}

/** What a request works on: nothing, a tenant or a project, by the names its headers give them. */
export type Wish = { wanted?: 'tenant' | 'project' | undefined; tenant_key?: string | undefined; project_id?: string | undefined }
export type Entered = { caller: Caller; tenant: { id: string; active: boolean } | null; project_id: string | null }

type Found = { session: { id: string; revoked_at: string | null }; idle_seconds: number; age_seconds: number; caller: Caller & { active: boolean }; tenant: Entered['tenant']; project_id: string | null }

/**
 * Who a token belongs to, if its session lives and its user is active, and which tenant and project he finds in his own scope: one
 * round trip, because every request asks.
 */
export async function enter(db: Database, token: string, { wanted, tenant_key, project_id }: Wish = {}): Promise<Entered | undefined> {
  const { rows } = await sql<Found>`select * from weft_enter(${digest(token)}, ${wanted ?? ''}, ${tenant_key ?? null}, ${project_id ?? null})`.execute(db)
  const found = rows[0]
  if (!found || found.session.revoked_at || !found.caller.active || found.idle_seconds > idle || found.age_seconds > longest) return undefined
  // Once a minute is enough to tell idle from busy, and spares every request a write.
  if (found.idle_seconds > 60) await inScope(db, systemScope, (trx) => trx.updateTable('sessions').set({ used_at: new Date().toISOString() }).where('id', '=', found.session.id).execute())
  const { id, kind, role, partner_id, tenant_id, email, language } = found.caller
  return { caller: { id, kind, role, partner_id, tenant_id, email, language, session_id: found.session.id }, tenant: found.tenant, project_id: found.project_id }
}

export const endSession = (db: Database, session_id: string) =>
  inScope(db, systemScope, (trx) => trx.updateTable('sessions').set({ revoked_at: new Date().toISOString() }).where('id', '=', session_id).execute())
